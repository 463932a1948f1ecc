package org.foresight.planner.distributed.hybrid;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import org.foresight.planner.policy.JobOracle;
import org.foresight.predictor.JobOutcome;

/** What schedulers believe of a job's tasks before any of them has run. */
@FunctionalInterface
public interface TaskEstimates {

  /**
   * The mean runtime of a submitted job's tasks, in milliseconds; positive.
   *
   * @throws IllegalArgumentException if there is no such job
   */
  double taskMillis(String jobId);

  /** The true means, as in the papers. */
  static TaskEstimates of(JobOracle oracle) {
    return jobId -> {
      JobOutcome outcome = oracle.outcome(jobId);
      return Math.max(1.0, (double) outcome.workMillis() / outcome.width());
    };
  }

  /**
   * These estimates, each multiplied by a number drawn uniformly from a range (Delgado's thesis,
   * §2.4.8 and §3.6.5). A job has the same number in every run of the same seed, whatever the
   * policy.
   *
   * @param low least factor, positive
   * @param high largest factor
   */
  static TaskEstimates scaled(TaskEstimates source, double low, double high, long seed) {
    if (!(low > 0 && high >= low && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The factors of estimates go from (" + low + ") to (" + high + "): 0 < low <= high.");
    }
    HashFunction hash = Hashing.murmur3_128((int) seed);
    return jobId -> {
      long bits = hash.hashString(jobId, StandardCharsets.UTF_8).asLong() >>> 11;
      return source.taskMillis(jobId) * (low + (high - low) * bits * 0x1.0p-53);
    };
  }
}
