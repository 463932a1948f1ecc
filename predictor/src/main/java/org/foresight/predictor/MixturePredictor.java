package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * The default predictor: a mixture of what the last runs of similar jobs took, whose weights are
 * learned job by job, calibrated.
 *
 * <p>Like 3σPredict ({@link ThreeSigmaPredictor}) it keeps a history for each value of each
 * feature. Unlike it:
 *
 * <ul>
 *   <li>it does not choose one history but mixes all that speak for a job, by weights that it
 *       learns from how well each kind of evidence foresaw past jobs ({@link Gate}): how much, say,
 *       the last run of the same user counts when it ended a minute ago and the two before agree;
 *   <li>a history is the last {@value RecentRuns#CAPACITY} runs, and the very last one for itself,
 *       rather than all runs ever: runtimes shift;
 *   <li>where jobs ask for a runtime, it counts as a feature, as a bound, and as a measure: past
 *       runs speak in proportion to what they had asked for, too;
 *   <li>the point is the most probable runtime rather than a mean, which is a runtime that nobody
 *       had when there are two modes;
 *   <li>the distribution is mapped so that its intervals have covered what they say ({@link
 *       Calibration}).
 * </ul>
 *
 * <p>Constant memory: the runs of a value take half a kilobyte at most, how its jobs are made up
 * two, and so many values at most are kept, see {@link BoundedValues}. Deterministic. Thread-safe.
 */
public final class MixturePredictor implements RuntimePredictor, LearnedState {

  /** Of some two hundred megabytes at most. */
  static final int DEFAULT_MAX_VALUES = 200_000;

  /** Who is right by a factor of 2 in one of five jobs had better say nothing. */
  static final double DEFAULT_FLOOR = 0.2;

  private static final int STATE_VERSION = 1;

  /** A tail of less than this is cut off: kernels have no end. */
  private static final double TAIL = 1e-4;

  /** By their number in {@link Gate}. */
  static final ImmutableList<Feature> FEATURES =
      ImmutableList.of(
          Feature.of(),
          Feature.of(Attribute.REQUESTED),
          Feature.of(Attribute.REQUESTED, Attribute.SLOTS),
          Feature.of(Attribute.USER),
          Feature.of(Attribute.USER, Attribute.REQUESTED),
          Feature.of(Attribute.USER, Attribute.SLOTS),
          Feature.of(Attribute.USER, Attribute.SLOTS, Attribute.REQUESTED),
          Feature.of(Attribute.NAME),
          Feature.of(Attribute.USER, Attribute.NAME),
          Feature.of(Attribute.USER, Attribute.NAME, Attribute.SLOTS, Attribute.REQUESTED));

  /** By which the shape of a job is known, the best first. */
  private static final ImmutableList<Feature> SHAPE_FEATURES =
      ImmutableList.of(
          Feature.of(Attribute.USER, Attribute.NAME),
          Feature.of(Attribute.NAME),
          Feature.of(Attribute.USER),
          Feature.of());

  private final Object lock = new Object();
  private final int maxValues;
  private final double floor;

  @GuardedBy("lock")
  private State state;

  /** All that is learned. */
  private record State(
      BoundedValues<FeatureValue, RecentRuns> runs,
      BoundedValues<FeatureValue, ShapeHistory> shapes,
      Gate gate,
      Calibration calibration,
      TrackRecord trackRecord) {

    State(int maxValues) {
      this(
          new BoundedValues<>(maxValues),
          new BoundedValues<>(maxValues),
          new Gate(FEATURES),
          new Calibration(),
          new TrackRecord());
    }
  }

  /** A predictor that keeps {@link #DEFAULT_MAX_VALUES} and has {@link #DEFAULT_FLOOR}. */
  public MixturePredictor() {
    this(DEFAULT_MAX_VALUES, DEFAULT_FLOOR);
  }

  /**
   * A predictor without history.
   *
   * @param maxValues how many feature values are kept, at least 1
   * @param floor confidence below which a job is unknown, from 0 for never to 1
   */
  public MixturePredictor(int maxValues, double floor) {
    Arguments.requireProbability(floor);
    this.floor = floor;
    this.maxValues = maxValues;
    this.state = new State(maxValues);
  }

  @Override
  public String name() {
    return "default";
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    synchronized (lock) {
      Optional<Forecast> forecast = forecast(features);
      return forecast.isEmpty()
          ? Optional.empty()
          : Optional.of(estimate(forecast.get(), shape(features)))
              .filter(estimate -> estimate.confidence() >= floor);
    }
  }

  @GuardedBy("lock")
  private Optional<Forecast> forecast(JobFeatures features) {
    double logRequest = logRequest(features);
    ImmutableList.Builder<Evidence> builder = ImmutableList.builder();
    for (FeatureValue value : FeatureValue.allOf(features, FEATURES)) {
      RecentRuns runs = state.runs.get(value);
      if (runs != null) {
        int kind = FEATURES.indexOf(value.feature());
        builder.add(Evidence.of(kind, value, runs, logRequest));
      }
    }
    ImmutableList<Evidence> evidence = builder.build();
    return evidence.isEmpty()
        ? Optional.empty()
        : Optional.of(Forecast.of(evidence, state.gate.weights(evidence), logRequest));
  }

  @GuardedBy("lock")
  private ShapeHistory shape(JobFeatures features) {
    for (FeatureValue value : FeatureValue.allOf(features, SHAPE_FEATURES)) {
      ShapeHistory shape = state.shapes.get(value);
      if (shape != null) {
        return shape;
      }
    }
    return new ShapeHistory();
  }

  @GuardedBy("lock")
  private JobEstimate estimate(Forecast forecast, ShapeHistory shape) {
    double[] calibrated = forecast.cumulative().clone();
    state.calibration.apply(forecast.experience(), calibrated);
    return new JobEstimate(
        new ForecastDistribution(forecast, LogGrid.distribution(calibrated, TAIL)),
        shape.meanTaskToSpan(),
        shape.meanWidth(),
        shape.stages(),
        new EstimateBasis(
            forecast.sources(),
            forecast.experience(),
            "mixture",
            forecast.heaviest().runs().nmae(),
            forecast.pointMillis()));
  }

  private static double logRequest(JobFeatures features) {
    return features.requestedMillis().isPresent()
        ? LogGrid.log(features.requestedMillis().getAsLong())
        : Double.NaN;
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    double logRuntime = LogGrid.log(outcome.spanMillis());
    synchronized (lock) {
      state.trackRecord.add(given, outcome.spanMillis());
      given
          .map(JobEstimate::span)
          .filter(ForecastDistribution.class::isInstance)
          .map(span -> ((ForecastDistribution) span).forecast())
          .ifPresent(forecast -> score(forecast, outcome.spanMillis()));
      for (FeatureValue value : FeatureValue.allOf(features, FEATURES)) {
        state.runs.toLearn(value, RecentRuns::new).add(logRuntime, logRequest(features));
      }
      for (FeatureValue value : FeatureValue.allOf(features, SHAPE_FEATURES)) {
        state.shapes.toLearn(value, ShapeHistory::new).learn(outcome);
      }
    }
  }

  @GuardedBy("lock")
  private void score(Forecast forecast, long spanMillis) {
    double logRuntime = LogGrid.log(spanMillis);
    state.gate.learn(forecast.evidence(), logRuntime);
    state.calibration.learn(forecast.experience(), LogGrid.at(forecast.cumulative(), logRuntime));
    forecast.heaviest().runs().score(forecast.pointMillis(), spanMillis);
  }

  /** How well the answers did that it gave. */
  public PredictionScore score() {
    synchronized (lock) {
      return state.trackRecord.score();
    }
  }

  @Override
  public int valueCount() {
    synchronized (lock) {
      return state.runs.size() + state.shapes.size();
    }
  }

  @Override
  public int stateVersion() {
    return STATE_VERSION;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    synchronized (lock) {
      state.runs.save(out, FeatureValue::save, RecentRuns::save);
      state.shapes.save(out, FeatureValue::save, ShapeHistory::save);
      state.gate.save(out);
      state.calibration.save(out);
      state.trackRecord.save(out);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    State restored =
        new State(
            BoundedValues.restore(in, maxValues, FeatureValue::restore, RecentRuns::restore),
            BoundedValues.restore(in, maxValues, FeatureValue::restore, ShapeHistory::restore),
            Gate.restore(FEATURES, in),
            Calibration.restore(in),
            TrackRecord.restore(in));
    synchronized (lock) {
      state = restored;
    }
  }
}
