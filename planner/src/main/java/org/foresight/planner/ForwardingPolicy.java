package org.foresight.planner;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/** A policy that hands everything on to another one, for those that watch what it does. */
public abstract class ForwardingPolicy implements SchedulingPolicy {

  private final SchedulingPolicy policy;

  /**
   * @param policy the one that decides
   */
  protected ForwardingPolicy(SchedulingPolicy policy) {
    this.policy = policy;
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public void onEvent(ClusterEvent event) {
    policy.onEvent(event);
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return policy.outdatesPlan(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    return policy.plan(cluster, nowMillis, stop);
  }

  @Override
  public Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return policy.remaining(job, atOnce, nowMillis);
  }

  @Override
  public Optional<NodeOrder> nodeOrder() {
    return policy.nodeOrder();
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return policy.dispatcher(plan, admission);
  }
}
