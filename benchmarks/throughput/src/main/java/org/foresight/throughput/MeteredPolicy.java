package org.foresight.throughput;

import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/**
 * A policy whose plans are counted and timed.
 *
 * @param policy makes the plans
 * @param meter is told of them
 */
public record MeteredPolicy(SchedulingPolicy policy, Meter meter) implements SchedulingPolicy {

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
    long startNanos = System.nanoTime();
    Plan plan = policy.plan(cluster, nowMillis, stop);
    meter.planned(System.nanoTime() - startNanos);
    return plan;
  }

  @Override
  public Dispatcher dispatcher(Plan plan) {
    return policy.dispatcher(plan);
  }
}
