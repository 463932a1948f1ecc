package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * 3σPredict: predicts a job from the history of jobs like it (3Sigma §4.1).
 *
 * <p>A job has ten attributes, of which not all need be known: its user, its normalised name
 * ({@link JobNames}), queue, group, type, priority, the slots and the runtime asked for, hour and
 * weekday of its submission. Its features are each of these alone, each with the user, with the
 * name, and with both. Each value of each feature has a history of its own, and each history four
 * experts, one for each point estimator. The estimate for a job is the histogram of the history
 * that owns the expert with the lowest NMAE among all experts of the job's feature values. Where
 * the paper is silent:
 *
 * <ul>
 *   <li>An expert needs three scored estimates to win on its NMAE, that is four finished jobs.
 *   <li>Of experts with the same NMAE the one with more attributes wins, then the one with more
 *       samples, then the one whose feature, then estimator, is declared first.
 *   <li>While no expert has three scored estimates, the same order decides without the NMAE. The
 *       basis then has NaN for its NMAE and the mean for its point.
 *   <li>If no finished job shares a feature value with the job, it is unknown: an empty answer.
 * </ul>
 *
 * <p>The lowest NMAE wins literally: three lucky estimates beat a long good record.
 *
 * <p>Each history takes constant memory, of four kilobytes at most; so many at most are kept, see
 * {@link BoundedValues}. Thread-safe.
 */
public final class ThreeSigmaPredictor implements RuntimePredictor, LearnedState {

  private static final int STATE_VERSION = 1;

  /** Of a few hundred megabytes at most. */
  static final int DEFAULT_MAX_VALUES = 200_000;

  /**
   * Best first. A NaN for the NMAE sorts behind all numbers and equals itself, so unscored experts
   * come last and among themselves in the order of the other criteria.
   */
  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble((Candidate candidate) -> candidate.expert.nmae())
          .thenComparing(candidate -> candidate.value.specificity(), Comparator.reverseOrder())
          .thenComparing(candidate -> candidate.history.samples(), Comparator.reverseOrder());

  /** Declared in the order of preference between features that are equal in everything else. */
  private static final ImmutableList<Feature> FEATURES = features();

  private final Object lock = new Object();

  @GuardedBy("lock")
  private BoundedValues<FeatureValue, FeatureHistory> histories;

  private final int maxValues;
  private final String name;

  /** Which estimators may win. */
  private final Predicate<String> estimators;

  /** A predictor that keeps {@link #DEFAULT_MAX_VALUES}. */
  public ThreeSigmaPredictor() {
    this(DEFAULT_MAX_VALUES);
  }

  /**
   * A predictor without history.
   *
   * @param maxValues how many feature values are kept, at least 1
   */
  public ThreeSigmaPredictor(int maxValues) {
    this("history-3sigma", maxValues, estimator -> true);
  }

  private ThreeSigmaPredictor(String name, int maxValues, Predicate<String> estimators) {
    this.name = name;
    this.estimators = estimators;
    this.maxValues = maxValues;
    this.histories = new BoundedValues<>(maxValues);
  }

  /** The same with one estimator, the median of recent runs: a simple way to compare with. */
  public static ThreeSigmaPredictor medianOfBestFeature() {
    return new ThreeSigmaPredictor(
        "median-of-best-feature", DEFAULT_MAX_VALUES, Expert.MEDIAN::equals);
  }

  private static ImmutableList<Feature> features() {
    Attribute user = Attribute.USER;
    Attribute name = Attribute.NAME;
    List<Attribute> others =
        Arrays.stream(Attribute.values()).filter(a -> a != user && a != name).toList();
    ImmutableList.Builder<Feature> features = ImmutableList.builder();
    others.forEach(other -> features.add(Feature.of(user, name, other)));
    features.add(Feature.of(user, name));
    others.forEach(other -> features.add(Feature.of(name, other)));
    others.forEach(other -> features.add(Feature.of(user, other)));
    features.add(Feature.of(name), Feature.of(user));
    others.forEach(other -> features.add(Feature.of(other)));
    return features.build();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    List<FeatureValue> values = FeatureValue.allOf(features, FEATURES);
    synchronized (lock) {
      List<Candidate> candidates = new ArrayList<>();
      for (FeatureValue value : values) {
        FeatureHistory history = histories.get(value);
        if (history != null) {
          for (Expert expert : history.experts()) {
            if (estimators.test(expert.estimatorName())) {
              candidates.add(new Candidate(value, history, expert));
            }
          }
        }
      }
      return candidates.stream().min(BEST_FIRST).map(Candidate::estimate);
    }
  }

  /** As in the paper an expert is scored by its estimate of now, whatever was given. */
  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    learn(features, outcome);
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome) {
    List<FeatureValue> values = FeatureValue.allOf(features, FEATURES);
    synchronized (lock) {
      for (FeatureValue value : values) {
        histories.toLearn(value, FeatureHistory::new).learn(outcome);
      }
    }
  }

  @Override
  public int stateVersion() {
    return STATE_VERSION;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    synchronized (lock) {
      histories.save(out, FeatureValue::save, FeatureHistory::save);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    BoundedValues<FeatureValue, FeatureHistory> restored =
        BoundedValues.restore(in, maxValues, FeatureValue::restore, FeatureHistory::restore);
    synchronized (lock) {
      histories = restored;
    }
  }

  @Override
  public int valueCount() {
    synchronized (lock) {
      return histories.size();
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
