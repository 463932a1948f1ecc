package org.foresight.planner.valuation;

import org.foresight.predictor.RuntimeDistribution;

/**
 * Utility of a service, which never ends: what counts is when it starts, and that it starts with
 * all its tasks. It decreases linearly with the start, as that of a best-effort job does with the
 * end, and with fewer tasks at once in proportion.
 */
public final class ServiceUtility implements UtilityFunction {

  private final double weight;
  private final double nowMillis;
  private final double spanMillis;
  private final double wholeMillis;

  /**
   * @param weight utility of starting now with all tasks, positive
   * @param nowMillis the time of planning
   * @param spanMillis how much later the utility reaches zero, positive
   * @param wholeMillis mean of the runtime that is assumed with all tasks at once, positive
   */
  public ServiceUtility(double weight, double nowMillis, double spanMillis, double wholeMillis) {
    if (weight <= 0 || spanMillis <= 0 || wholeMillis <= 0) {
      throw new IllegalArgumentException(
          "The weight ("
              + weight
              + "), the span ("
              + spanMillis
              + ") and the whole ("
              + wholeMillis
              + ") must be positive.");
    }
    this.weight = weight;
    this.nowMillis = nowMillis;
    this.spanMillis = spanMillis;
    this.wholeMillis = wholeMillis;
  }

  /** Of a service that ends the utility is that of one that has started so long before. */
  @Override
  public double at(double completionMillis) {
    return ofStart(completionMillis - wholeMillis);
  }

  @Override
  public double expected(double startMillis, RuntimeDistribution runtime) {
    // Fewer tasks at once take longer by their waves.
    double part = Math.min(1.0, wholeMillis / Math.max(1.0, runtime.meanMillis()));
    return part * ofStart(startMillis);
  }

  private double ofStart(double startMillis) {
    return Math.max(0.0, weight * (1.0 - (startMillis - nowMillis) / spanMillis));
  }
}
