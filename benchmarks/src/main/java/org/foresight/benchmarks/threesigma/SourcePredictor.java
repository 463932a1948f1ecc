package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.traces.WorkloadJob;

/**
 * Asks a source, for policies that ask a predictor, which is not told ids: tells the jobs of a
 * workload by user, name and time of submission, which no two of them share. Learns nothing.
 */
final class SourcePredictor implements RuntimePredictor {

  private record Submission(String user, String name, OptionalLong millis) {}

  private final RuntimeSource source;
  private final ImmutableMap<Submission, String> ids;

  /**
   * @throws IllegalArgumentException if two jobs cannot be told apart
   */
  SourcePredictor(RuntimeSource source, List<WorkloadJob> jobs) {
    this.source = source;
    this.ids =
        jobs.stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    job ->
                        new Submission(job.user(), job.name(), OptionalLong.of(job.submitMillis())),
                    WorkloadJob::id));
  }

  @Override
  public String name() {
    return "source";
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    String id =
        ids.get(new Submission(features.user(), features.jobName(), features.submitEpochMillis()));
    return id == null ? Optional.empty() : source.estimate(id, features);
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    // What it says is given.
  }
}
