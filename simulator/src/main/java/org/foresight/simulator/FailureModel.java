package org.foresight.simulator;

/**
 * What goes wrong, at random but the same for every policy: failures are drawn from the seed, the
 * task and its attempt, not from the order of events.
 *
 * @param nodeMtbfMillis mean time until a node fails, exponential; infinite for never
 * @param nodeRepairMillis how long a failed node is away
 * @param taskFailureProbability probability that an attempt of a task fails, at a moment uniform in
 *     its runtime, in [0, 0.9]
 */
public record FailureModel(
    double nodeMtbfMillis, long nodeRepairMillis, double taskFailureProbability) {

  /** Nothing fails. */
  public static final FailureModel NONE = new FailureModel(Double.POSITIVE_INFINITY, 0, 0.0);

  /** About 30 years. */
  private static final long LONGEST_REPAIR_MILLIS = 1_000_000_000_000L;

  public FailureModel {
    if (!(nodeMtbfMillis >= 1)) {
      throw new IllegalArgumentException(
          "The nodeMtbfMillis (" + nodeMtbfMillis + ") must be at least 1.");
    }
    if (nodeRepairMillis < 0 || nodeRepairMillis > LONGEST_REPAIR_MILLIS) {
      throw new IllegalArgumentException(
          "The nodeRepairMillis ("
              + nodeRepairMillis
              + ") must be between 0 and "
              + LONGEST_REPAIR_MILLIS
              + ".");
    }
    if (!(taskFailureProbability >= 0 && taskFailureProbability <= 0.9)) {
      throw new IllegalArgumentException(
          "The taskFailureProbability ("
              + taskFailureProbability
              + ") must be in [0, 0.9], so that every task succeeds in the end.");
    }
  }
}
