package org.foresight.cli.support;

import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/** 95 % confidence intervals of what repetitions measure. */
public final class Intervals {

  private static final double CONFIDENCE = 0.95;

  /** The normal quantile that belongs to the confidence. */
  private static final double Z = 1.959964;

  private Intervals() {}

  /**
   * Student's interval of the mean.
   *
   * @param values at least two
   */
  public static Interval mean(double[] values) {
    if (values.length < 2) {
      throw new IllegalArgumentException(
          "An interval needs at least two values, not " + values.length + ".");
    }
    double mean = StatUtils.mean(values);
    double half =
        new TDistribution(values.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
            * Math.sqrt(StatUtils.variance(values) / values.length);
    return new Interval(mean, mean - half, mean + half);
  }

  /**
   * Wilson's interval of a rate.
   *
   * @param hits how many of them, at most {@code trials}
   * @param trials at least 1
   */
  public static Interval rate(long hits, long trials) {
    ConfidenceInterval wilson =
        new WilsonScoreInterval()
            .createInterval(Math.toIntExact(trials), Math.toIntExact(hits), CONFIDENCE);
    return new Interval((double) hits / trials, wilson.getLowerBound(), wilson.getUpperBound());
  }

  /**
   * Katz's interval, on the logarithm, of the ratio of two rates; empty where one of them is zero.
   *
   * @param baseHits hits of the rate that is divided by
   * @param baseTrials its trials
   * @param hits hits of the other rate
   * @param trials its trials
   */
  public static Optional<Interval> ratioOfRates(
      long baseHits, long baseTrials, long hits, long trials) {
    if (baseHits == 0 || hits == 0) {
      return Optional.empty();
    }
    double ratio = ((double) hits / trials) / ((double) baseHits / baseTrials);
    double deviation = Math.sqrt(1.0 / hits - 1.0 / trials + 1.0 / baseHits - 1.0 / baseTrials);
    return Optional.of(
        new Interval(ratio, ratio * Math.exp(-Z * deviation), ratio * Math.exp(Z * deviation)));
  }
}
