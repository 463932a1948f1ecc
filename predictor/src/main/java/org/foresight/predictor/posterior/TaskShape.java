package org.foresight.predictor.posterior;

import org.apache.commons.math3.special.Erf;

/**
 * How runtimes lie around their mean: lognormal up to three standard deviations of the logarithm,
 * and beyond that a Pareto tail of the same hazard.
 *
 * <p>Stragglers are more frequent than a lognormal distribution has them, and with its tail one
 * task that hangs would be proof of a long mean: the further out, the more. With a Pareto tail its
 * word has an upper bound. The survival function is log-concave on the logarithm throughout, so
 * that a running task that grows older never speaks for a shorter mean.
 *
 * <p>Immutable. The normal distribution comes from a table, of which the logarithm is interpolated:
 * that keeps the concavity and is exact to 2·10⁻⁶.
 */
final class TaskShape {

  /** Below it tasks are as good as equal; a variance of zero has no logarithm. */
  private static final double MIN_COV = 1e-6;

  /** Beyond it the Pareto tail would soon have no mean. */
  static final double MAX_COV = 4.0;

  /** Where the tail begins, in standard deviations. */
  private static final double TAIL_FROM = 3.0;

  private static final int STEPS_PER_DEVIATION = 256;

  /** Below it everything survives. */
  private static final double TABLE_FROM = -9.0;

  /** ln P(a standard normal variable is larger), from {@link #TABLE_FROM} to the tail. */
  private static final double[] LOG_SURVIVAL = logSurvivalTable();

  private static final double SURVIVAL_AT_TAIL = normalSurvival(TAIL_FROM);

  /** Of the standard normal distribution where the tail begins. */
  private static final double HAZARD_AT_TAIL =
      Math.exp(-TAIL_FROM * TAIL_FROM / 2.0) / Math.sqrt(2.0 * Math.PI) / SURVIVAL_AT_TAIL;

  /** Standard deviation of the logarithm. */
  private final double sigma;

  /** ln(mean / median). */
  private final double meanShift;

  /** Index of the tail: P(more than k times as long) = k^−index. */
  private final double tailIndex;

  /** The part of the mean that comes from the tail. */
  private final double tailMean;

  /** A shape of about this coefficient of variation; what is beyond reason counts as the bound. */
  TaskShape(double cov) {
    sigma = Math.sqrt(TaskTimes.logVariance(Math.min(Math.max(cov, MIN_COV), MAX_COV)));
    tailIndex = HAZARD_AT_TAIL / sigma;
    // Both relative to the median.
    double bodyMean = Math.exp(sigma * sigma / 2.0) * (1.0 - normalSurvival(TAIL_FROM - sigma));
    double beyond = SURVIVAL_AT_TAIL * Math.exp(TAIL_FROM * sigma) * tailIndex / (tailIndex - 1.0);
    meanShift = Math.log(bodyMean + beyond);
    tailMean = beyond / (bodyMean + beyond);
  }

  private static double[] logSurvivalTable() {
    double[] table = new double[(int) ((TAIL_FROM - TABLE_FROM) * STEPS_PER_DEVIATION) + 1];
    for (int i = 0; i < table.length; i++) {
      double deviations = TABLE_FROM + (double) i / STEPS_PER_DEVIATION;
      table[i] = Math.log(0.5 * Erf.erfc(deviations / Math.sqrt(2.0)));
    }
    return table;
  }

  /** ln P(a standard normal variable is larger), for arguments up to the tail. */
  private static double logNormalSurvival(double deviations) {
    double position = (deviations - TABLE_FROM) * STEPS_PER_DEVIATION;
    if (!(position > 0.0)) {
      return 0.0;
    }
    int left = Math.min((int) position, LOG_SURVIVAL.length - 2);
    return LOG_SURVIVAL[left] + (position - left) * (LOG_SURVIVAL[left + 1] - LOG_SURVIVAL[left]);
  }

  private static double normalSurvival(double deviations) {
    return Math.exp(logNormalSurvival(deviations));
  }

  /** So many standard deviations around the median, as ln(runtime / mean). */
  double logRatio(double deviations) {
    return deviations * sigma - meanShift;
  }

  private double deviations(double logRatio) {
    return (logRatio + meanShift) / sigma;
  }

  /**
   * ln P(runtime &gt; t).
   *
   * @param logRatio ln(t / mean runtime)
   */
  double logSurvival(double logRatio) {
    double deviations = deviations(logRatio);
    return deviations < TAIL_FROM
        ? logNormalSurvival(deviations)
        : LOG_SURVIVAL[LOG_SURVIVAL.length - 1] - HAZARD_AT_TAIL * (deviations - TAIL_FROM);
  }

  /** P(runtime ≤ t), see {@link #logSurvival}. */
  double cdf(double logRatio) {
    return 1.0 - Math.exp(logSurvival(logRatio));
  }

  /**
   * E[runtime − t | runtime &gt; t] / mean runtime: what a task of age t still has to run.
   *
   * @param logRatio ln(t / mean runtime); −∞ for a task that has just started
   */
  double meanRest(double logRatio) {
    double age = Math.exp(logRatio);
    double deviations = deviations(logRatio);
    if (deviations >= TAIL_FROM) {
      return age / (tailIndex - 1.0);
    }
    double body =
        Math.exp(sigma * sigma / 2.0 - meanShift)
            * (normalSurvival(deviations - sigma) - normalSurvival(TAIL_FROM - sigma));
    return Math.max(0.0, (body + tailMean) / normalSurvival(deviations) - age);
  }
}
