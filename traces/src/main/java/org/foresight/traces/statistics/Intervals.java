package org.foresight.traces.statistics;

import java.util.Arrays;
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
   * Student's interval of the mean of values that cannot be negative, on the logarithm: that of the
   * mean's logarithm has by the delta method the standard error of the mean over the mean. It has
   * no end below zero, holds the mean, and is {@link #mean} where the spread is small.
   *
   * @param values at least two, none negative; all zero for an interval of zero alone
   */
  public static Interval meanOfPositive(double[] values) {
    Interval plain = mean(values);
    double mean = plain.value();
    if (mean == 0) {
      return plain;
    }
    double factor = Math.exp((plain.high() - mean) / mean);
    return new Interval(mean, mean / factor, mean * factor);
  }

  /**
   * The geometric mean, with Student's interval on the logarithm.
   *
   * @param values at least two, all positive
   */
  public static Interval geometricMean(double[] values) {
    Interval logarithm = mean(Arrays.stream(values).map(Math::log).toArray());
    return new Interval(
        Math.exp(logarithm.value()), Math.exp(logarithm.low()), Math.exp(logarithm.high()));
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
