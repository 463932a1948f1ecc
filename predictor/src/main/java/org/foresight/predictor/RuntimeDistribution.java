package org.foresight.predictor;

import java.util.function.DoubleUnaryOperator;

/**
 * Distribution of a runtime, in milliseconds.
 *
 * <p>Implementations are immutable. The cumulative distribution function is monotone, 0 below
 * {@link #minMillis()} and 1 from {@link #maxMillis()} on; {@link #quantile} is its inverse.
 */
public interface RuntimeDistribution {

  /** P(runtime ≤ {@code millis}). */
  double cdf(double millis);

  /**
   * Smallest runtime that is not exceeded with probability {@code probability}.
   *
   * @throws IllegalArgumentException if {@code probability} is outside [0, 1]
   */
  double quantile(double probability);

  double minMillis();

  double maxMillis();

  double meanMillis();

  /** E[{@code function}(runtime)]. */
  double expectation(DoubleUnaryOperator function);

  /** P(runtime &gt; {@code millis}): the expected resource consumption RC of 3Sigma §3.2. */
  default double survival(double millis) {
    return 1.0 - cdf(millis);
  }

  /**
   * P(runtime &gt; {@code millis} | runtime &gt; {@code elapsedMillis}): the remaining resource
   * consumption RRC of 3Sigma §3.2. 0 once the elapsed time has reached the largest runtime known;
   * what an under-estimate means then is for the caller to decide (§4.2).
   */
  default double survivalGiven(double millis, double elapsedMillis) {
    if (millis <= elapsedMillis) {
      return 1.0;
    }
    double alive = survival(elapsedMillis);
    return alive <= 0.0 ? 0.0 : Math.min(1.0, survival(millis) / alive);
  }

  /** The distribution of {@code factor} × runtime; {@code factor} must be positive. */
  RuntimeDistribution scaledBy(double factor);
}
