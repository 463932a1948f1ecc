package org.foresight.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;

/** A NodeManager in a process of its own, which can be killed. */
final class NodeManagerProcess {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;

  private NodeManagerProcess(Process process) {
    this.process = process;
  }

  /**
   * Begins one.
   *
   * @param folder where its configuration and its log go
   */
  static NodeManagerProcess start(Configuration conf, Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve("node-manager.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
    return new NodeManagerProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                NodeManagerProcess.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("node-manager.log").toFile()))
            .start());
  }

  /** The process itself. */
  public static void main(String[] arguments) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(Path.of(arguments[0]).toUri()));
    NodeManager nodeManager = new NodeManager();
    nodeManager.init(new YarnConfiguration(conf));
    nodeManager.start();
  }

  /** Ends it by SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The NodeManager can't be killed.");
    }
  }
}
