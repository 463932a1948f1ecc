package org.foresight.planner.policy;

import org.foresight.planner.BetterNode;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
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
 * Starts what another dispatcher would start, on the best node. Under a host that asks about nodes
 * in an order of its own, a job leaves a node to another job's luck while there is a better one for
 * it; but only as a wish: if it has started nothing for some time, or since it was submitted, such
 * as because its application does not want the better node, it takes what there is.
 */
final class NodeChoosingDispatcher implements Dispatcher {

  /** Which starts are worth a look at other nodes. */
  @FunctionalInterface
  interface Choosy {
    boolean isWorthALook(NodeView node, Decision.Start start);
  }

  private static final Decision BETTER_NODE =
      new Decision.Hold(
          Decision.Hold.Scope.NODE,
          new Reason(
              Reason.Code.BETTER_NODE,
              "The job that is next has room on a node with fewer tasks, or with as many that"
                  + " differ less."));

  private final Plan plan;
  private final Dispatcher dispatcher;
  private final NodeAdmission admission;
  private final NodeOrder order;
  private final Choosy choosy;

  /**
   * @param dispatcher of the plan, by the same rules for what jobs may use of nodes
   * @param order which nodes are better
   */
  NodeChoosingDispatcher(
      Plan plan, Dispatcher dispatcher, NodeAdmission admission, NodeOrder order, Choosy choosy) {
    this.plan = plan;
    this.dispatcher = dispatcher;
    this.admission = admission;
    this.order = order;
    this.choosy = choosy;
  }

  /** Of nodes on which tasks make way, where a node with a free core is better. */
  static NodeChoosingDispatcher of(Plan plan, Dispatcher dispatcher, SuspendingNodes nodes) {
    return new NodeChoosingDispatcher(
        plan, dispatcher, nodes, nodes, (node, start) -> nodes.isBusy(node));
  }

  @Override
  public Decision next(NodeView node, DispatchView view, long nowMillis) {
    Decision decision = dispatcher.next(node, view, nowMillis);
    return decision instanceof Decision.Start start
            && !view.keepsNodeOrder()
            && choosy.isWorthALook(node, start)
            && hasBetter(node, start.jobId(), view, nowMillis)
        ? BETTER_NODE
        : decision;
  }

  @Override
  public void waitsAgain(String jobId) {
    dispatcher.waitsAgain(jobId);
  }

  private boolean hasBetter(NodeView node, String jobId, DispatchView view, long nowMillis) {
    DispatchableJob job = view.job(jobId);
    PlannedJob planned = planned(jobId);
    if (job == null || planned == null) {
      return false;
    }
    long lastStartMillis = job.submitMillis();
    for (RunningTask task : job.running()) {
      lastStartMillis = Math.max(lastStartMillis, task.startMillis());
    }
    return BetterNode.isWorthAWait(
        lastStartMillis,
        nowMillis,
        view::nodes,
        other -> order.prefers(other, node) && fits(job, planned, other));
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
          && ask.demand().fitsIn(admission.room(node, planned, ask))) {
        return true;
      }
    }
    return false;
  }
}
