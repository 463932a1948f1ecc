package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.predictor.Counts;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/** Turns a workload's jobs into the cluster's, and says which of them it could never run. */
final class JobAdmission {
  private final ImmutableList<String> resources;
  private final ImmutableList<SimNode> nodes;
  private final @Nullable ResourceVector masterDemand;

  /** Jobs are many, and their demands few. */
  private final Map<ImmutableSortedMap<String, Long>, ResourceVector> demands = new HashMap<>();

  /**
   * @param resources names of the resource types, in the order of the vectors
   * @param masterDemand what an application master needs; null where jobs have none
   */
  JobAdmission(
      ImmutableList<String> resources,
      ImmutableList<SimNode> nodes,
      @Nullable ResourceVector masterDemand) {
    this.resources = resources;
    this.nodes = nodes;
    this.masterDemand = masterDemand;
  }

  @Nullable ResourceVector masterDemand() {
    return masterDemand;
  }

  /**
   * The stages of a job, none of them begun.
   *
   * @throws IllegalArgumentException if they need a resource that the cluster does not know
   */
  SimStage[] stages(WorkloadJob spec) {
    SimStage[] stages = new SimStage[spec.stages().size()];
    int firstNumber = 0;
    for (int i = 0; i < stages.length; i++) {
      WorkloadStage stage = spec.stages().get(i);
      ResourceVector demand = demands.computeIfAbsent(stage.demand(), d -> vector(spec, d));
      stages[i] = new SimStage(stage, TaskNames.of(i), demand, firstNumber);
      firstNumber += stages[i].width();
    }
    return stages;
  }

  private ResourceVector vector(WorkloadJob spec, ImmutableSortedMap<String, Long> demand) {
    long[] amounts = new long[resources.size()];
    demand.forEach(
        (resource, amount) -> {
          int type = resources.indexOf(resource);
          if (type >= 0) {
            amounts[type] = amount;
          } else if (amount > 0) {
            throw new IllegalArgumentException(
                "The job ("
                    + spec.id()
                    + ") needs the resource ("
                    + resource
                    + "), the cluster has "
                    + resources
                    + ".");
          }
        });
    return new ResourceVector(ImmutableLongArray.copyOf(amounts));
  }

  /** Why not even the empty cluster could run the job; null if it could. */
  @Nullable String whyUnrunnable(WorkloadJob spec, SimStage[] stages) {
    if (masterDemand != null && roomWhenEmpty("", masterDemand, 1, false) < 1) {
      return "its application master, " + masterDemand + ", fits no node of the default partition";
    }
    for (int i = 0; i < stages.length; i++) {
      SimStage stage = stages[i];
      ResourceVector demand = stage.demand;
      long tasks = 1;
      if (spec.gang()) {
        tasks = 0;
        for (int other : spec.besides(i).asList()) {
          if (stages[other].partition().equals(stage.partition())) {
            tasks += stages[other].width();
            demand = demand.max(stages[other].demand);
          }
        }
      }
      long room = roomWhenEmpty(stage.partition(), demand, tasks, spec.gang());
      if (room < tasks) {
        return room == 0
            ? "a task of it fits no node of the partition \"" + stage.partition() + "\""
            : "its "
                + Counts.of(tasks, "task")
                + " must run together and the cluster has room for "
                + room;
      }
    }
    return null;
  }

  /**
   * How many such tasks fit the partition when it is empty, but for the job's application master if
   * {@code besideMaster}; up to {@code most}.
   */
  private long roomWhenEmpty(
      String partition, ResourceVector demand, long most, boolean besideMaster) {
    ResourceVector master = besideMaster && partition.isEmpty() ? masterDemand : null;
    long room = 0;
    long leastLost = master == null ? 0 : Long.MAX_VALUE;
    for (SimNode node : nodes) {
      if (node.partition().equals(partition)) {
        long fit = demand.timesIn(node.admitted);
        room += fit;
        if (master != null && master.fitsIn(node.admitted)) {
          leastLost = Math.min(leastLost, fit - demand.timesIn(node.admitted.minus(master)));
        }
        if (leastLost == 0 && room >= most) {
          return most;
        }
      }
    }
    return Math.min(most, room - Math.min(room, leastLost));
  }
}
