package org.foresight.agent.cpu;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A session of its own whose processes burn processor time on the machine's first core, until it is
 * closed, at most ten minutes: what a container looks like to an agent.
 */
final class Burner implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final char STOPPED = 'T';

  private final Process process;
  private final ProcessTable processes =
      new ProcessTable(RealMachine.PROC, new DefaultFileAccess());

  private Burner(Process process) {
    this.process = process;
  }

  /** One that burns with a child. */
  static Burner start() throws IOException {
    // The child is begun a moment later, as programs of containers are.
    return start("sleep 0.2; (while ((SECONDS < 600)); do :; done) & wait");
  }

  static Burner start(String script) throws IOException {
    Burner burner =
        new Burner(
            new ProcessBuilder("setsid", "taskset", "-c", "0", "bash", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    await()
        .atMost(PATIENCE)
        .until(() -> burner.leader().filter(entry -> entry.session() == entry.id()).isPresent());
    return burner;
  }

  long session() {
    return process.pid();
  }

  private Optional<ProcessTable.Entry> leader() {
    return processes.process(process.pid());
  }

  /** In the kernel's ticks. */
  long cpuTicks() throws IOException {
    return processes.family(session()).stream().mapToLong(ProcessTable.Entry::cpuTicks).sum();
  }

  /** Whether all of its processes are stopped by a signal. */
  boolean isStopped() throws IOException {
    return processes.family(session()).stream().allMatch(Burner::isStopped);
  }

  /** Whether any of its processes is stopped by a signal. */
  boolean isPartlyStopped() throws IOException {
    return processes.family(session()).stream().anyMatch(Burner::isStopped);
  }

  private static boolean isStopped(ProcessTable.Entry entry) {
    try {
      String stat = new DefaultFileAccess().read(RealMachine.PROC.resolve(entry.id() + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == STOPPED;
    } catch (IOException e) {
      return false; // It has ended.
    }
  }

  @Override
  public void close() throws IOException {
    kill(); // Also those of other sessions, which are its family as long as it lives.
    process.destroyForcibly().onExit().join();
    kill(); // What it began meanwhile; it begins no more.
  }

  private void kill() throws IOException {
    for (ProcessTable.Entry entry : processes.family(session())) {
      ProcessHandle.of(entry.id()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
