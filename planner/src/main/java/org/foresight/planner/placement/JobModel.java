package org.foresight.planner.placement;

import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;

/**
 * A job together with what is known or assumed of its runtime.
 *
 * @param job the job
 * @param estimate what is known or assumed
 * @param demand what one of its tasks needs: the largest of its asks in every resource type
 * @param partition where its tasks must run
 */
public record JobModel(JobView job, JobEstimate estimate, ResourceVector demand, String partition) {

  /** Models a job that waits for something. */
  public static JobModel of(JobView job, JobEstimate estimate) {
    TaskAsk first = job.asks().get(0);
    ResourceVector demand = first.demand();
    for (TaskAsk ask : job.asks()) {
      demand = demand.max(ask.demand());
    }
    return new JobModel(job, estimate, demand, first.partition());
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
