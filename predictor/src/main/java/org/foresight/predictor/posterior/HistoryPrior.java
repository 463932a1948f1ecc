package org.foresight.predictor.posterior;

import java.util.Arrays;
import org.foresight.predictor.LogGrid;
import org.foresight.predictor.RuntimeDistribution;

/**
 * What history says of the logarithm of a mean runtime, made ready to be held against evidence. It
 * differs from history's own distribution in three ways:
 *
 * <ul>
 *   <li>stretched around its median on the logarithm, as far as history has been wrong before;
 *   <li>blurred by some percent, since history may be a few runs, or one;
 *   <li>mixed with a small part of the same, blurred by factors: now and then a job is another one
 *       than it was. Against that, evidence that history excludes can prevail. (It is the prior
 *       that needs the heavier tail for that, not the likelihood: O'Hagan, "On Outlier Rejection
 *       Phenomena in Bayes Inference", 1979.)
 * </ul>
 *
 * Immutable.
 */
final class HistoryPrior {

  /** Scale of the blur of a job that is as ever, on the natural logarithm. */
  private static final double SAME_SCALE = 0.05;

  /** How many jobs are others than before. */
  private static final double CHANGED_PART = 0.05;

  /**
   * Scale of the blur of a job that has changed, where finished tasks tell how: a tail of 1/k in
   * the factor k. With it the mean of the prior itself is infinite, but not of the posterior.
   */
  private static final double CHANGED_SCALE = 1.0;

  /** The same where no task has finished, for a prior whose mean is finite: a tail of 1/k². */
  private static final double CHANGED_SCALE_UNSEEN = 0.5;

  /** How fast the logarithm of the density falls beyond the ends of the grid. */
  private static final double FALL_BEYOND = 2.0;

  /** Variance of the blur of a job that is as ever: that of a Laplace distribution. */
  static final double SAME_VARIANCE = 2.0 * SAME_SCALE * SAME_SCALE;

  /** The logarithm at the middle of the first bin. */
  private final double origin;

  /** Logarithm of the density, up to a constant, in the middle of each bin. */
  private final double[] logDensity;

  private HistoryPrior(double origin, double[] logDensity) {
    this.origin = origin;
    this.logDensity = logDensity;
  }

  /** To be held against finished tasks: believed as far as it is trusted. */
  static HistoryPrior againstFinished(RuntimeDistribution history, double trust) {
    return of(history, trust, CHANGED_SCALE);
  }

  /**
   * To be held against running tasks alone. It is believed as it is, since there is nothing else to
   * believe: a prior that is stretched has a much longer mean, so that a job would look longer only
   * because its first task started.
   */
  static HistoryPrior againstRunning(RuntimeDistribution history) {
    return of(history, 1.0, CHANGED_SCALE_UNSEEN);
  }

  private static HistoryPrior of(RuntimeDistribution history, double trust, double changedScale) {
    double median = LogGrid.log(history.quantile(0.5));
    // The median is in the middle of a bin: history that is one runtime stays there.
    double origin = median % LogGrid.BIN_WIDTH;
    double[] same = binned(history, median, Math.sqrt(trust), origin);
    double[] changed = same.clone();
    LogGrid.smooth(same, SAME_SCALE);
    LogGrid.smooth(changed, changedScale);
    double[] logDensity = new double[same.length];
    Arrays.setAll(
        logDensity,
        bin -> Math.log((1.0 - CHANGED_PART) * same[bin] + CHANGED_PART * changed[bin]));
    return new HistoryPrior(origin, logDensity);
  }

  /** The probability of each bin; what is beyond the ends is in the outermost ones. */
  private static double[] binned(
      RuntimeDistribution history, double median, double squeeze, double origin) {
    double[] mass = new double[LogGrid.BINS];
    double below = 0.0;
    for (int bin = 0; bin < mass.length; bin++) {
      double upTo = 1.0;
      if (bin + 1 < mass.length) {
        double edge = origin + (bin + 0.5) * LogGrid.BIN_WIDTH;
        upTo = history.cdf(Math.exp(median + (edge - median) * squeeze));
      }
      mass[bin] = Math.max(0.0, upTo - below);
      below = Math.max(below, upTo);
    }
    return mass;
  }

  /** Logarithm of the density, up to a constant. */
  double logDensity(double logMean) {
    double position = (logMean - origin) / LogGrid.BIN_WIDTH;
    double clamped = Math.min(Math.max(position, 0.0), logDensity.length - 1.0);
    int left = Math.min((int) clamped, logDensity.length - 2);
    double beyond = Math.abs(position - clamped) * LogGrid.BIN_WIDTH;
    return logDensity[left]
        + (clamped - left) * (logDensity[left + 1] - logDensity[left])
        - FALL_BEYOND * beyond;
  }
}
