package org.foresight.predictor;

import java.util.function.DoubleUnaryOperator;

/**
 * A runtime that is known exactly: all probability at one value.
 *
 * @param millis the runtime, finite and at least 0
 */
public record PointDistribution(double millis) implements RuntimeDistribution {

  public PointDistribution {
    if (!Double.isFinite(millis) || millis < 0.0) {
      throw new IllegalArgumentException(
          "The millis (" + millis + ") of a point distribution must be finite and at least 0.");
    }
  }

  @Override
  public double cdf(double millis) {
    return millis < this.millis ? 0.0 : 1.0;
  }

  @Override
  public double quantile(double probability) {
    Arguments.requireProbability(probability);
    return millis;
  }

  @Override
  public double minMillis() {
    return millis;
  }

  @Override
  public double maxMillis() {
    return millis;
  }

  @Override
  public double meanMillis() {
    return millis;
  }

  @Override
  public double expectation(DoubleUnaryOperator function) {
    return function.applyAsDouble(millis);
  }

  @Override
  public PointDistribution scaledBy(double factor) {
    Arguments.requireFactor(factor, millis);
    return new PointDistribution(millis * factor);
  }
}
