package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * All that a cluster offers. A resource is one resource type of one partition: what is free in
 * another partition is nothing to a task. Not thread-safe.
 */
final class ClusterResources {

  private final Map<String, Integer> firstResource = new HashMap<>();
  private final double[] totals;
  private final int types;

  /** The partition that was last asked for, as most clusters have only one; its first resource. */
  private @Nullable String lastPartition;

  private int lastFirst = -1;

  ClusterResources(ClusterSnapshot cluster) {
    types = cluster.nodes().isEmpty() ? 0 : cluster.nodes().get(0).total().types();
    for (NodeView node : cluster.nodes()) {
      firstResource.putIfAbsent(node.partition(), types * firstResource.size());
    }
    totals = new double[types * firstResource.size()];
    for (NodeView node : cluster.nodes()) {
      add(totals, node.partition(), node.total(), 1);
    }
  }

  /** How many resources there are. */
  int count() {
    return totals.length;
  }

  /**
   * What a job holds and waits for. What it asks of a partition without nodes is left out: it
   * cannot be had.
   */
  JobDemand demand(JobView job) {
    return demand(job, 0);
  }

  /**
   * The same of a job of which so many of the tasks that it waits for, the last ones, are none to
   * reckon with.
   */
  JobDemand demand(JobView job, int heldTasks) {
    long startable = heldTasks == 0 ? Long.MAX_VALUE : (long) job.pendingTasks() - heldTasks;
    double[] masters = new double[totals.length];
    double[] wanted = new double[totals.length];
    long tasks = 0;
    for (RunningTask task : job.running()) {
      boolean isTask = task.kind() == TaskAsk.Kind.TASK;
      add(isTask ? wanted : masters, task.partition(), task.held(), 1);
      tasks += isTask ? 1 : 0;
    }
    double[] held = wanted.clone();
    Arrays.setAll(held, resource -> held[resource] + masters[resource]);
    for (TaskAsk ask : job.asks()) {
      boolean isTask = ask.kind() == TaskAsk.Kind.TASK;
      int count = isTask ? (int) Math.max(0, Math.min(startable, ask.count())) : ask.count();
      if (firstResource.containsKey(ask.partition())) {
        add(isTask ? wanted : masters, ask.partition(), ask.demand(), count);
        tasks += isTask ? count : 0;
      }
      startable -= isTask ? count : 0;
    }
    return new JobDemand(
        job,
        tasks,
        toParts(held),
        toParts(masters),
        toParts(wanted),
        ImmutableDoubleArray.copyOf(wanted));
  }

  private void add(double[] amounts, String partition, ResourceVector vector, int times) {
    if (!partition.equals(lastPartition)) {
      lastPartition = partition;
      lastFirst = firstResource.getOrDefault(partition, -1);
    }
    if (lastFirst >= 0) {
      for (int type = 0; type < types; type++) {
        amounts[lastFirst + type] += (double) times * vector.amount(type);
      }
    }
  }

  /** Makes parts of amounts, and tells the largest. */
  private double toParts(double[] amounts) {
    double largest = 0;
    for (int resource = 0; resource < amounts.length; resource++) {
      // Of what there is nothing of, nothing can be shared out.
      amounts[resource] = totals[resource] > 0 ? amounts[resource] / totals[resource] : 0;
      largest = Math.max(largest, amounts[resource]);
    }
    return largest;
  }
}
