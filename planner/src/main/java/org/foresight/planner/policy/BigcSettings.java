package org.foresight.planner.policy;

/**
 * Settings of {@link BigcPolicy}.
 *
 * @param cutoffMillis expected mean task runtime from which on a job is long; positive
 * @param shortShare the part of the cluster that short jobs are guaranteed, above 0 and below 1;
 *     the rest long jobs are
 */
public record BigcSettings(double cutoffMillis, double shortShare) {

  /** Between the cutoffs of Hawk's workloads, and the share of Kairos' evaluation (§4.5.2). */
  public static final BigcSettings DEFAULT = new BigcSettings(90_000, 0.95);

  public BigcSettings {
    if (!(cutoffMillis > 0)) {
      throw new IllegalArgumentException(
          "The cutoffMillis (" + cutoffMillis + ") must be positive.");
    }
    if (!(shortShare > 0 && shortShare < 1)) {
      throw new IllegalArgumentException(
          "The shortShare (" + shortShare + ") must be above 0 and below 1.");
    }
  }

  /** With another cutoff. */
  public BigcSettings withCutoffMillis(double newCutoffMillis) {
    return new BigcSettings(newCutoffMillis, shortShare);
  }
}
