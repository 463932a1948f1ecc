package org.foresight.yarn;

import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.RuntimePredictor;

/**
 * A predictor whose place another one takes once it has learned what there is to learn: nobody sees
 * one that knows half of it. Thread-safe.
 */
final class ReplaceablePredictor implements RuntimePredictor {

  private volatile RuntimePredictor current;

  ReplaceablePredictor(RuntimePredictor first) {
    this.current = first;
  }

  void become(RuntimePredictor next) {
    current = next;
  }

  /** How well its answers did; empty where it does not say. */
  Optional<PredictionScore> score() {
    return current instanceof MixturePredictor mixture
        ? Optional.of(mixture.score())
        : Optional.empty();
  }

  @Override
  public String name() {
    return current.name();
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    return current.predict(features);
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    current.learn(features, outcome, given);
  }
}
