package org.foresight.planner.admission;

import java.util.Optional;
import org.foresight.predictor.JobEstimate;

/**
 * Work that is to be done by a time.
 *
 * @param deadlineMillis by when
 * @param workMillis expected work, in milliseconds of tasks
 */
public record Commitment(long deadlineMillis, double workMillis) {

  /**
   * What a job commits to.
   *
   * @param estimate what is known of it; if nothing is, the time to its deadline is the upper bound
   *     of its runtime (3Sigma §4.2), for one task, as in a plan
   */
  public static Commitment of(
      Optional<JobEstimate> estimate, long submitMillis, long deadlineMillis) {
    double workMillis =
        estimate
            .map(known -> known.taskRuntime().meanMillis() * known.meanWidth())
            .orElse(Math.max(0.0, (double) deadlineMillis - submitMillis) / 2);
    return new Commitment(deadlineMillis, workMillis);
  }
}
