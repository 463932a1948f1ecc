package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimePredictor;

/** Where a policy has its runtimes from; asked once for every job, when it is submitted. */
@FunctionalInterface
public interface RuntimeSource {

  /** What is known of a job's runtime; empty if nothing is. */
  Optional<JobEstimate> estimate(String jobId, JobFeatures features);

  /** The distributions that a predictor gives. */
  static RuntimeSource of(RuntimePredictor predictor) {
    return (jobId, features) -> predictor.predict(features);
  }

  /** Only the point estimates that another source gives (3Sigma §5: PointRealEst). */
  static RuntimeSource pointsOf(RuntimeSource source) {
    return (jobId, features) ->
        source.estimate(jobId, features).map(RuntimeSource::withoutDistribution);
  }

  /** The true runtimes (3Sigma §5: PointPerfEst). */
  static RuntimeSource perfect(JobOracle oracle) {
    return (jobId, features) -> Optional.of(exactly(oracle.outcome(jobId)));
  }

  private static JobEstimate withoutDistribution(JobEstimate estimate) {
    return new JobEstimate(
        new PointDistribution(estimate.pointMillis()),
        estimate.meanTaskToSpan(),
        estimate.meanWidth(),
        estimate.stages(),
        estimate.basis());
  }

  private static JobEstimate exactly(JobOutcome outcome) {
    double meanTaskMillis = (double) outcome.workMillis() / outcome.width();
    double taskToSpan =
        outcome.spanMillis() > 0 ? Math.min(1.0, meanTaskMillis / outcome.spanMillis()) : 1.0;
    return new JobEstimate(
        new PointDistribution((double) outcome.spanMillis()),
        taskToSpan > 0 ? taskToSpan : 1.0,
        outcome.width(),
        new EstimateBasis("known", "the true runtime", "exact", 1, 0.0, outcome.spanMillis()));
  }
}
