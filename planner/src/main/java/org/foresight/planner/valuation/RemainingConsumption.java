package org.foresight.planner.valuation;

import org.foresight.predictor.RuntimeDistribution;

/**
 * Expected remaining resource consumption of a running task, RRC (3Sigma §3.2), with the handling
 * of under-estimates of §4.2: once a task has run as long as the longest runtime known, its
 * expected end is put off by one planning cycle, then by two more, four more, and so on.
 */
public final class RemainingConsumption {

  private final double cycleMillis;

  /**
   * @param cycleMillis length of a planning cycle, positive
   */
  public RemainingConsumption(double cycleMillis) {
    if (cycleMillis <= 0) {
      throw new IllegalArgumentException("The cycle (" + cycleMillis + " ms) must be positive.");
    }
    this.cycleMillis = cycleMillis;
  }

  /**
   * Probability that a task which has run {@code elapsedMillis} still runs {@code aheadMillis} from
   * now.
   */
  public double at(RuntimeDistribution runtime, double elapsedMillis, double aheadMillis) {
    if (elapsedMillis < runtime.maxMillis()) {
      return runtime.survivalGiven(elapsedMillis + aheadMillis, elapsedMillis);
    }
    return elapsedMillis + aheadMillis < extendedEndMillis(runtime.maxMillis(), elapsedMillis)
        ? 1.0
        : 0.0;
  }

  /** The first of max + (2^k − 1) cycles, k = 1, 2, …, that lies beyond the elapsed time. */
  double extendedEndMillis(double maxMillis, double elapsedMillis) {
    double cyclesOver = (elapsedMillis - maxMillis) / cycleMillis;
    int doublings = (int) Math.floor(Math.log(cyclesOver + 1.0) / Math.log(2.0)) + 1;
    double end = maxMillis + (Math.pow(2.0, doublings) - 1.0) * cycleMillis;
    // Rounding of the logarithm may land one step short.
    return end > elapsedMillis
        ? end
        : maxMillis + (Math.pow(2.0, doublings + 1) - 1.0) * cycleMillis;
  }
}
