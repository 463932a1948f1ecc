package org.foresight.simulator;

/** The progress of a task that does not always have its cores to itself. */
final class TaskShare implements NodeTasks.Task {
  private static final double ROUNDING_MILLIS = 1e-6;

  private final SimTask task;
  private double share;
  private double attainedMillis;
  private long sinceMillis;

  TaskShare(SimTask task, long nowMillis) {
    this.task = task;
    this.sinceMillis = nowMillis;
  }

  SimTask task() {
    return task;
  }

  /** Whether it has run as long as it takes; that may not be known yet. */
  boolean hasEnded(long nowMillis) {
    return attainedMillis(nowMillis) >= task.runtimeMillis - ROUNDING_MILLIS;
  }

  /** Changes the share; the next event of the task has to be scheduled anew. */
  void set(double newShare, long nowMillis) {
    attainedMillis = attainedMillis(nowMillis);
    sinceMillis = nowMillis;
    share = newShare;
  }

  /** When its runtime is over if the share stays; {@link EventQueue#NEVER} if suspended. */
  long endMillis() {
    if (share == 0) {
      return EventQueue.NEVER;
    }
    double leftMillis = Math.max(0, task.runtimeMillis - attainedMillis);
    return sinceMillis + (long) Math.ceil(leftMillis / share);
  }

  @Override
  public String jobId() {
    return task.job.id;
  }

  @Override
  public String taskId() {
    return task.id();
  }

  @Override
  public long vcores() {
    return task.demand.amount(SimNode.VCORES);
  }

  @Override
  public boolean suspendable() {
    return task.suspendable;
  }

  @Override
  public double share() {
    return share;
  }

  @Override
  public double attainedMillis(long nowMillis) {
    return Math.min(task.runtimeMillis, attainedMillis + share * (nowMillis - sinceMillis));
  }
}
