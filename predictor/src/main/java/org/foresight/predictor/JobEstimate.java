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
    // Written so that NaN fails too.
    if (!(meanTaskToSpan > 0.0 && meanTaskToSpan <= 1.0) || !(meanWidth >= 1.0)) {
      throw new IllegalArgumentException(
          "A job estimate needs a meanTaskToSpan ("
              + meanTaskToSpan
              + ") in (0, 1] and a meanWidth ("
              + meanWidth
              + ") of at least 1.");
    }
  }

  /**
   * Distribution of the runtime of {@code tasks} tasks of which at most {@code parallelism} run at
   * once: all waves but the last take a mean task each, the last one the longest task.
   */
  public RuntimeDistribution runtime(int tasks, int parallelism) {
    if (tasks < 1 || parallelism < 1) {
      throw new IllegalArgumentException(
          "tasks (" + tasks + ") and parallelism (" + parallelism + ") must be at least 1.");
    }
    // Rounded up without a sum: a parallelism that means "no limit" must not overflow it.
    int waves = (tasks - 1) / parallelism + 1;
    return waves == 1 ? span : span.scaledBy(1.0 + (waves - 1) * meanTaskToSpan);
  }

  /** Distribution of the runtime of one task. */
  public RuntimeDistribution taskRuntime() {
    return meanTaskToSpan == 1.0 ? span : span.scaledBy(meanTaskToSpan);
  }
}
