package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * What a build of this source tree has made, and what in it is for operators.
 *
 * @param home the tree's folder
 */
public record ForesightBuild(Path home) {
  private static final String HOME = "foresight.home";
  private static final String RESOURCE_MANAGER = "hadoop-yarn-server-resourcemanager-";
  private static final String TESTS = "-tests.jar";

  /**
   * The build that this process is of.
   *
   * @throws IOException if nobody has said where that is
   */
  public static ForesightBuild running() throws IOException {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw new IOException("The property " + HOME + " is missing; start it by ./foresight.");
    }
    return new ForesightBuild(Path.of(home).toAbsolutePath().normalize());
  }

  /**
   * Looks whether all is there.
   *
   * @param withPlugIns whether they are needed
   * @throws IOException if something is missing, with what builds it
   */
  void check(boolean withPlugIns) throws IOException {
    hadoopJars();
    testbedJar();
    if (withPlugIns) {
      schedulerPlugIn();
      agentPlugIn();
    }
  }

  /** Hadoop, without its tests, and what it needs. */
  ImmutableList<Path> hadoopJars() throws IOException {
    ImmutableList<Path> jars =
        jars(libraries(), "*.jar").stream()
            .filter(jar -> !name(jar).startsWith("foresight-") && !name(jar).endsWith(TESTS))
            .collect(toImmutableList());
    if (jars.stream().noneMatch(ForesightBuild::hasResourceManager)) {
      throw missing(libraries().resolve(RESOURCE_MANAGER + "*.jar"));
    }
    return jars;
  }

  /** Whether the jar is the one with {@link ResourceManager}. */
  static boolean hasResourceManager(Path jar) {
    return name(jar).startsWith(RESOURCE_MANAGER);
  }

  /** The jar of this module. */
  Path testbedJar() throws IOException {
    return only(libraries(), "foresight-testbed-*.jar");
  }

  /** What is installed in a ResourceManager. */
  Path schedulerPlugIn() throws IOException {
    return only(home.resolve("yarn-scheduler/target"), "foresight-yarn-scheduler-*-plugin.jar");
  }

  /** What is installed in a NodeManager. */
  Path agentPlugIn() throws IOException {
    return only(home.resolve("node-agent/target"), "foresight-node-agent-*-plugin.jar");
  }

  /** The script that installs. */
  Path deployScript() {
    return home.resolve("deploy/foresight-deploy");
  }

  /** One of the examples of configuration files. */
  Path example(String name) {
    return home.resolve("conf").resolve(name);
  }

  private Path libraries() {
    return home.resolve("cli/target/lib");
  }

  private static Path only(Path folder, String pattern) throws IOException {
    ImmutableList<Path> found = jars(folder, pattern);
    if (found.isEmpty()) {
      throw missing(folder.resolve(pattern));
    }
    if (found.size() > 1) {
      throw new IOException(
          "There is more than one " + pattern + " in " + folder + "; mvn clean takes them away.");
    }
    return found.get(0);
  }

  private static ImmutableList<Path> jars(Path folder, String pattern) throws IOException {
    if (!Files.isDirectory(folder)) {
      return ImmutableList.of();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
      return ImmutableList.sortedCopyOf(found);
    }
  }

  private static IOException missing(Path jar) {
    return new IOException(
        "There is no " + jar + "; mvn -pl cli -am package -DskipTests builds it.");
  }

  private static String name(Path jar) {
    return jar.getFileName().toString();
  }
}
