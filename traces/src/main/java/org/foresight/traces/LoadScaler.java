package org.foresight.traces;

import org.jspecify.annotations.Nullable;

/** Stretches or packs the submissions; how long jobs run, and their slack, stays. */
final class LoadScaler extends DerivedJobStream {

  /** Keeps scaled times inside a long. */
  static final double LARGEST_FACTOR = 100_000.0;

  private final double factor;

  LoadScaler(JobStream source, double factor) {
    super(source);
    if (!(factor > 0.0 && factor <= LARGEST_FACTOR)) {
      throw new IllegalArgumentException(
          "The factor (" + factor + ") must be positive and at most " + LARGEST_FACTOR + ".");
    }
    this.factor = factor;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    if (!source().hasNext()) {
      return endOfData();
    }
    WorkloadJob job = source().next();
    return Shift.to(job, Math.round(job.submitMillis() * factor));
  }
}
