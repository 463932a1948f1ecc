package org.foresight.simulator;

import com.google.common.primitives.Ints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.node.LasDecision;
import org.foresight.planner.node.LasScheduler;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.LasTask;
import org.foresight.planner.node.NodeStatistics;

/** One node of a {@link LasNodeScheduler}. */
final class LasNode {
  private final LasScheduler<NodeTasks.Task> scheduler;
  private final double minimumShare;
  private final long resizeMillis;

  /** Tasks that resume, and when they have their cores back. */
  private final Map<NodeTasks.Task, Long> resuming = new HashMap<>();

  LasNode(LasSettings settings, double minimumShare, long resizeMillis) {
    this.scheduler = new LasScheduler<>(settings);
    this.minimumShare = minimumShare;
    this.resizeMillis = resizeMillis;
  }

  void arrived(NodeTasks node, NodeTasks.Task task, long nowMillis) {
    measure(node, task, nowMillis);
    LasTask<NodeTasks.Task> arrival =
        new LasTask<>(task, Math.max(1, Ints.saturatedCast(task.vcores())), task.suspendable());
    act(node, scheduler.arrived(arrival, nowMillis), nowMillis);
  }

  void left(NodeTasks node, NodeTasks.Task task, long nowMillis) {
    measure(node, task, nowMillis);
    resuming.remove(task);
    act(node, scheduler.left(task, nowMillis), nowMillis);
  }

  void woken(NodeTasks node, long nowMillis) {
    for (NodeTasks.Task task : node.tasks()) {
      scheduler.attained(task, Math.round(task.attainedMillis(nowMillis)));
    }
    act(node, scheduler.tick(nowMillis), nowMillis);
  }

  NodeStatistics statistics(NodeTasks node, long nowMillis) {
    return scheduler.statistics(node.freeMemoryMib(), nowMillis);
  }

  /**
   * @param except one that the scheduler does not know yet, or any more
   */
  private void measure(NodeTasks node, NodeTasks.Task except, long nowMillis) {
    for (NodeTasks.Task task : node.tasks()) {
      if (!task.equals(except)) {
        scheduler.attained(task, Math.round(task.attainedMillis(nowMillis)));
      }
    }
  }

  private void act(NodeTasks node, List<LasDecision<NodeTasks.Task>> decisions, long nowMillis) {
    for (LasDecision<NodeTasks.Task> decision : decisions) {
      resuming.remove(decision.task());
      boolean hasItsCores = decision.rival().isEmpty() && decision.attainedMillis() == 0;
      if (decision.action() == LasDecision.Action.RESUME && !hasItsCores && resizeMillis > 0) {
        resuming.put(decision.task(), nowMillis + resizeMillis);
      }
    }
    resuming.values().removeIf(readyMillis -> readyMillis <= nowMillis);
    share(node);
    long wakeMillis = Long.MAX_VALUE;
    for (long readyMillis : resuming.values()) {
      wakeMillis = Math.min(wakeMillis, readyMillis);
    }
    OptionalLong tickMillis = scheduler.nextTickMillis();
    if (tickMillis.isPresent()) {
      wakeMillis = Math.min(wakeMillis, tickMillis.getAsLong());
    }
    if (wakeMillis != Long.MAX_VALUE) {
      node.wakeAt(wakeMillis);
    }
  }

  private void share(NodeTasks node) {
    List<? extends NodeTasks.Task> tasks = node.tasks();
    double runningVcores = 0;
    double waitingVcores = 0;
    for (NodeTasks.Task task : tasks) {
      if (hasCores(task)) {
        runningVcores += task.vcores();
      } else {
        waitingVcores += task.vcores();
      }
    }
    double allVcores = runningVcores + waitingVcores;
    double low = allVcores == 0 ? 0 : Math.min(minimumShare, node.vcores() / allVcores);
    low = low < NodeTasks.SMALLEST_SHARE ? 0 : low;
    double left = node.vcores() - low * waitingVcores;
    double high = runningVcores == 0 ? 1 : Math.min(1, left / runningVcores);
    for (NodeTasks.Task task : tasks) {
      double share = hasCores(task) ? high : low;
      if (task.share() != share) {
        node.setShare(task, share);
      }
    }
  }

  private boolean hasCores(NodeTasks.Task task) {
    return !scheduler.isSuspended(task) && !resuming.containsKey(task);
  }
}
