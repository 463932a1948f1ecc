package org.foresight.predictor;

/**
 * What history says of a job before it runs.
 *
 * @param span distribution of the runtime with all tasks at once, see {@link JobOutcome#spanMillis}
 * @param meanTaskToSpan mean of (mean task runtime / span) over the same history, in (0, 1]
 * @param meanWidth mean number of tasks over the same history, at least 1
 * @param basis where the numbers come from
 */
public record JobEstimate(
    RuntimeDistribution span, double meanTaskToSpan, double meanWidth, EstimateBasis basis) {

  public JobEstimate {
    if (!(meanTaskToSpan > 0 && meanTaskToSpan <= 1) || !(meanWidth >= 1)) {
      throw new IllegalArgumentException(
          "meanTaskToSpan ("
              + meanTaskToSpan
              + ") must lie in (0, 1], meanWidth ("
              + meanWidth
              + ") must be at least 1.");
    }
  }

  /**
   * Distribution of the runtime of so many waves of tasks: all waves but the last take a mean task
   * each, the last one the longest task.
   */
  public RuntimeDistribution runtimeOfWaves(int waves) {
    if (waves < 1) {
      throw new IllegalArgumentException("The waves (" + waves + ") must be at least 1.");
    }
    return waves == 1 ? span : span.scaledBy(1.0 + (waves - 1) * meanTaskToSpan);
  }

  /** Distribution of the runtime of one task. */
  public RuntimeDistribution taskRuntime() {
    return meanTaskToSpan == 1.0 ? span : span.scaledBy(meanTaskToSpan);
  }
}
