package org.foresight.planner.node;

/**
 * What a node that schedules by least attained service tells of itself.
 *
 * @param vcores how many virtual cores it shares out
 * @param tasks how many tasks are on it, suspended ones included
 * @param suspended how many of them are suspended
 * @param taskVcores how many virtual cores all tasks on it need together to run
 * @param unsuspendableVcores how many of these belong to tasks that may not be suspended
 * @param attainedSumSeconds the service that the tasks have attained together
 * @param attainedVariance the variance of the service that the tasks have attained, in square
 *     seconds; 0 with fewer than two
 * @param memoryHeadroomMb how much memory is left for more tasks; suspended ones keep theirs
 */
public record NodeStatistics(
    int vcores,
    int tasks,
    int suspended,
    int taskVcores,
    int unsuspendableVcores,
    double attainedSumSeconds,
    double attainedVariance,
    long memoryHeadroomMb) {

  /** The standard deviation of attained service in seconds, which the paper's prototype reports. */
  public double attainedStandardDeviation() {
    return Math.sqrt(attainedVariance);
  }

  /**
   * The same with what is known better elsewhere.
   *
   * @param newTasks how many tasks there are
   * @param newTaskVcores how many virtual cores they need together
   * @param newUnsuspendableVcores how many of these belong to tasks that may not be suspended
   */
  public NodeStatistics withTasks(int newTasks, int newTaskVcores, int newUnsuspendableVcores) {
    return new NodeStatistics(
        vcores,
        newTasks,
        suspended,
        newTaskVcores,
        newUnsuspendableVcores,
        attainedSumSeconds,
        attainedVariance,
        memoryHeadroomMb);
  }
}
