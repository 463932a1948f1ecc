package org.foresight.planner.policy;

import org.foresight.predictor.JobOutcome;

/** Knows what only the future tells. */
@FunctionalInterface
public interface JobOracle {

  /**
   * What a submitted job that has not ended will turn out to be, on nodes that suit it.
   *
   * @throws IllegalArgumentException if there is no such job
   */
  JobOutcome outcome(String jobId);
}
