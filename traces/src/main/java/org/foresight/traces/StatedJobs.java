package org.foresight.traces;

/** Jobs with what else their trace says of them. Not thread-safe. */
public interface StatedJobs extends JobStream {

  /** What else is said of the job that {@link #next} returned last. */
  JobFacts facts();

  /**
   * What {@link WorkloadJob#submitMillis} counts from, in milliseconds since 1970; 0 where the
   * clock is the trace's own. Known once {@link #next} returned a job.
   */
  default long clockStartMillis() {
    return 0;
  }
}
