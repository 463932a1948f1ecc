package org.foresight.planner.placement;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A job together with what is known or assumed of its runtime.
 *
 * @param job the job
 * @param estimate what is known or assumed
 * @param demand what one of its tasks needs, see {@link #of}
 * @param partition where the tasks run that it is planned by
 */
public record JobModel(JobView job, JobEstimate estimate, ResourceVector demand, String partition) {

  /**
   * Models a job that waits for something, by the first of its asks that some node can serve: it
   * must not wait for ever because of another one that none can. The demand is the largest in every
   * resource type of the asks in the same partition, or of this one alone if that fits no node.
   */
  public static JobModel of(JobView job, JobEstimate estimate, NodeTypes nodes) {
    ImmutableList<TaskAsk> servable =
        job.asks().stream()
            .filter(ask -> nodes.canRun(ask.partition(), ask.demand()))
            .collect(toImmutableList());
    TaskAsk first = servable.isEmpty() ? job.asks().get(0) : servable.get(0);
    ResourceVector largest = first.demand();
    for (TaskAsk ask : servable) {
      if (ask.partition().equals(first.partition())) {
        largest = largest.max(ask.demand());
      }
    }
    ResourceVector demand = nodes.canRun(first.partition(), largest) ? largest : first.demand();
    return new JobModel(job, estimate, demand, first.partition());
  }

  /** Which nodes the job may use. */
  public NodeSets.Want want() {
    return new NodeSets.Want(partition, job.goal().preference());
  }

  /** What its application master needs if it is still to start; null otherwise. */
  @Nullable ResourceVector masterDemand() {
    return job.waitsForMaster() ? job.asks().get(0).demand() : null;
  }

  /** Number of running tasks in other partitions than the one that the job is planned by. */
  int runningElsewhere() {
    return (int)
        job.running().stream()
            .filter(task -> task.kind() == TaskAsk.Kind.TASK)
            .filter(task -> !task.partition().equals(partition))
            .count();
  }

  /** Tasks still to start; where only the application master is asked for, as many as usual. */
  public int tasksToStart() {
    int pending = job.pendingTasks();
    return pending > 0 ? pending : (int) Math.max(1, Math.round(estimate.meanWidth()));
  }

  /**
   * Distribution of the time until the job's end if from its start on so many tasks run at once:
   * its pending tasks, and what is left of the running ones, in waves.
   */
  public RuntimeDistribution remainingRuntime(int parallelism, double runningTasksLeft) {
    double tasks = tasksToStart() + runningTasksLeft;
    return estimate.runtime((int) Math.max(1, Math.ceil(tasks - 1e-9)), parallelism);
  }

  /** Distribution of the runtime of one of its tasks. */
  public RuntimeDistribution taskRuntime() {
    return estimate.taskRuntime();
  }
}
