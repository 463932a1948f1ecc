package org.foresight.planner.cluster;

/**
 * Tasks that a job waits for.
 *
 * @param kind what kind of task
 * @param partition the partition they must run in
 * @param demand what each of them needs
 * @param count how many are waited for, at least 1
 * @param stage the stage that they belong to, as in the events of tasks; empty where unknown
 */
public record TaskAsk(Kind kind, String partition, ResourceVector demand, int count, String stage) {

  /** What a container is for. */
  public enum Kind {
    /** It coordinates the job and does none of its work. */
    APPLICATION_MASTER,
    /** It does work. */
    TASK
  }

  public TaskAsk {
    if (count < 1) {
      throw new IllegalArgumentException("The count (" + count + ") of an ask must be positive.");
    }
  }

  /** Tasks of an unknown stage. */
  public TaskAsk(Kind kind, String partition, ResourceVector demand, int count) {
    this(kind, partition, demand, count, "");
  }

  /** So many of them. */
  public TaskAsk withCount(int newCount) {
    return new TaskAsk(kind, partition, demand, newCount, stage);
  }
}
