package org.foresight.planner.cluster;

/**
 * A task that holds resources.
 *
 * @param taskId names it within its job, as in the events
 * @param nodeId the node it runs on
 * @param kind what kind of task
 * @param partition the partition of the node it runs on
 * @param nodeClass the class of the node it runs on; empty where unknown
 * @param held what it holds
 * @param startMillis since when
 */
public record RunningTask(
    String taskId,
    String nodeId,
    TaskAsk.Kind kind,
    String partition,
    String nodeClass,
    ResourceVector held,
    long startMillis) {

  /** A task on a node of unknown class. */
  public RunningTask(
      String taskId,
      String nodeId,
      TaskAsk.Kind kind,
      String partition,
      ResourceVector held,
      long startMillis) {
    this(taskId, nodeId, kind, partition, "", held, startMillis);
  }

  /** The same task, taken to hold this. */
  public RunningTask holding(ResourceVector other) {
    return new RunningTask(taskId, nodeId, kind, partition, nodeClass, other, startMillis);
  }
}
