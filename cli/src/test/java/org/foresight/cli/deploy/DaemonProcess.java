package org.foresight.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A daemon of Hadoop's as a process of its own. For one thread. */
final class DaemonProcess implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofSeconds(20);

  private final Process process;

  private DaemonProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param main its main class
   * @param classPath as Java takes it
   * @param log where its output goes, behind what is there
   */
  static DaemonProcess start(String main, String classPath, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                main)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // Containers inherit it.
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new DaemonProcess(builder.start());
  }

  /** The class path of this test, without Foresight and what is no jar. */
  static String hadoopClassPath() {
    return String.join(
        File.pathSeparator,
        ImmutableList.copyOf(System.getProperty("java.class.path").split(File.pathSeparator))
            .stream()
            .filter(entry -> entry.endsWith(".jar"))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("foresight-"))
            .collect(ImmutableList.toImmutableList()));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As an operator ends it. */
  void stop() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(LONGEST_END.toSeconds(), TimeUnit.SECONDS))
        .as("ended within %s", LONGEST_END)
        .isTrue();
  }

  /** As a lack of memory ends it. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends it whatever it does, with what it started. */
  @Override
  public void close() {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
