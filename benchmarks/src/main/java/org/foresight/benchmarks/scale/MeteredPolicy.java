package org.foresight.benchmarks.scale;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * A policy of whose cycles is noted what they use, once the cluster has warmed up. Until then plans
 * are made less often, to save time: the jobs that run and wait are there after a while anyway. Not
 * thread-safe.
 */
final class MeteredPolicy extends ForwardingPolicy {

  /** Between two plans, unless a planned start has come, before measuring. */
  private static final long WARM_UP_CYCLE_MILLIS = 10_000;

  /** With the cycle of the measurement, for the compiler and the solver's warm start. */
  private static final long SETTLING_MILLIS = 10_000;

  private final MeteredSolver solver;
  private final long warmUpMillis;
  private final long endMillis;
  private final List<CycleSample> samples = new ArrayList<>();
  private long lastPlanMillis = Long.MIN_VALUE / 2;

  /**
   * @param solver the policy's
   * @param warmUpMillis virtual time of the first cycle that counts
   * @param endMillis virtual time from which on none counts
   */
  MeteredPolicy(SchedulingPolicy policy, MeteredSolver solver, long warmUpMillis, long endMillis) {
    super(policy);
    this.solver = solver;
    this.warmUpMillis = warmUpMillis;
    this.endMillis = endMillis;
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return super.outdatesPlan(event)
        && (event.atMillis() >= warmUpMillis - SETTLING_MILLIS
            || event.atMillis() >= lastPlanMillis + WARM_UP_CYCLE_MILLIS);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    lastPlanMillis = nowMillis;
    // What the host needs to list them is not the planner's.
    ClusterSnapshot listed = ClusterSnapshot.of(cluster.nodes(), cluster.jobs(), cluster.limits());
    int pending = 0;
    int running = 0;
    double tasks = 0.0;
    for (JobView job : listed.jobs()) {
      pending += job.asks().isEmpty() ? 0 : 1;
      running += job.running().isEmpty() ? 0 : 1;
      tasks += job.runningTasks();
    }
    long startBytes = ThreadUse.allocatedBytes();
    long startNanos = ThreadUse.cpuNanos();
    Plan plan = super.plan(listed, nowMillis, stop);
    long endNanos = ThreadUse.cpuNanos();
    long bytes = ThreadUse.allocatedBytes() - startBytes;
    boolean counts = nowMillis >= warmUpMillis && nowMillis < endMillis;
    if (counts && solver.hasSolvedSince(startNanos)) {
      double busyShare = tasks / listed.nodes().size();
      samples.add(solver.sample(startNanos, endNanos, bytes, pending, running, busyShare));
    }
    return plan;
  }

  /** The cycles so far. */
  ImmutableList<CycleSample> samples() {
    return ImmutableList.copyOf(samples);
  }
}
