package org.foresight.planner;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * A scheduling policy: the same object decides in a ResourceManager and in a simulator.
 *
 * <p>Threading: {@link #onEvent}, {@link #plan} and {@link #remaining} are called by one thread, in
 * the order in which things happened. {@link #outdatesPlan} and {@link #dispatcher} may be called
 * by other threads at the same time, even while a plan is being made, and so may the dispatchers;
 * they must answer from their arguments and from fields that never change. A policy that only a
 * simulator can run (see {@link org.foresight.planner.policy.Policies}) may count on one thread for
 * all.
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
   * Whether a new plan is due after this event. A policy whose order does not depend on, say, the
   * ends of tasks need not plan after each.
   */
  default boolean outdatesPlan(ClusterEvent event) {
    return true;
  }

  /**
   * The slow path: makes a plan.
   *
   * @param stop asked now and then; true means: plan with the best found so far
   */
  Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop);

  /**
   * How much longer a job of the last plan's snapshot takes by what the policy believes of it now;
   * empty before it starts, of what does not end by itself, and where the policy goes by nothing
   * but what was known before. Called by the thread that plans.
   *
   * @param atOnce how many of its tasks are expected to run at once, at least 1
   */
  default Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return Optional.empty();
  }

  /**
   * In which order nodes should be asked about, the best one first, one task at a time; empty where
   * any order is as good. A host that can keep to it says so (see {@link
   * org.foresight.planner.cluster.DispatchView#keepsNodeOrder}); under others the dispatcher has to
   * hold back on a node while there is a better one.
   */
  default Optional<NodeOrder> nodeOrder() {
    return Optional.empty();
  }

  /**
   * Makes what carries out {@code plan} under these rules for what jobs may use of nodes, which are
   * {@link NodeAdmission#WHAT_RUNS_AT_ONCE} unless another policy has rules of its own; a policy
   * that has some keeps to them.
   */
  default Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return Dispatcher.inOrder(plan, admission);
  }
}
