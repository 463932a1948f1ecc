package org.foresight.predictor;

import java.util.List;

/**
 * What is known of the finished jobs with one feature value, in constant memory. Not thread-safe.
 */
final class FeatureHistory {

  private final StreamingHistogram spans = new StreamingHistogram();
  private final List<Expert> experts = Expert.newExperts();
  private double taskToSpanSum;
  private double widthSum;

  void learn(JobOutcome outcome) {
    double spanMillis = (double) outcome.spanMillis();
    experts.forEach(expert -> expert.observe(spanMillis));
    spans.add(spanMillis);
    taskToSpanSum += taskToSpan(outcome);
    widthSum += outcome.width();
  }

  long samples() {
    return spans.count();
  }

  List<Expert> experts() {
    return experts;
  }

  JobEstimate estimate(EstimateBasis basis) {
    // Rounding errors of the sum must not carry a mean of ones beyond one.
    double meanTaskToSpan = Math.min(1.0, taskToSpanSum / samples());
    return new JobEstimate(spans.toDistribution(), meanTaskToSpan, widthSum / samples(), basis);
  }

  /**
   * Mean task runtime / span. The span is the longest task of each stage, so the work is at least
   * the span and at most width × span; an outcome that says otherwise is taken at the nearer bound.
   */
  private static double taskToSpan(JobOutcome outcome) {
    if (outcome.spanMillis() == 0) {
      return 1.0;
    }
    double ratio = (double) outcome.workMillis() / outcome.width() / outcome.spanMillis();
    return Math.min(1.0, Math.max(1.0 / outcome.width(), ratio));
  }
}
