package org.foresight.traces;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Puts jobs that are a little out of order in the order of submission; jobs submitted at once keep
 * their order. Holds a bounded number of jobs.
 */
final class SubmissionOrder extends DerivedJobStream {

  private record Waiting(WorkloadJob job, long place) {}

  private final JobLines lines;
  private final Path file;
  private final int bound;
  private final BadLines badLines;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.<Waiting>comparingLong(entry -> entry.job().submitMillis())
              .thenComparingLong(Waiting::place));
  private long places;
  private @Nullable WorkloadJob last;

  SubmissionOrder(JobLines lines, Path file, int bound, BadLines badLines) {
    super(lines);
    if (bound < 1) {
      throw new IllegalArgumentException("The bound (" + bound + ") must be at least 1.");
    }
    this.lines = lines;
    this.file = file;
    this.bound = bound;
    this.badLines = badLines;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    while (waiting.size() <= bound && lines.hasNext()) {
      WorkloadJob job = lines.next();
      if (last != null && job.submitMillis() < last.submitMillis()) {
        badLines.found(tooLate(job, last));
      } else {
        waiting.add(new Waiting(job, places++));
      }
    }
    Waiting first = waiting.poll();
    if (first == null) {
      return endOfData();
    }
    last = first.job();
    return last;
  }

  private TraceFormatException tooLate(WorkloadJob job, WorkloadJob before) {
    return new TraceFormatException(
        file,
        lines.lineNumber(),
        "the job "
            + TraceFormatException.quote(job.id())
            + " is submitted "
            + (before.submitMillis() - job.submitMillis())
            + " ms before the job "
            + TraceFormatException.quote(before.id())
            + ", which comes more than "
            + WorkloadSummary.jobs(bound)
            + " earlier; accepted: submit times that go back by at most "
            + WorkloadSummary.jobs(bound)
            + ".");
  }
}
