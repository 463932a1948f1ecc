package org.foresight.predictor;

import java.util.Optional;

/** Learns from finished jobs and predicts new ones. Implementations are thread-safe. */
public interface RuntimePredictor {

  /** The name by which it is chosen and reported. */
  String name();

  /** The estimate for a job with these features; empty means "unknown", a legal answer. */
  Optional<JobEstimate> predict(JobFeatures features);

  /** Scores past estimates against a job that ran to success, then adds it to the history. */
  void learn(JobFeatures features, JobOutcome outcome);
}
