package org.foresight.predictor.posterior;

import java.util.OptionalDouble;
import org.foresight.predictor.LogGrid;
import org.foresight.predictor.TaskVariation;

/**
 * What one stage of one finished job says of spreads; empty where it says nothing.
 *
 * @param logVariance variance of the logarithm of the runtimes of its tasks
 * @param logFirstWave ln(mean of its pilots / mean of all its tasks), as one job shows it
 * @param squaredError squared number of deviations by which history was off its mean task runtime
 */
record SpreadSample(
    OptionalDouble logVariance, OptionalDouble logFirstWave, OptionalDouble squaredError) {

  /** Fewer tasks have hardly a spread. */
  private static final int MIN_TASKS = 3;

  /** No single job proves more: the rest is for the tail of the prior. */
  private static final double MAX_SQUARED_ERROR = 25.0;

  /**
   * What a stage says.
   *
   * @param width number of its tasks, at least 1
   * @param meanMillis their mean runtime
   * @param variation how they differed
   */
  static SpreadSample of(int width, double meanMillis, TaskVariation variation) {
    boolean enough = width >= MIN_TASKS && meanMillis > 0.0;
    return new SpreadSample(
        enough ? OptionalDouble.of(TaskTimes.logVariance(variation.cov())) : OptionalDouble.empty(),
        enough && variation.firstTasks() < width
            ? OptionalDouble.of(logFirstWave(width, meanMillis, variation))
            : OptionalDouble.empty(),
        variation
            .foreseen()
            .map(foreseen -> OptionalDouble.of(squaredError(foreseen, meanMillis)))
            .orElse(OptionalDouble.empty()));
  }

  /**
   * Of pilots that are no different, the logarithm of the mean lies below that of all by half its
   * variance, the more so the fewer they are. That is no bias and is put back; the variance is that
   * of a sample from as many tasks as there are.
   */
  private static double logFirstWave(int width, double meanMillis, TaskVariation variation) {
    int pilots = variation.firstTasks();
    double others = 1.0 - (double) pilots / width;
    double variance = TaskTimes.logVariance(variation.cov() * Math.sqrt(others / pilots));
    return LogGrid.log(variation.firstMeanMillis()) - LogGrid.log(meanMillis) + variance / 2.0;
  }

  /** Around the median, as {@link HistoryPrior} stretches, and with the blur that it adds. */
  private static double squaredError(TaskVariation.Foreseen foreseen, double meanMillis) {
    double off = LogGrid.log(meanMillis) - LogGrid.log(foreseen.medianMillis());
    return Math.min(
        MAX_SQUARED_ERROR, off * off / (foreseen.logVariance() + HistoryPrior.SAME_VARIANCE));
  }
}
