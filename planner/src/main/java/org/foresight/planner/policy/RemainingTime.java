package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.RuntimeDistribution;

/**
 * How long a job still takes by what is believed of it. Its stages are taken to follow one another,
 * and to be long together. A stage takes as long as its work does on the room that the job has, and
 * in the end no shorter than its last tasks. For one job of one plan.
 */
final class RemainingTime {

  /** Fewer than this of such tasks run so long: what is believed says nothing of the rest. */
  private static final double OUTLIVED = 0.01;

  private final JobPosterior posterior;
  private final JobView job;
  private final int untold;
  private final int atOnce;
  private final long nowMillis;

  /**
   * @param untold how many of the tasks that the job holds do not run yet, as far as is known
   * @param atOnce how many of the job's tasks run at once, at least 1
   */
  RemainingTime(JobPosterior posterior, JobView job, int untold, int atOnce, long nowMillis) {
    this.posterior = posterior;
    this.job = job;
    this.untold = untold;
    this.atOnce = atOnce;
    this.nowMillis = nowMillis;
  }

  /** Within so many milliseconds it has ended with this probability. */
  long quantileMillis(double probability) {
    Optional<JobPosterior.Stage> current = posterior.current();
    double sum = 0;
    for (JobPosterior.Stage stage : posterior.stages()) {
      boolean isCurrent = current.filter(stage::equals).isPresent();
      sum += stageMillis(stage, stage.toStart() + (isCurrent ? untold : 0), probability);
    }
    return Math.round(sum);
  }

  private double stageMillis(JobPosterior.Stage stage, int toStart, double probability) {
    int running = stage.stage().tasks().running();
    if (toStart == 0) {
      return running == 0 ? 0 : lastRunningMillis(stage, running, probability);
    }
    int fresh = Math.min(toStart, atOnce);
    double lastMillis = stage.tasks().task().quantile(Math.pow(probability, 1.0 / fresh));
    if (toStart + running <= atOnce) {
      return lastMillis;
    }
    // In the end the room is half empty for as long as a task runs.
    double unusedMillis = stage.tasks().expectedTaskMillis() * (atOnce - 1) / (2.0 * atOnce);
    double workMillis = stage.tasks().remainingWork(toStart).quantile(probability);
    return Math.max(lastMillis, workMillis / atOnce + unusedMillis);
  }

  /** The one that started last is taken to end last, and the others to be no older. */
  private double lastRunningMillis(JobPosterior.Stage stage, int running, double probability) {
    RuntimeDistribution task = stage.tasks().task();
    long ageMillis = stage.stage().tasks().youngestRunningMillis(job, nowMillis);
    double alive = task.survival(ageMillis);
    if (alive < OUTLIVED) {
      return ageMillis; // As much before it as behind it.
    }
    double all = Math.pow(probability, 1.0 / running);
    return Math.max(0, task.quantile(1.0 - (1.0 - all) * alive) - ageMillis);
  }
}
