package org.foresight.planner.policy;

import java.util.function.BooleanSupplier;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/**
 * Another policy that suspends nobody, also on nodes that could: it plans for the cores that they
 * have, and not for those that may be booked there, as dispatch starts no more than run at once.
 */
final class RunAtOncePolicy extends ForwardingPolicy {

  /**
   * @param policy decides who starts, and when
   */
  RunAtOncePolicy(SchedulingPolicy policy) {
    super(policy);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    return super.plan(
        CoresOfNodes.areIn(cluster) ? CoresOfNodes.heldToTheEnd(cluster) : cluster,
        nowMillis,
        stop);
  }
}
