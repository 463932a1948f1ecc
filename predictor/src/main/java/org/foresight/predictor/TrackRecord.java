package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/** Scores answers against what came true, in constant memory. Not thread-safe. */
public final class TrackRecord {

  private static final double[] COVERED = {0.5, 0.8, 0.95};

  /** An actual runtime of nothing would make any error infinite. */
  private static final double LEAST_ACTUAL_MILLIS = 1.0;

  /**
   * Where relative errors of some orders of magnitude are worth telling apart: near and below 1.
   */
  private static final double LARGEST_ERROR = 1e6;

  private StreamingHistogram relativeErrors = new StreamingHistogram();
  private final long[] covered = new long[COVERED.length];
  private long jobs;
  private long unknown;
  private long offByTwo;
  private double absoluteErrorSum;
  private double actualSum;

  /** A record of nothing. */
  public TrackRecord() {}

  /**
   * Scores an answer.
   *
   * @param given the answer of when the job was submitted; empty if it was unknown
   */
  public void add(Optional<JobEstimate> given, long actualSpanMillis) {
    if (given.isEmpty()) {
      unknown++;
      return;
    }
    JobEstimate estimate = given.get();
    double actual = Math.max(LEAST_ACTUAL_MILLIS, actualSpanMillis);
    double point = estimate.pointMillis();
    jobs++;
    double error = Math.abs(point - actual);
    // On the logarithm, where the histogram's bins are alike.
    relativeErrors.add(Math.log1p(Math.min(LARGEST_ERROR, error / actual)));
    if (point >= 2.0 * actual || point <= actual / 2.0) {
      offByTwo++;
    }
    for (int i = 0; i < COVERED.length; i++) {
      double tail = (1.0 - COVERED[i]) / 2.0;
      if (estimate.span().quantile(tail) <= actual
          && actual <= estimate.span().quantile(1.0 - tail)) {
        covered[i]++;
      }
    }
    absoluteErrorSum += error;
    actualSum += actual;
  }

  /** The score so far; NaN for all shares while there is none. */
  public PredictionScore score() {
    return new PredictionScore(
        jobs,
        unknown,
        jobs == 0 ? Double.NaN : Math.expm1(relativeErrors.toDistribution().quantile(0.5)),
        (double) offByTwo / jobs,
        (double) covered[0] / jobs,
        (double) covered[1] / jobs,
        (double) covered[2] / jobs,
        absoluteErrorSum / actualSum);
  }

  void save(DataOutput out) throws IOException {
    relativeErrors.save(out);
    for (long count : covered) {
      out.writeLong(count);
    }
    out.writeLong(jobs);
    out.writeLong(unknown);
    out.writeLong(offByTwo);
    out.writeDouble(absoluteErrorSum);
    out.writeDouble(actualSum);
  }

  static TrackRecord restore(DataInput in) throws IOException {
    TrackRecord restored = new TrackRecord();
    restored.relativeErrors = StreamingHistogram.restore(in);
    for (int i = 0; i < COVERED.length; i++) {
      restored.covered[i] = in.readLong();
    }
    restored.jobs = in.readLong();
    restored.unknown = in.readLong();
    restored.offByTwo = in.readLong();
    restored.absoluteErrorSum = in.readDouble();
    restored.actualSum = in.readDouble();
    return restored;
  }
}
