package org.foresight.planner.policy;

import org.foresight.planner.BetterNode;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Starts the first job that has a container which fits, on the best node. Under a host that asks
 * about nodes in an order of its own, a job leaves a node to another job's luck while there is a
 * better one for it; but only as a wish: if it has started nothing for some time, such as because
 * its application does not want the better node, it takes what there is.
 */
final class KairosDispatcher implements Dispatcher {

  private static final Decision BETTER_NODE =
      new Decision.Hold(
          Decision.Hold.Scope.NODE,
          new Reason(
              Reason.Code.BETTER_NODE,
              "The job that is next has room on a node with fewer tasks, or with as many that"
                  + " differ less."));

  private final Plan plan;
  private final Dispatcher inOrder;
  private final KairosNodes nodes;

  KairosDispatcher(Plan plan, KairosNodes nodes) {
    this.plan = plan;
    this.inOrder = Dispatcher.inOrder(plan, nodes);
    this.nodes = nodes;
  }

  @Override
  public Decision next(NodeView node, DispatchView view, long nowMillis) {
    Decision decision = inOrder.next(node, view, nowMillis);
    if (decision instanceof Decision.Start start) {
      return view.keepsNodeOrder() || !hasBetter(node, start.jobId(), view, nowMillis)
          ? start
          : BETTER_NODE;
    }
    Decision.Hold hold = (Decision.Hold) decision;
    return hold.scope() == Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM
        ? new Decision.Hold(Decision.Hold.Scope.NODE, hold.reason()) // Free cores don't tell all.
        : hold;
  }

  @Override
  public void waitsAgain(String jobId) {
    inOrder.waitsAgain(jobId);
  }

  private boolean hasBetter(NodeView node, String jobId, DispatchView view, long nowMillis) {
    DispatchableJob job = view.job(jobId);
    PlannedJob planned = planned(jobId);
    if (job == null || planned == null) {
      return false;
    }
    long lastStartMillis = Long.MIN_VALUE / 2;
    for (RunningTask task : job.running()) {
      lastStartMillis = Math.max(lastStartMillis, task.startMillis());
    }
    return BetterNode.isWorthAWait(
        lastStartMillis,
        nowMillis,
        view::nodes,
        other -> nodes.prefers(other, node) && fits(job, planned, other));
  }

  private @Nullable PlannedJob planned(String jobId) {
    for (PlannedJob job : plan.jobs()) {
      if (job.jobId().equals(jobId)) {
        return job;
      }
    }
    return null;
  }

  private boolean fits(DispatchableJob job, PlannedJob planned, NodeView node) {
    for (TaskAsk ask : job.asks()) {
      if (ask.partition().equals(node.partition())
          && ask.demand().fitsIn(nodes.room(node, planned, ask))) {
        return true;
      }
    }
    return false;
  }
}
