package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A daemon of Hadoop's as a process, and a session, of its own, so that a Ctrl-C for this process
 * is none for it. For one thread.
 */
public final class DaemonProcess implements AutoCloseable {

  /** What keeps a JVM small that has hardly anything to do. */
  public static final ImmutableList<String> SMALL =
      ImmutableList.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Duration LONGEST_END = Duration.ofSeconds(20);
  private static final File NOTHING = new File("/dev/null");

  private final Process process;

  private DaemonProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param main its main class
   * @param options of Java
   * @param classPath as Java takes it
   * @param log where its output goes, behind what is there
   * @param environment variables beside those of this process, of which it has none of Hadoop's
   */
  public static DaemonProcess start(
      String main,
      ImmutableList<String> options,
      String classPath,
      Path log,
      ImmutableMap<String, String> environment)
      throws IOException {
    String javaHome = System.getProperty("java.home");
    ImmutableList<String> command =
        ImmutableList.<String>builder()
            .add("setsid", Path.of(javaHome, "bin", "java").toString())
            .addAll(options)
            .add("-cp", classPath, main)
            .build();
    ProcessBuilder builder = new ProcessBuilder(command);
    clean(builder.environment());
    // Containers inherit it.
    builder.environment().put("JAVA_HOME", javaHome);
    builder.environment().putAll(environment);
    return new DaemonProcess(
        builder
            .redirectInput(NOTHING)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Takes out what would lead Hadoop elsewhere. */
  static void clean(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("HADOOP_") || name.startsWith("YARN_"));
  }

  /** Its number. */
  public long id() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as an operator does. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(LONGEST_END.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("It has not ended within " + LONGEST_END + ".");
    }
  }

  /** Ends it as a lack of memory does. */
  public void kill() throws InterruptedException {
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
