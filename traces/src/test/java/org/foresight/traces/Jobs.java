package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.OptionalLong;

/** Makes jobs for tests, and reads streams of them. */
public final class Jobs {

  private Jobs() {}

  /** A best-effort job of one task. */
  public static WorkloadJob job(String id, long submitMillis) {
    return job(id, submitMillis, false, 1000L);
  }

  static WorkloadJob job(String id, long submitMillis, boolean gang, Long... taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        "ann",
        "report",
        "adhoc",
        OptionalLong.empty(),
        gang,
        ImmutableList.copyOf(taskMillis));
  }

  /** The jobs of a file that has each on a line of its own. */
  static JobLines lines(ImmutableList<WorkloadJob> jobs) {
    return new JobLines() {
      private int read;

      @Override
      public boolean hasNext() {
        return read < jobs.size();
      }

      @Override
      public WorkloadJob next() {
        return jobs.get(read++);
      }

      @Override
      public long lineNumber() {
        return read;
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }

  /** All jobs of the stream, which is closed. */
  public static ImmutableList<WorkloadJob> all(JobStream stream) throws IOException {
    try (stream) {
      return ImmutableList.copyOf(stream);
    }
  }
}
