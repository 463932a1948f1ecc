package org.foresight.traces;

import org.jspecify.annotations.Nullable;

/** Lets the clock of the jobs start with the first of them. */
final class FromFirstSubmission extends DerivedJobStream {

  private boolean started;
  private long startMillis;

  FromFirstSubmission(JobStream source) {
    super(source);
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    if (!source().hasNext()) {
      return endOfData();
    }
    WorkloadJob job = source().next();
    if (!started) {
      started = true;
      startMillis = job.submitMillis();
    }
    return Shift.to(job, job.submitMillis() - startMillis);
  }
}
