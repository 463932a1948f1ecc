package org.foresight.traces;

import org.jspecify.annotations.Nullable;

/** The jobs submitted in a window of time; reads no further than the first job after it. */
final class SubmissionWindow extends DerivedJobStream {

  private final long fromMillis;
  private final long toMillis;

  SubmissionWindow(JobStream source, long fromMillis, long toMillis) {
    super(source);
    if (fromMillis > toMillis) {
      throw new IllegalArgumentException(
          "The fromMillis (" + fromMillis + ") must be at most the toMillis (" + toMillis + ").");
    }
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    while (source().hasNext()) {
      WorkloadJob job = source().next();
      if (job.submitMillis() >= toMillis) {
        return endOfData();
      }
      if (job.submitMillis() >= fromMillis) {
        return job;
      }
    }
    return endOfData();
  }
}
