package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;

/**
 * A job as a policy plans it: what it waits for and what it holds.
 *
 * <p>A job whose application master does not run yet asks for that alone; how many tasks follow is
 * for the estimate to say.
 *
 * @param id the job's id
 * @param goal what its user wants
 * @param submitMillis when it was submitted
 * @param asks what it waits for, most urgent first
 * @param running what it holds
 */
public record JobView(
    String id,
    JobGoal goal,
    long submitMillis,
    ImmutableList<TaskAsk> asks,
    ImmutableList<RunningTask> running) {

  /** Number of working tasks that it waits for. */
  public int pendingTasks() {
    return Ints.saturatedCast(
        asks.stream()
            .filter(ask -> ask.kind() == TaskAsk.Kind.TASK)
            .mapToLong(TaskAsk::count)
            .sum());
  }

  /** Number of working tasks that it holds. */
  public int runningTasks() {
    return (int) running.stream().filter(task -> task.kind() == TaskAsk.Kind.TASK).count();
  }

  /** Whether it still waits for its application master. */
  public boolean waitsForMaster() {
    return asks.stream().anyMatch(ask -> ask.kind() == TaskAsk.Kind.APPLICATION_MASTER);
  }
}
