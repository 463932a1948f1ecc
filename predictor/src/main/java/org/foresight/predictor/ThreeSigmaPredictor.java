package org.foresight.predictor;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * 3σPredict: predicts a job from the history of jobs like it (3Sigma §4.1).
 *
 * <p>A job has six features: its user, its normalised name ({@link JobNames}), its queue, and the
 * pairs of these. Each value of each feature has a history of its own, and each history four
 * experts, one for each point estimator. The estimate for a job is the histogram of the history
 * that owns the expert with the lowest NMAE among all experts of the job's feature values. Where
 * the paper is silent:
 *
 * <ul>
 *   <li>An expert needs three scored estimates to win on its NMAE, that is four finished jobs.
 *   <li>Of experts with the same NMAE the one of a pair of features wins, then the one with more
 *       samples, then the one whose feature, then estimator, is declared first.
 *   <li>While no expert has three scored estimates, the same order decides without the NMAE: a pair
 *       with at least one sample wins before a single feature. The basis then has NaN for its NMAE
 *       and the mean for its point.
 *   <li>If no finished job shares a feature value with the job, it is unknown: an empty answer.
 * </ul>
 *
 * <p>The lowest NMAE wins literally: three lucky estimates beat a long good record.
 *
 * <p>Each history takes constant memory, a few kilobytes; there are as many as there are different
 * feature values. Thread-safe.
 */
public final class ThreeSigmaPredictor implements RuntimePredictor {

  /**
   * Best first. A NaN for the NMAE sorts behind all numbers and equals itself, so unscored experts
   * come last and among themselves in the order of the other criteria.
   */
  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble((Candidate candidate) -> candidate.expert.nmae())
          .thenComparing(candidate -> candidate.value.specificity(), Comparator.reverseOrder())
          .thenComparing(candidate -> candidate.history.samples(), Comparator.reverseOrder());

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<FeatureValue, FeatureHistory> histories = new HashMap<>();

  @Override
  public String name() {
    return "history-3sigma";
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    List<FeatureValue> values = FeatureValue.allOf(features);
    synchronized (lock) {
      List<Candidate> candidates = new ArrayList<>();
      for (FeatureValue value : values) {
        FeatureHistory history = histories.get(value);
        if (history != null) {
          history.experts().forEach(e -> candidates.add(new Candidate(value, history, e)));
        }
      }
      return candidates.stream().min(BEST_FIRST).map(Candidate::estimate);
    }
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome) {
    List<FeatureValue> values = FeatureValue.allOf(features);
    synchronized (lock) {
      for (FeatureValue value : values) {
        histories.computeIfAbsent(value, unseen -> new FeatureHistory()).learn(outcome);
      }
    }
  }

  private record Candidate(FeatureValue value, FeatureHistory history, Expert expert) {

    JobEstimate estimate() {
      return history.estimate(
          new EstimateBasis(
              value.feature().label(),
              value.label(),
              expert.estimatorName(),
              history.samples(),
              expert.nmae(),
              expert.estimateMillis()));
    }
  }
}
