package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;

/**
 * A job as a policy plans it: what it waits for and what it holds. A host may show its own live
 * state through it: a policy looks at it while it plans and does not keep it.
 *
 * <p>A job whose application master does not run yet asks for that alone; how many tasks follow is
 * for the estimate to say.
 */
public interface JobView {

  /** The job's id. */
  String id();

  /** What its user wants. */
  JobGoal goal();

  /** When it was submitted. */
  long submitMillis();

  /** What it waits for, most urgent first. */
  ImmutableList<TaskAsk> asks();

  /** What it holds. */
  ImmutableList<RunningTask> running();

  /** Ids of the {@link ClusterSnapshot#limits limits} that what it holds counts towards. */
  default ImmutableList<String> limits() {
    return ImmutableList.of();
  }

  /**
   * Whether its tasks may be stopped to make room for others, as far as the host is concerned; a
   * policy has its own rules as well.
   */
  default boolean mayBeStopped() {
    return true;
  }

  /** Number of working tasks that it waits for. */
  default int pendingTasks() {
    long pending = 0;
    for (TaskAsk ask : asks()) {
      pending += ask.kind() == TaskAsk.Kind.TASK ? ask.count() : 0;
    }
    return Ints.saturatedCast(pending);
  }

  /** Number of working tasks that it holds. */
  default int runningTasks() {
    int tasks = 0;
    for (RunningTask task : running()) {
      tasks += task.kind() == TaskAsk.Kind.TASK ? 1 : 0;
    }
    return tasks;
  }

  /** Whether it still waits for its application master. */
  default boolean waitsForMaster() {
    return asks().stream().anyMatch(ask -> ask.kind() == TaskAsk.Kind.APPLICATION_MASTER);
  }

  /** A job as it was at some moment. */
  static JobView of(
      String id,
      JobGoal goal,
      long submitMillis,
      ImmutableList<TaskAsk> asks,
      ImmutableList<RunningTask> running) {
    return of(id, goal, submitMillis, asks, running, ImmutableList.of());
  }

  /** A job, as it was at some moment, that counts towards these limits. */
  static JobView of(
      String id,
      JobGoal goal,
      long submitMillis,
      ImmutableList<TaskAsk> asks,
      ImmutableList<RunningTask> running,
      ImmutableList<String> limits) {
    return of(id, goal, submitMillis, asks, running, limits, true);
  }

  /** A job, as it was at some moment, of which the host says whether it may be stopped. */
  static JobView of(
      String id,
      JobGoal goal,
      long submitMillis,
      ImmutableList<TaskAsk> asks,
      ImmutableList<RunningTask> running,
      ImmutableList<String> limits,
      boolean mayBeStopped) {
    record Snapshot(
        String id,
        JobGoal goal,
        long submitMillis,
        ImmutableList<TaskAsk> asks,
        ImmutableList<RunningTask> running,
        ImmutableList<String> limits,
        boolean mayBeStopped)
        implements JobView {}
    return new Snapshot(id, goal, submitMillis, asks, running, limits, mayBeStopped);
  }
}
