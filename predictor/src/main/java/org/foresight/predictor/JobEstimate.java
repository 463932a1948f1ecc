package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import java.util.OptionalDouble;

/**
 * What history says of a job before it runs.
 *
 * @param span distribution of the runtime with all tasks at once, see {@link JobOutcome#spanMillis}
 * @param meanTaskToSpan mean of (mean task runtime / span) over the same history, in (0, 1]
 * @param meanWidth mean number of tasks over the same history, at least 1
 * @param stages the same stage by stage, those of the last run; empty where unknown
 * @param basis where the numbers come from
 */
public record JobEstimate(
    RuntimeDistribution span,
    double meanTaskToSpan,
    double meanWidth,
    ImmutableList<StageEstimate> stages,
    EstimateBasis basis) {

  /** An estimate within this factor is a good one, by which 3Sigma tells mis-estimates (§2). */
  private static final double GOOD_FACTOR = 2.0;

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

  /** An estimate of whose stages nothing is known. */
  public JobEstimate(
      RuntimeDistribution span, double meanTaskToSpan, double meanWidth, EstimateBasis basis) {
    this(span, meanTaskToSpan, meanWidth, ImmutableList.of(), basis);
  }

  /** The one runtime to name where one is wanted. */
  public double pointMillis() {
    return basis.pointMillis();
  }

  /**
   * How sure it is: the probability, by its own distribution, that the runtime is off the point by
   * less than a factor of 2. What is calibrated says 0.8 of jobs of which four in five come true.
   */
  public double confidence() {
    double point = basis.pointMillis();
    double shorter = span.cdf(Math.nextDown(point / GOOD_FACTOR));
    return Math.max(0.0, span.cdf(point * GOOD_FACTOR) - shorter);
  }

  /**
   * The confidence to tell people. Empty where it rests on less than five jobs: the distribution of
   * runtimes of which one or two were seen may be as narrow as that of a hundred.
   */
  public OptionalDouble statedConfidence() {
    return basis.isThin() ? OptionalDouble.empty() : OptionalDouble.of(confidence());
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

  /**
   * Distribution of the mean task runtime of a stage: by the stage of that name; of a job of one
   * stage, and where stages are not known apart, by what is known of all its tasks, which is known
   * more closely.
   */
  public RuntimeDistribution taskRuntime(String stage) {
    if (stages.size() > 1) {
      for (StageEstimate known : stages) {
        if (known.name().equals(stage)) {
          return known.taskRuntime();
        }
      }
    }
    return taskRuntime();
  }
}
