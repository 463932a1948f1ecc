package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;

import java.util.OptionalLong;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.evaluation.ReplayedJob;
import org.foresight.simulator.SubmittedFeatures;
import org.foresight.traces.past.PastJob;

/** Translates the jobs of a log into what a predictor learns from. */
final class PastRuns {

  private PastRuns() {}

  static ReplayedJob replayed(PastJob job) {
    return new ReplayedJob(job.submitMillis(), job.endMillis(), features(job), outcome(job));
  }

  /** What was known of a job at its submission. */
  static JobFeatures features(PastJob job) {
    return SubmittedFeatures.of(
        job.user(), job.name(), job.queue(), job.submitMillis(), job.request());
  }

  /** What it taught at its end. */
  static JobOutcome outcome(PastJob job) {
    return new JobOutcome(
        job.spanMillis(),
        job.width(),
        job.workMillis(),
        job.stages().stream()
            .map(
                stage ->
                    new StageOutcome(
                        stage.name(),
                        stage.width(),
                        stage.longestMillis(),
                        stage.workMillis(),
                        stage.memoryAskedMb(),
                        OptionalLong.empty()))
            .collect(toImmutableList()),
        OptionalLong.of(job.endMillis()));
  }
}
