package org.foresight.planner;

import java.util.function.BooleanSupplier;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;

/**
 * A scheduling policy: the same object decides in a ResourceManager and in a simulator.
 *
 * <p>Threading: {@link #onEvent} and {@link #plan} are called by one thread, in the order in which
 * things happened. {@link #next} may be called by other threads at the same time, even while a plan
 * is being made; it must decide from its arguments and from fields that never change.
 *
 * <p>Time comes in as an argument, in milliseconds since the epoch of the host's clock; a policy
 * reads no clock and has no randomness of its own.
 */
public interface SchedulingPolicy {

  /** The name by which configuration chooses it. */
  String name();

  /** Something happened. */
  void onEvent(ClusterEvent event);

  /**
   * The slow path: makes a plan.
   *
   * @param stop asked now and then; true means: plan with the best found so far
   */
  Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop);

  /** The fast path: what to start on {@code node} now, going by {@code plan}. */
  default Decision next(Plan plan, NodeView node, DispatchView view, long nowMillis) {
    return PlanDispatch.next(plan, node, view, nowMillis);
  }
}
