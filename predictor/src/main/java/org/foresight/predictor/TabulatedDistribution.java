package org.foresight.predictor;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A distribution whose cumulative function is given at some runtimes and linear between them.
 *
 * <p>Immutable.
 */
public final class TabulatedDistribution implements RuntimeDistribution {

  private final double[] millis;

  /** P(runtime ≤ millis), rising from zero to one. */
  private final double[] cumulative;

  private final double meanMillis;

  private TabulatedDistribution(double[] millis, double[] cumulative, double meanMillis) {
    this.millis = millis;
    this.cumulative = cumulative;
    this.meanMillis = meanMillis;
  }

  /**
   * A distribution from a table, of which those ends are cut off that have no mass.
   *
   * @param millis strictly rising runtimes, none negative
   * @param cumulative for each the probability of a runtime up to it: zero for the first, one for
   *     the last, never falling
   */
  public static TabulatedDistribution of(double[] millis, double[] cumulative) {
    int last = cumulative.length - 1;
    if (millis.length != cumulative.length || last < 1) {
      throw new IllegalArgumentException(
          "A table needs as many runtimes ("
              + millis.length
              + ") as probabilities ("
              + cumulative.length
              + "), at least two.");
    }
    if (cumulative[0] != 0.0 || cumulative[last] != 1.0) {
      throw new IllegalArgumentException(
          "The probabilities of a table must begin with 0, not ("
              + cumulative[0]
              + "), and end with 1, not ("
              + cumulative[last]
              + ").");
    }
    int from = 0;
    while (cumulative[from + 1] <= 0.0) {
      from++;
    }
    int to = last;
    while (cumulative[to - 1] >= 1.0) {
      to--;
    }
    double[] usedMillis = Arrays.copyOfRange(millis, from, to + 1);
    double[] used = Arrays.copyOfRange(cumulative, from, to + 1);
    double mean = 0.0;
    for (int i = 1; i < used.length; i++) {
      mean += (used[i] - used[i - 1]) * middle(usedMillis, i);
    }
    return new TabulatedDistribution(usedMillis, used, mean);
  }

  private static double middle(double[] millis, int right) {
    return millis[right - 1] + (millis[right] - millis[right - 1]) / 2.0;
  }

  @Override
  public double cdf(double runtimeMillis) {
    if (!(runtimeMillis > millis[0])) {
      return 0.0;
    }
    if (runtimeMillis >= maxMillis()) {
      return 1.0;
    }
    int found = Arrays.binarySearch(millis, runtimeMillis);
    if (found >= 0) {
      return cumulative[found];
    }
    int right = -found - 1;
    double part = (runtimeMillis - millis[right - 1]) / (millis[right] - millis[right - 1]);
    double probability = cumulative[right - 1] + part * (cumulative[right] - cumulative[right - 1]);
    return Math.min(probability, cumulative[right]);
  }

  @Override
  public double quantile(double probability) {
    Arguments.requireProbability(probability);
    if (probability <= 0.0) {
      return minMillis();
    }
    int right = Arguments.firstAtLeast(cumulative, 1, probability);
    double mass = cumulative[right] - cumulative[right - 1];
    double part = (probability - cumulative[right - 1]) / mass;
    double runtime = millis[right - 1] + part * (millis[right] - millis[right - 1]);
    return Math.min(runtime, millis[right]);
  }

  @Override
  public double minMillis() {
    return millis[0];
  }

  @Override
  public double maxMillis() {
    return millis[millis.length - 1];
  }

  @Override
  public double meanMillis() {
    return meanMillis;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Between two neighbours of the table the function counts with its value in the middle, so
   * that of linear functions the expectation is exact.
   */
  @Override
  public double expectation(DoubleUnaryOperator function) {
    double sum = 0.0;
    for (int i = 1; i < cumulative.length; i++) {
      double mass = cumulative[i] - cumulative[i - 1];
      if (mass > 0.0) {
        sum += mass * function.applyAsDouble(middle(millis, i));
      }
    }
    return sum;
  }

  @Override
  public TabulatedDistribution scaledBy(double factor) {
    Arguments.requireFactor(factor, maxMillis());
    double[] scaled = Arrays.stream(millis).map(runtime -> runtime * factor).toArray();
    return new TabulatedDistribution(scaled, cumulative, meanMillis * factor);
  }

  @Override
  public String toString() {
    return "TabulatedDistribution[min="
        + minMillis()
        + ", p50="
        + quantile(0.5)
        + ", p90="
        + quantile(0.9)
        + ", max="
        + maxMillis()
        + "]";
  }
}
