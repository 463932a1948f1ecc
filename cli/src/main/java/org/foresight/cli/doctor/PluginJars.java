package org.foresight.cli.doctor;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.foresight.cli.support.ErrorLines;
import org.foresight.yarn.ForesightScheduler;

/** Looks for the plug-in on a class path. */
final class PluginJars {
  private static final String CHECK = "plug-in jar";
  private static final String PATTERN = "foresight-yarn-scheduler-*.jar";
  private static final String SCHEDULER =
      ForesightScheduler.class.getName().replace('.', '/') + ".class";

  /** What only the jar that is for installing holds. */
  private static final String SHADED = "org/foresight/shaded/";

  private PluginJars() {}

  /**
   * Looks in folders.
   *
   * @param version of this command; empty where it has none
   */
  static Finding in(Collection<Path> folders, Optional<String> version) {
    Set<Path> found = new LinkedHashSet<>();
    try {
      for (Path folder : folders) {
        if (Files.isDirectory(folder)) {
          try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, PATTERN)) {
            jars.forEach(jar -> found.add(jar.toAbsolutePath().normalize()));
          }
        }
      }
    } catch (IOException e) {
      return Finding.fail(CHECK, ErrorLines.of(e), "Let this user read the folder.");
    }
    return of(ImmutableList.copyOf(found), folders, version);
  }

  private static Finding of(
      ImmutableList<Path> found, Collection<Path> looked, Optional<String> version) {
    if (found.isEmpty()) {
      return Finding.fail(
          CHECK,
          "There is no " + PATTERN + " in " + looked + ".",
          "Copy the plug-in jar there, or name the folders of the ResourceManager's class path by"
              + " --jars.");
    }
    if (found.size() > 1) {
      return Finding.fail(
          CHECK, "There is more than one: " + found + ".", "Keep the one that is to count.");
    }
    Path jar = found.get(0);
    try (JarFile file = new JarFile(jar.toFile())) {
      if (file.getEntry(SCHEDULER) == null || file.getEntry(SHADED) == null) {
        return Finding.fail(
            CHECK,
            jar + " is not the plug-in: it lacks what it needs.",
            "Take the jar whose name ends with -plugin.jar.");
      }
      Manifest manifest = file.getManifest();
      String of =
          manifest == null ? null : manifest.getMainAttributes().getValue("Implementation-Version");
      return of != null && version.isPresent() && !of.equals(version.get())
          ? Finding.warn(
              CHECK,
              jar + " is of version " + of + ", this command of " + version.get() + ".",
              "Use the command of the version that is installed.")
          : Finding.ok(CHECK, jar + (of == null ? "" : ", version " + of) + ".");
    } catch (ZipException e) {
      return Finding.fail(CHECK, jar + " is damaged: " + e.getMessage(), "Copy it again.");
    } catch (IOException e) {
      return Finding.fail(CHECK, ErrorLines.of(e), "Let this user read it.");
    }
  }
}
