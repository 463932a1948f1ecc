package org.foresight.planner;

import java.util.Optional;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;

/**
 * When a job is expected to end if a plan is kept to. What its running tasks have done already is
 * not counted, so it is best asked for before a job starts.
 *
 * @param startMillis when its remaining tasks start
 * @param runtime distribution of the time from then on
 */
public record FinishForecast(long startMillis, RuntimeDistribution runtime) {

  /**
   * The forecast for a job; empty where the plan has no start for it or nothing is known of its
   * runtime.
   *
   * @param job as it was when the plan was made
   * @param planned what the plan says of it
   * @param estimate what is known of its runtime
   * @param nowMillis when the plan was made
   */
  public static Optional<FinishForecast> of(
      JobView job, PlannedJob planned, Optional<JobEstimate> estimate, long nowMillis) {
    if (planned.startMillis().isEmpty() || planned.isInLine() || estimate.isEmpty()) {
      return Optional.empty();
    }
    // Before its application master runs a job says nothing of its tasks; then it has as many as
    // such jobs had.
    int known = job.pendingTasks() + job.runningTasks();
    int tasks = job.pendingTasks() > 0 ? known : (int) Math.round(estimate.get().meanWidth());
    return Optional.of(
        new FinishForecast(
            Math.max(nowMillis, planned.startMillis().getAsLong()),
            estimate.get().runtime(Math.max(1, tasks), Math.max(1, planned.expectedAtOnce()))));
  }

  /** When it has ended with this probability. */
  public long finishMillis(double probability) {
    return startMillis + Math.round(runtime.quantile(probability));
  }

  /** Probability that it has ended by then. */
  public double probabilityBy(long millis) {
    return runtime.cdf((double) millis - startMillis);
  }
}
