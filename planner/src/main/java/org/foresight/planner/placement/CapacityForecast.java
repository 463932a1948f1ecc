package org.foresight.planner.placement;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.function.Function;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Expected free capacity of every row: what is free now, and what the running tasks are expected to
 * give back (3Sigma §3.2: capacity − Σ RRC). Application masters, and whatever runs that is not
 * ours to plan, are taken to stay.
 */
public final class CapacityForecast {
  private final PlanGrid grid;
  private final RemainingConsumption remaining;

  public CapacityForecast(PlanGrid grid, RemainingConsumption remaining) {
    this.grid = grid;
    this.remaining = remaining;
  }

  /**
   * The forecast.
   *
   * @param taskRuntime distribution of the task runtime of a job
   */
  public ImmutableDoubleArray forecast(
      ClusterSnapshot cluster, Function<JobView, RuntimeDistribution> taskRuntime, long nowMillis) {
    double[] capacities = new double[grid.rows()];
    for (NodeView node : cluster.nodes()) {
      int partition = grid.partition(node.partition());
      for (int type = 0; type < grid.types(); type++) {
        int from = grid.row(partition, type, 0);
        double free = node.free().amount(type);
        for (int slot = 0; slot < grid.slots(); slot++) {
          capacities[from + slot] += free;
        }
      }
    }
    for (JobView job : cluster.jobs()) {
      if (job.running().isEmpty()) {
        continue;
      }
      RuntimeDistribution runtime = taskRuntime.apply(job);
      for (RunningTask task : job.running()) {
        if (task.kind() == TaskAsk.Kind.TASK) {
          addReturns(capacities, task, runtime, nowMillis);
        }
      }
    }
    return ImmutableDoubleArray.copyOf(capacities);
  }

  /** Probability that the task still runs at the start of every slot. */
  public double[] remaining(RunningTask task, RuntimeDistribution runtime, long nowMillis) {
    double elapsedMillis = (double) nowMillis - task.startMillis();
    double[] alive = new double[grid.slots()];
    Arrays.setAll(
        alive, slot -> remaining.at(runtime, elapsedMillis, (double) grid.offsetMillis(slot)));
    return alive;
  }

  private void addReturns(
      double[] capacities, RunningTask task, RuntimeDistribution runtime, long nowMillis) {
    int partition = grid.partition(task.partition());
    if (partition < 0) {
      return; // Its node is gone; so is its room.
    }
    double[] alive = remaining(task, runtime, nowMillis);
    for (int type = 0; type < grid.types(); type++) {
      double held = task.held().amount(type);
      int from = grid.row(partition, type, 0);
      for (int slot = 0; slot < grid.slots(); slot++) {
        capacities[from + slot] += held * (1.0 - alive[slot]);
      }
    }
  }
}
