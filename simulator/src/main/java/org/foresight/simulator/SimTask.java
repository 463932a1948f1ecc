package org.foresight.simulator;

import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a task, or an application master, from its booking until its end is known. As an
 * event it is what happens to it next: it arrives on its node, or its end becomes known.
 */
final class SimTask extends SimEvent {

  /** Number of an application master. */
  static final int MASTER = -1;

  private final SimCluster cluster;
  final SimJob job;
  final SimNode node;
  final ResourceVector demand;

  /** Which task of the job, over all stages; {@link #MASTER} for the application master. */
  final int number;

  final int stage;
  final long bookedMillis;

  /** How long it runs on this node, until it succeeds or fails. */
  final long runtimeMillis;

  /** Whether this attempt is going to fail. */
  final boolean fails;

  /** Whether its node may suspend it for others. */
  final boolean suspendable;

  int indexOnNode;
  int indexInJob;

  /** How its node shares its cores; null where every task has its cores to itself. */
  @Nullable TaskShare share;

  private @Nullable RunningTask view;

  SimTask(
      SimCluster cluster,
      SimJob job,
      SimNode node,
      ResourceVector demand,
      int number,
      int stage,
      long bookedMillis,
      long runtimeMillis,
      boolean fails,
      boolean suspendable) {
    this.cluster = cluster;
    this.job = job;
    this.node = node;
    this.demand = demand;
    this.number = number;
    this.stage = stage;
    this.bookedMillis = bookedMillis;
    this.runtimeMillis = runtimeMillis;
    this.fails = fails;
    this.suspendable = suspendable;
  }

  boolean isMaster() {
    return number == MASTER;
  }

  TaskAsk.Kind kind() {
    return isMaster() ? TaskAsk.Kind.APPLICATION_MASTER : TaskAsk.Kind.TASK;
  }

  /** Its id within its job. */
  String id() {
    return isMaster() ? "am" : TaskNames.of(number);
  }

  RunningTask view() {
    RunningTask current = view;
    if (current == null) {
      current =
          new RunningTask(
              id(), node.id, kind(), node.partition(), node.nodeClass.name(), demand, bookedMillis);
      view = current;
    }
    return current;
  }

  @Override
  void fire(long nowMillis) {
    cluster.taskEvent(this, nowMillis);
  }

  @Override
  String describe() {
    return "next event of the task "
        + id()
        + " of the job "
        + job.id
        + " on "
        + node.id
        + ", booked at "
        + bookedMillis
        + " ms";
  }
}
