package org.foresight.planner.distributed.hybrid;

/** Counts what becomes of probes; see {@link ProbeCounts}. Not thread-safe. */
final class ProbeCounter {
  private long queued;
  private long queuedBehindLong;
  private long startedBehindLong;
  private long rejected;
  private long stolen;
  private long cancelled;
  private long longReserved;

  void queued(QueuedTask task) {
    if (!task.job.isLong) {
      queued++;
      queuedBehindLong += task.wasBehindLong() ? 1 : 0;
    }
  }

  void started(QueuedTask task, boolean isGeneral) {
    if (task.job.isLong) {
      longReserved += isGeneral ? 0 : 1;
    } else {
      startedBehindLong += task.wasBehindLong() ? 1 : 0;
    }
  }

  void rejected() {
    rejected++;
  }

  void stolen(int probes) {
    stolen += probes;
  }

  void cancelled() {
    cancelled++;
  }

  ProbeCounts counts() {
    return new ProbeCounts(
        queued, queuedBehindLong, startedBehindLong, rejected, stolen, cancelled, longReserved);
  }
}
