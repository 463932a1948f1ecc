package org.foresight.throughput;

import java.util.function.BooleanSupplier;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/** A policy whose plans are counted and timed. */
public final class MeteredPolicy extends ForwardingPolicy {

  private final Meter meter;

  /**
   * @param policy makes the plans
   * @param meter is told of them
   */
  public MeteredPolicy(SchedulingPolicy policy, Meter meter) {
    super(policy);
    this.meter = meter;
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    long startNanos = System.nanoTime();
    Plan plan = super.plan(cluster, nowMillis, stop);
    long nanos = System.nanoTime() - startNanos;
    meter.planned(nanos, (int) cluster.jobs().stream().filter(job -> job.goal().isSlo()).count());
    return plan;
  }
}
