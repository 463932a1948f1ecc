package org.foresight.planner.valuation;

import org.foresight.predictor.RuntimeDistribution;

/**
 * Utility of a best-effort job: decreases linearly with its completion time (3Sigma §3.1).
 *
 * <p>The paper anchors the line at submission, so that of two equal jobs the one that has waited
 * longer is worth less, and in the end nothing. Here the line is anchored anew at every cycle: full
 * weight for ending now, nothing for ending {@code spanMillis} later. What a job has waited belongs
 * into its weight.
 */
public final class BestEffortUtility implements UtilityFunction {

  private final double weight;
  private final double nowMillis;
  private final double spanMillis;

  /**
   * @param weight utility of ending now, positive
   * @param nowMillis the time of planning
   * @param spanMillis how much later the utility reaches zero, positive
   */
  public BestEffortUtility(double weight, double nowMillis, double spanMillis) {
    if (weight <= 0 || spanMillis <= 0) {
      throw new IllegalArgumentException(
          "The weight (" + weight + ") and the span (" + spanMillis + ") must be positive.");
    }
    this.weight = weight;
    this.nowMillis = nowMillis;
    this.spanMillis = spanMillis;
  }

  @Override
  public double at(double completionMillis) {
    return Math.max(0.0, weight * (1.0 - (completionMillis - nowMillis) / spanMillis));
  }

  @Override
  public double expected(double startMillis, RuntimeDistribution runtime) {
    // A line's expectation is its value at the mean, as long as it is not cut off at zero.
    return startMillis + runtime.maxMillis() <= nowMillis + spanMillis
        ? at(startMillis + runtime.meanMillis())
        : UtilityFunction.super.expected(startMillis, runtime);
  }
}
