package org.foresight.predictor;

import java.util.Optional;

/** Learns from finished jobs and predicts new ones. Implementations are thread-safe. */
public interface RuntimePredictor {

  /** The name by which it is chosen and reported. */
  String name();

  /** The estimate for a job with these features; empty means "unknown", a legal answer. */
  Optional<JobEstimate> predict(JobFeatures features);

  /**
   * Scores past estimates against a job that ran to success, then adds it to the history.
   *
   * @param given what {@link #predict} answered when the job was submitted; empty if it was not
   *     asked, or did not know
   */
  void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given);

  /**
   * The same of a job of which nothing was asked: it is scored by what would be answered now, which
   * flatters where jobs have ended since its submission.
   */
  default void learn(JobFeatures features, JobOutcome outcome) {
    learn(features, outcome, predict(features));
  }
}
