package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.StreamingHistogram;

/**
 * The runtimes of the jobs that live: every job is predicted once, when it is submitted; of a job
 * without history something modest is assumed, of a service that it never ends. What no job can be
 * like is taken for no history: whoever reckons with it would fail, and with him the plan of all
 * jobs for as long as this one waits. Not thread-safe: for the planning thread.
 */
final class JobRuntimes implements JobEstimates {
  private static final int UNIFORM_SAMPLES = 20;

  /** Ten years: longer than any look-ahead, and than any service has run so far. */
  private static final double ENDLESS_MILLIS = 10 * 365.25 * 86_400_000;

  /** Beyond these an estimate is of no job: so many milliseconds, tasks, and spans in a task. */
  private static final double MOST_MILLIS = 1e18;

  private static final double MOST_TASKS = 1e7;
  private static final double MOST_SPANS = 1e12;

  private static final JobEstimate ENDLESS =
      new JobEstimate(
          new PointDistribution(ENDLESS_MILLIS),
          1.0,
          1.0,
          new EstimateBasis("assumed", "a service", "endless", 0, Double.NaN, ENDLESS_MILLIS));

  private final RuntimeSource source;
  private final long unknownRuntimeMillis;
  private final Map<String, Optional<JobEstimate>> estimates = new HashMap<>();

  JobRuntimes(RuntimeSource source, long unknownRuntimeMillis) {
    this.source = source;
    this.unknownRuntimeMillis = unknownRuntimeMillis;
  }

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted && !submitted.goal().service()) {
      estimates.put(
          submitted.jobId(),
          source.estimate(submitted.jobId(), submitted.features()).filter(JobRuntimes::isOfAJob));
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      estimates.remove(finished.jobId());
    }
  }

  private static boolean isOfAJob(JobEstimate estimate) {
    return estimate.span().maxMillis() <= MOST_MILLIS
        && estimate.meanTaskToSpan() * MOST_SPANS >= 1
        && estimate.meanWidth() <= MOST_TASKS
        && estimate.stages().stream()
            .allMatch(
                stage ->
                    stage.taskRuntime().maxMillis() <= MOST_MILLIS
                        && stage.meanWidth() <= MOST_TASKS);
  }

  /** What is predicted of the job; empty if nothing is known. */
  Optional<JobEstimate> known(String jobId) {
    return estimates.getOrDefault(jobId, Optional.empty());
  }

  /** What is predicted of the job, or else assumed. */
  @Override
  public JobEstimate estimate(JobView job) {
    return job.goal().service() ? ENDLESS : known(job.id()).orElseGet(() -> assumed(job));
  }

  /**
   * Without history: anything up to twice the mean. For an SLO job the time from submission to
   * deadline is "a reasonable proxy for the upper bound of the runtime" (3Sigma §4.2).
   */
  private JobEstimate assumed(JobView job) {
    JobGoal goal = job.goal();
    double longestMillis =
        goal.isSlo()
            ? Math.max(1.0, (double) goal.deadlineMillis().getAsLong() - job.submitMillis())
            : 2.0 * unknownRuntimeMillis;
    StreamingHistogram uniform = new StreamingHistogram();
    for (int i = 0; i < UNIFORM_SAMPLES; i++) {
      uniform.add(longestMillis * (i + 0.5) / UNIFORM_SAMPLES);
    }
    String why = goal.isSlo() ? "time to the deadline" : "configuration";
    return new JobEstimate(
        uniform.toDistribution(),
        1.0,
        1.0,
        new EstimateBasis("assumed", why, "mean", 0, Double.NaN, longestMillis / 2));
  }
}
