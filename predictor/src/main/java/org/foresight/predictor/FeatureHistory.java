package org.foresight.predictor;

import java.util.List;

/**
 * What is known of the finished jobs with one feature value, in constant memory. Not thread-safe.
 */
final class FeatureHistory {

  private final StreamingHistogram spans = new StreamingHistogram();
  private final List<Expert> experts = Expert.newExperts();
  private final ShapeHistory shape = new ShapeHistory();

  void learn(JobOutcome outcome) {
    double spanMillis = (double) outcome.spanMillis();
    experts.forEach(expert -> expert.observe(spanMillis));
    spans.add(spanMillis);
    shape.learn(outcome);
  }

  long samples() {
    return spans.count();
  }

  List<Expert> experts() {
    return experts;
  }

  JobEstimate estimate(EstimateBasis basis) {
    return new JobEstimate(
        spans.toDistribution(), shape.meanTaskToSpan(), shape.meanWidth(), shape.stages(), basis);
  }
}
