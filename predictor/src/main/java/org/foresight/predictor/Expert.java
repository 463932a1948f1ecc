package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * A point estimator for one feature value, and how well it did so far (3Sigma §4.1: "each
 * feature-value:estimator pair, which we refer to as an expert").
 *
 * <p>The score is the normalised mean absolute error NMAE = Σ|estimate − actual| / Σ actual over
 * all past estimates, each made before its actual runtime was known. Not thread-safe.
 */
final class Expert {

  /** Name of the estimator that is the median of recent runs. */
  static final String MEDIAN = "recent-median";

  /** Fewer scored estimates than this say nothing; the paper gives no number. */
  static final int MIN_SCORED = 3;

  /**
   * Window of the median, long enough for its job: with 25 samples 3Sigma's distributions are as
   * good as perfect estimates.
   */
  private static final int MEDIAN_WINDOW = 25;

  private static final double ROLLING_ALPHA = 0.6;

  /** The paper's X, for which it gives no number: short, to follow a runtime that shifts. */
  private static final int MEAN_WINDOW = 3;

  private final PointEstimator estimator;
  private double absoluteErrorSum;
  private double actualSum;
  private long scored;

  Expert(PointEstimator estimator) {
    this.estimator = estimator;
  }

  /** One expert for each of the paper's four estimation techniques, in its order. */
  static List<Expert> newExperts() {
    return List.of(
        new Expert(new MeanEstimator()),
        new Expert(RecentEstimator.median(MEDIAN_WINDOW)),
        new Expert(new RollingEstimator(ROLLING_ALPHA)),
        new Expert(RecentEstimator.mean(MEAN_WINDOW)));
  }

  /** Scores the estimate that stood until now, if any, then learns the actual runtime. */
  void observe(double actualMillis) {
    double estimate = estimator.estimate();
    if (!Double.isNaN(estimate)) {
      absoluteErrorSum += Math.abs(estimate - actualMillis);
      actualSum += actualMillis;
      scored++;
    }
    estimator.add(actualMillis);
  }

  void save(DataOutput out) throws IOException {
    estimator.save(out);
    out.writeDouble(absoluteErrorSum);
    out.writeDouble(actualSum);
    out.writeLong(scored);
  }

  /** Takes what {@link #save} of an expert of the same estimator wrote. */
  void restore(DataInput in) throws IOException {
    estimator.restore(in);
    absoluteErrorSum = in.readDouble();
    actualSum = in.readDouble();
    scored = in.readLong();
  }

  String estimatorName() {
    return estimator.name();
  }

  double estimateMillis() {
    return estimator.estimate();
  }

  /**
   * The normalised mean absolute error; NaN while fewer than {@link #MIN_SCORED} estimates are
   * scored, infinite if every actual runtime was 0 and some estimate wasn't.
   */
  double nmae() {
    if (scored < MIN_SCORED) {
      return Double.NaN;
    }
    return absoluteErrorSum == 0.0 ? 0.0 : absoluteErrorSum / actualSum;
  }
}
