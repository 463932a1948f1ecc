package org.foresight.planner;

import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;

/**
 * The fast path of a policy: carries out one plan, node by node.
 *
 * <p>Made by {@link SchedulingPolicy#dispatcher} and used by one thread. It may remember which jobs
 * have nothing left to start: where a job that waited for nothing, or was not shown, waits for
 * something again, the host makes a new dispatcher of the same plan.
 */
@FunctionalInterface
public interface Dispatcher {

  /**
   * Starts the first job in the plan's order that does not run its share yet; where there is none,
   * the one that runs the smallest multiple of its share.
   */
  static Dispatcher inOrder(Plan plan) {
    return new PlanDispatcher(plan, false);
  }

  /** Starts the job that runs the smallest part, or multiple, of its share. */
  static Dispatcher smallestPartFirst(Plan plan) {
    return new PlanDispatcher(plan, true);
  }

  /**
   * What to start on the node now; asked again until it answers {@link Decision.Hold}.
   *
   * @param node the node with the room that it has now
   * @param view the jobs as they are now
   */
  Decision next(NodeView node, DispatchView view, long nowMillis);
}
