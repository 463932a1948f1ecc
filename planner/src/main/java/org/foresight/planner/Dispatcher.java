package org.foresight.planner;

import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;

/**
 * The fast path of a policy: carries out one plan, node by node.
 *
 * <p>Made by {@link SchedulingPolicy#dispatcher} and used by one thread at a time. It may remember
 * which jobs have nothing left to start: where a job waits for more than before, or was not shown
 * and is, the host says so, or makes a new dispatcher of the same plan.
 */
@FunctionalInterface
public interface Dispatcher {

  /**
   * Starts the first job in the plan's order that does not run its share yet; where there is none,
   * the one that runs the smallest multiple of its share.
   */
  static Dispatcher inOrder(Plan plan) {
    return inOrder(plan, NodeAdmission.WHAT_RUNS_AT_ONCE);
  }

  /**
   * As above, with other rules for what jobs may use of nodes.
   *
   * @param admission how much of a node each job may use
   */
  static Dispatcher inOrder(Plan plan, NodeAdmission admission) {
    return new PlanDispatcher(plan, false, admission);
  }

  /**
   * Starts the job that runs the smallest part, or multiple, of its share.
   *
   * @param admission how much of a node each job may use
   */
  static Dispatcher smallestPartFirst(Plan plan, NodeAdmission admission) {
    return new PlanDispatcher(plan, true, admission);
  }

  /**
   * What to start on the node now; asked again until it answers {@link Decision.Hold}.
   *
   * @param node the node with the room that it has now
   * @param view the jobs as they are now
   */
  Decision next(NodeView node, DispatchView view, long nowMillis);

  /** A job waits for more than before; to be minded by those that remember. */
  default void waitsAgain(String jobId) {}
}
