package org.foresight.planner.valuation;

import org.foresight.predictor.RuntimeDistribution;

/**
 * Utility of an SLO job: its full value until the deadline, nothing after it (3Sigma §3.1, fig.
 * 3a).
 *
 * <p>With a tail the utility decays past the deadline, linearly from half the value to nothing over
 * {@code tailMillis}, so that a job whose every known runtime is too long is still tried where
 * there is room, after every job that can make it (§4.2, fig. 3d). The paper leaves the slope open;
 * half the value keeps such a job below any other SLO job of the same value.
 *
 * <p>Not in the paper: of two ways that are as likely to end in time the one that is expected to
 * end earlier is worth a little more, so that a job with slack does not wait without need.
 */
public final class DeadlineUtility implements UtilityFunction {

  private static final double TAIL_SHARE = 0.5;

  private final double value;
  private final double deadlineMillis;
  private final double tailMillis;
  private final double earlyValue;
  private final double nowMillis;

  /**
   * @param value utility of meeting the deadline, positive
   * @param deadlineMillis the deadline
   * @param tailMillis length of the tail; 0 for none
   * @param earlyValue what ending now is worth beyond that, falling linearly to nothing for an end
   *     at the deadline
   * @param nowMillis the time of planning
   */
  public DeadlineUtility(
      double value, double deadlineMillis, double tailMillis, double earlyValue, double nowMillis) {
    if (value <= 0 || tailMillis < 0 || earlyValue < 0) {
      throw new IllegalArgumentException(
          "The value ("
              + value
              + ") must be positive, the tail ("
              + tailMillis
              + ") and the early value ("
              + earlyValue
              + ") not negative.");
    }
    this.value = value;
    this.deadlineMillis = deadlineMillis;
    this.tailMillis = tailMillis;
    this.earlyValue = earlyValue;
    this.nowMillis = nowMillis;
  }

  @Override
  public double at(double completionMillis) {
    if (completionMillis <= deadlineMillis) {
      return value;
    }
    double late = completionMillis - deadlineMillis;
    return late >= tailMillis ? 0.0 : value * TAIL_SHARE * (1.0 - late / tailMillis);
  }

  @Override
  public double expected(double startMillis, RuntimeDistribution runtime) {
    double inTime = runtime.cdf(deadlineMillis - startMillis);
    double endMillis = startMillis + runtime.meanMillis();
    double left = (deadlineMillis - endMillis) / Math.max(1.0, deadlineMillis - nowMillis);
    double early = earlyValue * Math.max(0.0, left) * inTime;
    // Without a tail the expectation is exactly the probability of being in time.
    return tailMillis > 0
        ? UtilityFunction.super.expected(startMillis, runtime) + early
        : value * inTime + early;
  }
}
