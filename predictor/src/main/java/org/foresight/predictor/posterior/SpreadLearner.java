package org.foresight.predictor.posterior;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import com.google.common.primitives.ImmutableLongArray;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.foresight.predictor.Attribute;
import org.foresight.predictor.BoundedValues;
import org.foresight.predictor.Feature;
import org.foresight.predictor.FeatureValue;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.LearnedState;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StageOutcome;

/**
 * Learns from finished jobs how the tasks of a stage differ, by how much the first ones mislead,
 * and how far history can be trusted: recent means, of the jobs of the same user and name, of the
 * same user, of all jobs, each of the stage of the same name, and of all stages. What is known of
 * fewer jobs is drawn towards what is known of more.
 *
 * <p>Constant memory: so many values of so many stages at most are kept, see {@link BoundedValues};
 * each takes some hundred bytes. Deterministic. Thread-safe.
 */
public final class SpreadLearner implements TaskSpreads, LearnedState {

  /** Of some tens of megabytes at most. */
  static final int DEFAULT_MAX_VALUES = 100_000;

  /** What the bytes of {@link #save} mean. */
  public static final int STATE_VERSION = 1;

  /** The most special first. */
  private static final ImmutableList<Feature> FEATURES =
      ImmutableList.of(
          Feature.of(Attribute.USER, Attribute.NAME), Feature.of(Attribute.USER), Feature.of());

  private final Object lock = new Object();
  private final int maxValues;

  @GuardedBy("lock")
  private State state;

  /** All that is learned: of each stage of each value, and of all stages of all jobs. */
  private record State(BoundedValues<Key, StageSpread> stages, StageSpread all) {}

  private record Key(FeatureValue value, String stage) {

    void save(DataOutput out) throws IOException {
      value.save(out);
      out.writeUTF(stage);
    }

    static Key restore(DataInput in) throws IOException {
      return new Key(FeatureValue.restore(in), in.readUTF());
    }
  }

  /** A learner that keeps {@link #DEFAULT_MAX_VALUES} and has learned nothing. */
  public SpreadLearner() {
    this(DEFAULT_MAX_VALUES);
  }

  /**
   * A learner that has learned nothing.
   *
   * @param maxValues how many stages of feature values are kept, at least 1
   */
  public SpreadLearner(int maxValues) {
    this.maxValues = maxValues;
    this.state = new State(new BoundedValues<>(maxValues), new StageSpread());
  }

  @Override
  public TaskSpread spread(JobFeatures features, String stage) {
    ImmutableList<FeatureValue> values = FeatureValue.allOf(features, FEATURES);
    synchronized (lock) {
      SpreadMeans means = state.all.refine(SpreadMeans.USUAL);
      for (FeatureValue value : Lists.reverse(values)) {
        StageSpread known = state.stages.get(new Key(value, stage));
        if (known != null) {
          means = known.refine(means);
        }
      }
      return means.toSpread();
    }
  }

  /** Learns from a job that ran to success, as far as it was recorded how its tasks differed. */
  public void learn(JobFeatures features, JobOutcome outcome) {
    for (StageOutcome stage : outcome.stages()) {
      stage
          .variation()
          .map(variation -> SpreadSample.of(stage.width(), stage.meanTaskMillis(), variation))
          .ifPresent(sample -> learn(features, stage.name(), sample));
    }
  }

  /**
   * Learns from a stage of a job that ran to success.
   *
   * @param stage what the stage is called in every run of the job
   * @param taskMillis runtimes of the tasks that ended well, in the order in which they started;
   *     nothing is learned of none
   * @param pilots how many of the first were pilots; 0 if that is not known: max(1, 3 %) then
   * @param given what history said of the stage's mean task runtime when the job was submitted;
   *     empty if it did not know
   */
  public void learn(
      JobFeatures features,
      String stage,
      ImmutableLongArray taskMillis,
      int pilots,
      Optional<RuntimeDistribution> given) {
    if (taskMillis.isEmpty()) {
      return;
    }
    learn(
        features,
        stage,
        SpreadSample.of(
            taskMillis.length(),
            TaskTimes.mean(taskMillis),
            TaskVariations.of(taskMillis, pilots, given)));
  }

  private void learn(JobFeatures features, String stage, SpreadSample sample) {
    ImmutableList<FeatureValue> values = FeatureValue.allOf(features, FEATURES);
    synchronized (lock) {
      state.all.learn(sample);
      for (FeatureValue value : values) {
        state.stages.toLearn(new Key(value, stage), StageSpread::new).learn(sample);
      }
    }
  }

  @Override
  public int valueCount() {
    synchronized (lock) {
      return state.stages.size();
    }
  }

  @Override
  public int stateVersion() {
    return STATE_VERSION;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    synchronized (lock) {
      state.all.save(out);
      state.stages.save(out, Key::save, StageSpread::save);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    StageSpread all = StageSpread.restore(in);
    State restored =
        new State(BoundedValues.restore(in, maxValues, Key::restore, StageSpread::restore), all);
    synchronized (lock) {
      state = restored;
    }
  }
}
