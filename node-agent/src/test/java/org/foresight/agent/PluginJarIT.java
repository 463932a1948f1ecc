package org.foresight.agent;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is in the jar that goes into a NodeManager, and that it needs nothing else of ours. */
class PluginJarIT {
  /** The major version of its class files. */
  private static final int JAVA_17 = 61;

  private static Path path;
  private static JarFile jar;

  @BeforeAll
  static void open() throws IOException {
    path =
        Path.of(
            Objects.requireNonNull(
                System.getProperty("foresight.plugin.jar"),
                "The build must say in foresight.plugin.jar where the plug-in's jar is."));
    jar = new JarFile(path.toFile());
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  @Test
  void holdsOurPackagesAndTheRelocatedLibraryOnly() {
    assertThat(files(""))
        .filteredOn(name -> !name.startsWith("META-INF/"))
        .allMatch(name -> name.startsWith("org/foresight/"));
    assertThat(packagesBelow("org/foresight/", 1))
        .containsExactlyInAnyOrder("agent", "planner", "shaded");
    assertThat(packagesBelow("org/foresight/planner/", 1)).containsExactly("node");
    assertThat(packagesBelow("org/foresight/shaded/", 2)).containsExactly("com/google");
  }

  @Test
  void noClassOfOursNamesTheLibraryByItsOwnName() throws IOException {
    Pattern unrelocated = Pattern.compile("(?<!org/foresight/shaded/)com/google/common/");
    for (String name : ourClasses()) {
      assertThat(unrelocated.matcher(text(name, ISO_8859_1)).find()).as(name).isFalse();
    }
  }

  @Test
  void metadataIsLicencesAndTheVersionOnly() throws IOException {
    assertThat(files("META-INF/"))
        .containsExactlyInAnyOrder("META-INF/LICENSE", "META-INF/MANIFEST.MF", "META-INF/NOTICE");
    assertThat(text("META-INF/LICENSE", UTF_8)).contains("Apache License", "Version 2.0");
    assertThat(text("META-INF/NOTICE", UTF_8)).contains("NodeManager", "Guava");
  }

  /** So that an older Java refuses them, with a line as docs/compatibility.md shows. */
  @Test
  void classesAreForJava17() throws IOException {
    for (String name : ourClasses()) {
      try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
        assertThat(in.readInt()).as("what %s begins with", name).isEqualTo(0xCAFEBABE);
        assertThat(in.readUnsignedShort()).as("minor version of %s", name).isZero();
        assertThat(in.readUnsignedShort()).as("major version of %s", name).isEqualTo(JAVA_17);
      }
    }
  }

  @Test
  void worksWithHadoopsClassPathAlone() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            pluginAndHadoop().toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      for (String name : ourClasses()) {
        String className = name.substring(0, name.length() - ".class".length()).replace('/', '.');
        Class<?> loaded = Class.forName(className, true, loader);
        // Resolves the types of its signatures too.
        assertThat(loaded.getDeclaredMethods()).isNotNull();
        assertThat(loaded.getProtectionDomain().getCodeSource().getLocation())
            .isEqualTo(path.toUri().toURL());
      }
      assertThat(
              loader.loadClass(ForesightNodeService.class.getName()).getConstructor().newInstance())
          .isInstanceOf(loader.loadClass("org.apache.hadoop.yarn.server.api.AuxiliaryService"));
      assertThat(loader.loadClass(ContainerListener.class.getName()).getConstructor().newInstance())
          .isInstanceOf(
              loader.loadClass(
                  "org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener"));
    }
  }

  /** The plug-in and what the tests run with, without our modules and the relocated library. */
  private static ImmutableList<URL> pluginAndHadoop() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    urls.add(path.toUri().toURL());
    Pattern notHadoops = Pattern.compile("(foresight|guava|failureaccess|ojalgo)-.*\\.jar");
    for (String entry :
        Splitter.on(File.pathSeparator).split(System.getProperty("java.class.path"))) {
      Path file = Path.of(entry);
      String name = file.getFileName().toString();
      if (name.endsWith(".jar") && !notHadoops.matcher(name).matches()) {
        urls.add(file.toUri().toURL());
      }
    }
    return ImmutableList.copyOf(urls);
  }

  private static ImmutableList<String> ourClasses() {
    return files("org/").stream()
        .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
        .filter(name -> !name.startsWith("org/foresight/shaded/"))
        .collect(toImmutableList());
  }

  private static ImmutableSet<String> packagesBelow(String folder, int levels) {
    return files(folder).stream()
        .map(name -> Splitter.on('/').splitToList(name.substring(folder.length())))
        .map(parts -> String.join("/", parts.subList(0, Math.min(levels, parts.size()))))
        .collect(toImmutableSet());
  }

  private static ImmutableList<String> files(String folder) {
    return jar.stream()
        .filter(entry -> !entry.isDirectory())
        .map(ZipEntry::getName)
        .filter(name -> name.startsWith(folder))
        .collect(toImmutableList());
  }

  private static String text(String name, Charset charset) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), charset);
    }
  }
}
