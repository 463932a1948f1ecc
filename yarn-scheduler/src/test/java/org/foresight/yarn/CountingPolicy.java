package org.foresight.yarn;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/** Another policy, whose plans are counted as they are made. */
final class CountingPolicy extends ForwardingPolicy {
  private final AtomicInteger plans;

  CountingPolicy(SchedulingPolicy policy, AtomicInteger plans) {
    super(policy);
    this.plans = plans;
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    Plan plan = super.plan(cluster, nowMillis, stop);
    plans.incrementAndGet();
    return plan;
  }
}
