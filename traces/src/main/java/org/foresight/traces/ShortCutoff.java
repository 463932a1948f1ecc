package org.foresight.traces;

/**
 * Which jobs count as short: those whose tasks run for less than the cutoff on average (Hawk §2).
 *
 * @param seconds the cutoff, positive
 */
public record ShortCutoff(double seconds) {

  private static final double MILLIS_PER_SECOND = 1_000.0;

  public ShortCutoff {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("The cutoff (" + seconds + " s) must be positive.");
    }
  }

  /** Whether the job is short. */
  public boolean isShort(WorkloadJob job) {
    return job.workMillis() / (MILLIS_PER_SECOND * job.width()) < seconds;
  }
}
