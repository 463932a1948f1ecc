package org.foresight.benchmarks.threesigma;

import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.evaluation.PredictionFigures;
import org.foresight.predictor.evaluation.PredictionScorer;

/** A predictor whose answers are scored when the jobs end. Not thread-safe. */
final class ScoredPredictor implements RuntimePredictor {

  private final RuntimePredictor predictor;
  private final PredictionScorer scorer = new PredictionScorer();

  ScoredPredictor(RuntimePredictor predictor) {
    this.predictor = predictor;
  }

  @Override
  public String name() {
    return predictor.name();
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    return predictor.predict(features);
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    scorer.add(given, Math.max(1, outcome.spanMillis()));
    predictor.learn(features, outcome, given);
  }

  /** Of the answers so far. */
  PredictionFigures figures() {
    return scorer.figures();
  }
}
