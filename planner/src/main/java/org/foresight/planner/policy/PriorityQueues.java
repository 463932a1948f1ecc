package org.foresight.planner.policy;

/**
 * The priority queues of SLearn's generic scheduler GS (§5.1.1): by size, with exponentially
 * growing thresholds, each with a weight that says how much of the cluster it gets beside others.
 *
 * @param count how many queues
 * @param firstThresholdMillis the work, in task-milliseconds, from which on a job is no longer in
 *     the first queue
 * @param growth how many times the threshold of a queue is that of the one before it
 * @param weightDecay how many times the weight of a queue is that of the one after it
 */
public record PriorityQueues(
    int count, long firstThresholdMillis, double growth, double weightDecay) {

  /** SLearn's defaults (§5.2). */
  public static final PriorityQueues DEFAULT = new PriorityQueues(10, 1_000_000, 10, 10);

  public PriorityQueues {
    if (count < 1 || firstThresholdMillis < 1) {
      throw new IllegalArgumentException(
          "The count ("
              + count
              + ") and the firstThresholdMillis ("
              + firstThresholdMillis
              + ") of priority queues must be positive.");
    }
    if (!(growth > 1 && weightDecay >= 1)) {
      throw new IllegalArgumentException(
          "The growth ("
              + growth
              + ") of priority queues must be above 1, the weightDecay ("
              + weightDecay
              + ") at least 1.");
    }
  }

  /** The queue of a job with this work; 0 is the first. */
  public int queueOf(long workMillis) {
    double threshold = firstThresholdMillis;
    int queue = 0;
    while (queue < count - 1 && workMillis >= threshold) {
      threshold *= growth;
      queue++;
    }
    return queue;
  }

  /** The weight of a queue; that of the first is 1. */
  public double weight(int queue) {
    return Math.pow(weightDecay, -queue);
  }
}
