package org.foresight.yarn;

import com.google.common.base.MoreObjects;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.foresight.predictor.JobEstimate;

/**
 * What was known of jobs when they were first planned. Thread-safe, and holds no lock while
 * somebody predicts: a prediction may hang.
 */
final class FirstEstimates {

  private final Map<String, Optional<JobEstimate>> byJob = new ConcurrentHashMap<>();

  /** Forgets all other jobs. */
  void keepOnly(Set<String> jobIds) {
    byJob.keySet().retainAll(jobIds);
  }

  /**
   * What was known of a job.
   *
   * @param prediction what is known of it now, if it is asked about for the first time
   */
  Optional<JobEstimate> of(String jobId, Supplier<Optional<JobEstimate>> prediction) {
    Optional<JobEstimate> known = byJob.get(jobId);
    if (known != null) {
      return known;
    }
    Optional<JobEstimate> predicted = prediction.get();
    return MoreObjects.firstNonNull(byJob.putIfAbsent(jobId, predicted), predicted);
  }
}
