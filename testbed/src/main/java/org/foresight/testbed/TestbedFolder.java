package org.foresight.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of a testbed; all of it is below.
 *
 * @param root the real path of it, which every process of the testbed has in its environment
 */
public record TestbedFolder(Path root) {
  static final String RESOURCE_MANAGER = "resourcemanager";
  private static final String NODE_MANAGER = "nodemanager-";

  /** The one folder of nodes that are hosts of their own, each of which has it. */
  static final String NODE_OF_HOSTS = "nodemanager";

  /**
   * A colon ends an entry of a class path, and a comma one of Hadoop's lists of folders; what else
   * is here means something to the shell, to which nodes pass the path of a container unquoted: at
   * a blank its process would be noted in a file of somebody else's, beside the folder.
   */
  private static final String NOT_ACCEPTED_SIGNS = ":,;&|<>()[]{}*?$`'\"\\";

  private static final CharMatcher NOT_ACCEPTED =
      CharMatcher.whitespace()
          .or(CharMatcher.javaIsoControl())
          .or(CharMatcher.anyOf(NOT_ACCEPTED_SIGNS))
          .precomputed();

  /** The variable that all processes of a testbed have, and those that they start. */
  static final String VARIABLE = "FORESIGHT_TESTBED";

  /**
   * Makes the folder of a new testbed.
   *
   * @throws IOException if there is one already, or anything else, or its name is none for daemons
   */
  static TestbedFolder create(Path folder) throws IOException {
    requireName(folder.toAbsolutePath());
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + ": there is a file of this name; a folder is needed.", e);
    }
    TestbedFolder made = new TestbedFolder(folder.toRealPath());
    requireName(made.root());
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
      if (content.iterator().hasNext()) {
        throw new IOException(
            folder
                + (Files.isDirectory(made.pids())
                    ? ": a testbed is up here already; foresight testbed down ends it."
                    : ": the folder is not empty; a new or an empty one is needed."));
      }
    }
    return made;
  }

  /**
   * Takes a folder that {@link #create} has made for this process alone: others may have found it
   * empty at the same moment.
   *
   * @throws IOException if one of them was faster
   */
  void claim() throws IOException {
    try {
      Files.createDirectory(logs());
    } catch (FileAlreadyExistsException e) {
      throw new IOException(root + ": another testbed is being started here.", e);
    }
  }

  private static void requireName(Path folder) throws IOException {
    if (NOT_ACCEPTED.matchesAnyOf(folder.toString())) {
      throw new IOException(
          folder
              + ": a testbed's folder may have no blank in its path and none of "
              + NOT_ACCEPTED_SIGNS
              + " .");
    }
  }

  /**
   * The folder of a testbed that was started.
   *
   * @throws IOException if none was
   */
  static TestbedFolder of(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve("conf/yarn-site.xml"))
        || !Files.isDirectory(folder.resolve("nodes"))) {
      throw new IOException(folder + ": this is no folder of a testbed.");
    }
    return new TestbedFolder(folder.toRealPath());
  }

  /** The configuration of the ResourceManager, and of those who talk to it. */
  public Path conf() {
    return root.resolve("conf");
  }

  /** What the daemons and the containers log. */
  public Path logs() {
    return root.resolve("logs");
  }

  /** What the processes of a name write out. */
  public Path log(String name) {
    return logs().resolve(name + ".log");
  }

  /** Where the plug-ins are in Hadoop. */
  public Path plugIns() {
    return yarn().resolve("lib");
  }

  /** Hadoop, laid out as on a host. */
  Path hadoop() {
    return root.resolve("hadoop");
  }

  /** YARN's own part of it. */
  Path yarn() {
    return hadoop().resolve("share/hadoop/yarn");
  }

  /** What nodes need of the testbed's own. */
  Path nodeJar() {
    return root.resolve("foresight-testbed.jar");
  }

  /** What a ResourceManager keeps of applications, for the next one. */
  Path state() {
    return root.resolve("state");
  }

  Path history() {
    return root.resolve("history");
  }

  /** Which processes are the daemons; not there when the testbed is down. */
  Path pids() {
    return root.resolve("pids");
  }

  /** Whether every daemon is on a host of its own. */
  boolean isOfHosts() {
    return Files.isDirectory(node(NODE_OF_HOSTS));
  }

  /** What Java is to read to start a daemon. */
  Path arguments(String name) {
    return root.resolve(name + ".arguments");
  }

  /** For temporary files. */
  Path temporary() {
    return root.resolve("tmp");
  }

  /** The name of a node's daemon; nodes count from 1. */
  static String node(int number) {
    return NODE_MANAGER + number;
  }

  /** What a node has for itself. */
  Path node(String name) {
    return root.resolve("nodes").resolve(name);
  }

  Path nodeConf(String name) {
    return node(name).resolve("conf");
  }

  /** The names of the nodes. */
  ImmutableList<String> nodes() throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root.resolve("nodes"))) {
      ImmutableList.Builder<String> names = ImmutableList.builder();
      folders.forEach(folder -> names.add(folder.getFileName().toString()));
      return names.build();
    }
  }

  /** Where the containers of a node log. */
  Path containerLogs(String name) {
    return logs().resolve("containers").resolve(name);
  }

  /** What marks a process as one of this testbed. */
  String mark() {
    return VARIABLE + "=" + root;
  }

  /** The name of the control group of a node's containers; no other testbed has it. */
  String group(String name) {
    String hash = Hashing.sha256().hashString(root.toString(), UTF_8).toString();
    return "foresight-testbed-" + hash.substring(0, 16) + "-" + name;
  }
}
