package org.foresight.planner.policy;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Jobs of frameworks that run one task after the other in the same container: an executor of Spark
 * is no task, and lives as long as its job. What a scheduler sees of such a job is the work that it
 * has attained; a pilot would never end.
 *
 * <p>Such a job's work left is what history expects beyond what it has attained; without history,
 * or beyond all of it, as much as it has attained, which is how least attained service ranks it.
 * Not thread-safe.
 */
final class ReusedContainers {

  /** The types of applications, in lower case. */
  private static final ImmutableSet<String> FRAMEWORKS =
      ImmutableSet.of("spark", "tez", "apache flink", "flink", "yarn-service", "samza", "hama");

  private static final double NEVER_SO_LONG = 1e-3;

  private final AttainedService service = new AttainedService();
  private final Set<String> jobs = new HashSet<>();

  void onEvent(ClusterEvent event) {
    service.onEvent(event);
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      if (submitted
          .features()
          .jobType()
          .map(Ascii::toLowerCase)
          .filter(FRAMEWORKS::contains)
          .isPresent()) {
        jobs.add(submitted.jobId());
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      jobs.remove(finished.jobId());
    }
  }

  /** Whether the job's containers run one task after the other. */
  boolean isOf(String jobId) {
    return jobs.contains(jobId);
  }

  /** How large such a job is. */
  JobSize.Known size(JobView job, Optional<JobEstimate> history, long nowMillis) {
    double attainedMillis = service.millis(job, nowMillis);
    double leftMillis =
        history.map(known -> leftMillis(work(known), attainedMillis)).orElse(attainedMillis);
    return new JobSize.Known(
        leftMillis,
        leftMillis,
        Figures.seconds(Math.round(attainedMillis))
            + " of work attained in containers that are used again and again, "
            + Figures.seconds(Math.round(leftMillis))
            + (history.isPresent() ? " left by history" : " reckoned to be left"));
  }

  private static RuntimeDistribution work(JobEstimate history) {
    return history.taskRuntime().scaledBy(history.meanWidth());
  }

  private static double leftMillis(RuntimeDistribution work, double attainedMillis) {
    double longer = work.survival(attainedMillis);
    return longer < NEVER_SO_LONG
        ? attainedMillis
        : work.expectation(millis -> Math.max(0, millis - attainedMillis)) / longer;
  }
}
