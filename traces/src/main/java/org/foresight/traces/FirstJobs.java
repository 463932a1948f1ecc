package org.foresight.traces;

import org.jspecify.annotations.Nullable;

/** Ends after a number of jobs. */
final class FirstJobs extends DerivedJobStream {

  private long missing;

  FirstJobs(JobStream source, long number) {
    super(source);
    if (number < 0) {
      throw new IllegalArgumentException("The number (" + number + ") must not be negative.");
    }
    this.missing = number;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    if (missing == 0 || !source().hasNext()) {
      return endOfData();
    }
    missing--;
    return source().next();
  }
}
