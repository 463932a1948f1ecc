package org.foresight.predictor.evaluation;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;

/** Scores answers exactly: it keeps all errors. Not thread-safe. */
public final class PredictionScorer {

  private static final double[] COVERED = {0.5, 0.8, 0.95};
  private static final int INITIAL_CAPACITY = 1_024;

  private double[] relativeErrors = new double[INITIAL_CAPACITY];
  private int jobs;
  private long unknown;
  private long offByTwo;
  private double absoluteErrorSum;
  private double actualSum;
  private final long[] covered = new long[COVERED.length];
  private boolean intervals;

  /** A scorer of nothing. */
  public PredictionScorer() {}

  /**
   * Scores an answer.
   *
   * @param answer empty if the job was unknown
   * @param actualMillis how long it took, at least 1
   */
  public void add(Optional<JobEstimate> answer, long actualMillis) {
    if (answer.isEmpty()) {
      unknown++;
      return;
    }
    JobEstimate estimate = answer.get();
    double point = estimate.pointMillis();
    double error = Math.abs(point - actualMillis);
    if (jobs == relativeErrors.length) {
      relativeErrors = Arrays.copyOf(relativeErrors, 2 * jobs);
    }
    relativeErrors[jobs++] = error / actualMillis;
    if (point >= 2.0 * actualMillis || point <= actualMillis / 2.0) {
      offByTwo++;
    }
    absoluteErrorSum += error;
    actualSum += actualMillis;
    if (!(estimate.span() instanceof PointDistribution)) {
      intervals = true;
    }
    for (int i = 0; i < COVERED.length; i++) {
      double tail = (1.0 - COVERED[i]) / 2.0;
      if (estimate.span().quantile(tail) <= actualMillis
          && actualMillis <= estimate.span().quantile(1.0 - tail)) {
        covered[i]++;
      }
    }
  }

  /** The figures so far. */
  public PredictionFigures figures() {
    double[] sorted = Arrays.copyOf(relativeErrors, jobs);
    Arrays.sort(sorted);
    return new PredictionFigures(
        jobs,
        unknown,
        quantile(sorted, 0.5),
        quantile(sorted, 0.9),
        offByTwo,
        share(covered[0]),
        share(covered[1]),
        share(covered[2]),
        jobs == 0 ? OptionalDouble.empty() : OptionalDouble.of(absoluteErrorSum / actualSum));
  }

  private OptionalDouble share(long count) {
    return intervals ? OptionalDouble.of((double) count / jobs) : OptionalDouble.empty();
  }

  private static OptionalDouble quantile(double[] sorted, double quantile) {
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[(int) Math.floor(quantile * (sorted.length - 1))]);
  }
}
