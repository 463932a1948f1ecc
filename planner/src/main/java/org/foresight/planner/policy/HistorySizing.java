package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;
import org.foresight.predictor.JobEstimate;

/**
 * By history alone: the sum over a job's stages of the point estimate of a task's runtime times the
 * number of tasks (SLearn §5.1.3: 3Sigma, 3SigmaTL, POINT-EST; §6: 3Sigma-DAG).
 *
 * <p>Of a job without history something modest is assumed, see {@link JobRuntimes}; the paper's
 * traces have none.
 */
final class HistorySizing implements JobSizing {

  private final JobRuntimes runtimes;
  private final PointOfHistory point;
  private final int thinLimit;
  private final TaskTracker tracker = new TaskTracker();

  /**
   * @param thinLimit jobs of fewer tasks are thin; 0: none is
   */
  HistorySizing(JobRuntimes runtimes, PointOfHistory point, int thinLimit) {
    this.runtimes = runtimes;
    this.point = point;
    this.thinLimit = thinLimit;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    runtimes.onEvent(event);
    tracker.onEvent(event);
  }

  @Override
  public boolean learnsFrom(ClusterEvent event) {
    return false;
  }

  @Override
  public JobSize size(JobView job, long nowMillis) {
    JobTasks tasks = tracker.of(job.id());
    int width = tasks.width(job);
    if (!job.waitsForMaster() && width < thinLimit) {
      return new JobSize.Thin("too thin to be put in order with " + Counts.of(width, "task"));
    }
    JobEstimate estimate = runtimes.estimate(job);
    double workMillis = 0;
    for (JobStages.Stage stage : JobStages.of(job, tasks, Optional.of(estimate))) {
      workMillis += stage.width() * stage.history().map(point::of).orElse(0.0);
    }
    return new JobSize.Known(
        workMillis,
        0,
        Figures.seconds(Math.round(workMillis)) + " of work by " + estimate.basis().source());
  }
}
