package org.foresight.cli.doctor;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import org.foresight.cli.support.ErrorLines;
import org.foresight.yarn.ForesightScheduler;
import org.foresight.yarn.PluginJar;

/** Looks for the plug-in on a class path. */
final class PluginJars {
  private static final String CHECK = "plug-in jar";
  static final String RUNNING = "running jar";
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
    ImmutableList<Path> found;
    try {
      found = find(folders);
    } catch (IOException e) {
      return Finding.fail(CHECK, ErrorLines.of(e), "Let this user read the folder.");
    }
    return found.isEmpty()
        ? Finding.fail(
            CHECK,
            "There is no " + PATTERN + " in " + folders + ".",
            "deploy/foresight-deploy install puts it there; or name the folders of the"
                + " ResourceManager's class path by --jars.")
        : of(CHECK, found, version);
  }

  /** The only one in folders; empty if there is none, or another one, or that is not known. */
  static Optional<Path> only(Collection<Path> folders) {
    try {
      ImmutableList<Path> found = find(folders);
      return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static ImmutableList<Path> find(Collection<Path> folders) throws IOException {
    Set<Path> found = new LinkedHashSet<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, PATTERN)) {
          jars.forEach(jar -> found.add(jar.toAbsolutePath().normalize()));
        }
      }
    }
    return ImmutableList.copyOf(found);
  }

  /**
   * Looks through a class path of a ResourceManager that may run on another host.
   *
   * @param version of this command; empty where it has none
   */
  static Finding on(String classPath, Optional<String> version) {
    ImmutableList<Path> found = listed(classPath);
    if (found.isEmpty()) {
      return Finding.fail(
          RUNNING,
          "There is no " + PATTERN + " on the class path that it was started with.",
          "Install the plug-in, if it is not; then restart the ResourceManager.");
    }
    return found.size() == 1 && !Files.exists(found.get(0))
        ? Finding.ok(RUNNING, found.get(0) + " (not on this host).")
        : of(RUNNING, found, version);
  }

  /** Whether it is on a class path of a ResourceManager. */
  static boolean isOn(String classPath) {
    return !listed(classPath).isEmpty();
  }

  private static ImmutableList<Path> listed(String classPath) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + PATTERN);
    return Splitter.on(':')
        .omitEmptyStrings()
        .splitToStream(classPath)
        .map(Path::of)
        .filter(entry -> entry.getFileName() != null && matcher.matches(entry.getFileName()))
        .distinct()
        .collect(ImmutableList.toImmutableList());
  }

  private static Finding of(String check, ImmutableList<Path> found, Optional<String> version) {
    if (found.size() > 1) {
      return Finding.fail(
          check, "There is more than one: " + found + ".", "Keep the one that is to count.");
    }
    Path jar = found.get(0);
    try (JarFile file = new JarFile(jar.toFile())) {
      if (file.getEntry(SCHEDULER) == null || file.getEntry(SHADED) == null) {
        return Finding.fail(
            check,
            jar + " is not the plug-in: it lacks what it needs.",
            "Take the jar whose name ends with -plugin.jar.");
      }
      Optional<String> of = PluginJar.read(jar).version();
      return of.isPresent() && version.isPresent() && !of.equals(version)
          ? Finding.warn(
              check,
              jar + " is of version " + of.get() + ", this command of " + version.get() + ".",
              "Use the command of the version that is installed.")
          : Finding.ok(check, jar + of.map(said -> ", version " + said).orElse("") + ".");
    } catch (ZipException e) {
      return Finding.fail(check, jar + " is damaged: " + e.getMessage(), "Copy it again.");
    } catch (IOException e) {
      return Finding.fail(check, ErrorLines.of(e), "Let this user read it.");
    }
  }
}
