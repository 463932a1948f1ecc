package org.foresight.planner;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StreamingHistogram;

/** A predictor that has its estimates from a table by job name, and learns nothing. */
public final class TablePredictor implements RuntimePredictor {

  /** A predictor to which every job is unknown. */
  public static final TablePredictor EMPTY = new TablePredictor(ImmutableMap.of());

  private final ImmutableMap<String, JobEstimate> byJobName;

  public TablePredictor(ImmutableMap<String, JobEstimate> byJobName) {
    this.byJobName = byJobName;
  }

  /** An estimate of a job whose tasks all have the same runtime. */
  public static JobEstimate estimate(RuntimeDistribution runtime) {
    return new JobEstimate(
        runtime,
        1.0,
        1.0,
        new EstimateBasis("user+name", "user + job", "mean", 25, 0.1, runtime.meanMillis()));
  }

  /** An estimate that knows the runtime exactly. */
  public static JobEstimate exactly(long millis) {
    return estimate(new PointDistribution(millis));
  }

  /** A runtime that lies evenly between two bounds. */
  public static RuntimeDistribution uniform(double minMillis, double maxMillis) {
    int samples = StreamingHistogram.DEFAULT_MAX_BINS;
    StreamingHistogram histogram = new StreamingHistogram();
    for (int i = 0; i < samples; i++) {
      histogram.add(minMillis + (maxMillis - minMillis) * i / (samples - 1));
    }
    return histogram.toDistribution();
  }

  @Override
  public String name() {
    return "table";
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    return Optional.ofNullable(byJobName.get(features.jobName()));
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    // What is in the table is all there is to know.
  }
}
