package org.foresight.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.node.NodeStatistics;

/** A node whose cores a {@link NodeScheduler} shares out. */
final class SharedNode extends SimEvent implements NodeTasks {
  private static final double ROUNDING = 1e-9;

  private final SimNode node;
  private final SimCluster cluster;
  private final NodeScheduler scheduler;
  private final List<TaskShare> tasks = new ArrayList<>();

  SharedNode(SimNode node, SimCluster cluster, NodeScheduler scheduler) {
    this.node = node;
    this.cluster = cluster;
    this.scheduler = scheduler;
    node.reported(scheduler.statistics(this, Long.MIN_VALUE));
  }

  void arrived(SimTask task, long nowMillis) {
    TaskShare share = new TaskShare(task, nowMillis);
    task.share = share;
    tasks.add(share);
    scheduler.arrived(this, share, nowMillis);
    acted(nowMillis);
  }

  void left(TaskShare share, long nowMillis) {
    tasks.remove(share);
    scheduler.left(this, share, nowMillis);
    acted(nowMillis);
  }

  @Override
  void fire(long nowMillis) {
    scheduler.woken(this, nowMillis);
    acted(nowMillis);
  }

  @Override
  String describe() {
    return "wake-up of the scheduler of " + node.id;
  }

  private void acted(long nowMillis) {
    requireRoom();
    Optional<NodeStatistics> statistics = scheduler.statistics(this, nowMillis);
    if (statistics.isPresent()) {
      node.reported(statistics);
      cluster.reported(node);
    }
  }

  /** Checked after every act of the scheduler, not within: a swap may give before it takes. */
  private void requireRoom() {
    double used = 0;
    for (TaskShare task : tasks) {
      used += task.share() * task.vcores();
    }
    if (used > vcores() + ROUNDING) {
      throw cluster.violation(
          "the shares on " + node.id + " need " + used + " virtual cores, it has " + vcores());
    }
  }

  @Override
  public String nodeId() {
    return node.id;
  }

  @Override
  public long vcores() {
    return node.nodeClass.total().amount(SimNode.VCORES);
  }

  @Override
  public long freeMemoryMib() {
    return node.free(0);
  }

  @Override
  public List<? extends NodeTasks.Task> tasks() {
    return Collections.unmodifiableList(tasks);
  }

  @Override
  public void setShare(NodeTasks.Task task, double share) {
    if (!(share == 0 || (share >= SMALLEST_SHARE && share <= 1))) {
      throw new IllegalArgumentException(
          "The share (" + share + ") must be 0 or in [" + SMALLEST_SHARE + ", 1].");
    }
    cluster.share((TaskShare) task, share);
  }

  @Override
  public void wakeAt(long atMillis) {
    cluster.wake(this, atMillis);
  }
}
