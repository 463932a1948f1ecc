package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * What is known of the finished jobs with one feature value, in constant memory. Not thread-safe.
 */
final class FeatureHistory {

  private final StreamingHistogram spans;
  private final List<Expert> experts = Expert.newExperts();
  private final ShapeHistory shape;

  FeatureHistory() {
    this(new StreamingHistogram(), new ShapeHistory());
  }

  private FeatureHistory(StreamingHistogram spans, ShapeHistory shape) {
    this.spans = spans;
    this.shape = shape;
  }

  void learn(JobOutcome outcome) {
    double spanMillis = (double) outcome.spanMillis();
    experts.forEach(expert -> expert.observe(spanMillis));
    spans.add(spanMillis);
    shape.learn(outcome);
  }

  void save(DataOutput out) throws IOException {
    spans.save(out);
    shape.save(out);
    for (Expert expert : experts) {
      expert.save(out);
    }
  }

  static FeatureHistory restore(DataInput in) throws IOException {
    FeatureHistory history =
        new FeatureHistory(StreamingHistogram.restore(in), ShapeHistory.restore(in));
    for (Expert expert : history.experts) {
      expert.restore(in);
    }
    return history;
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
