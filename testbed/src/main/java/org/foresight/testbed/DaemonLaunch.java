package org.foresight.testbed;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import java.io.File;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * How a daemon of a testbed is started.
 *
 * @param name of the daemon
 * @param main its main class
 * @param options of Java
 * @param classPath as Java takes it
 */
record DaemonLaunch(String name, String main, ImmutableList<String> options, String classPath) {
  private static final ImmutableList<String> MANAGER_OPTIONS =
      ImmutableList.of("-Xmx512m", "-XX:+UseSerialGC");

  static DaemonLaunch manager(TestbedFolder folder) {
    return new DaemonLaunch(
        TestbedFolder.RESOURCE_MANAGER,
        ResourceManager.class.getName(),
        options(MANAGER_OPTIONS, folder),
        folder.conf() + File.pathSeparator + hadoop(folder));
  }

  static DaemonLaunch node(TestbedFolder folder, String name) {
    return new DaemonLaunch(
        name,
        NodeManager.class.getName(),
        options(DaemonProcess.SMALL, folder),
        String.join(
            File.pathSeparator,
            folder.nodeConf(name).toString(),
            hadoop(folder),
            folder.nodeJar().toString()));
  }

  /** What a daemon that is killed leaves among temporary files is in the testbed's folder, too. */
  private static ImmutableList<String> options(ImmutableList<String> memory, TestbedFolder folder) {
    return ImmutableList.<String>builder()
        .addAll(memory)
        .add("-Djava.io.tmpdir=" + folder.temporary())
        .build();
  }

  private static String hadoop(TestbedFolder folder) {
    return Stream.of(folder.yarn(), folder.plugIns())
        .map(jars -> jars + File.separator + "*")
        .collect(joining(File.pathSeparator));
  }

  /** What {@code java @FILE} reads, an argument a line. */
  String argumentFile() {
    return Stream.concat(options.stream(), Stream.of("-cp", classPath, main))
        .map(argument -> '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
        .collect(joining());
  }
}
