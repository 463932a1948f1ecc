package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** A statistic of the last few runtimes: their median or their mean. */
final class RecentEstimator implements PointEstimator {

  private final String name;
  private final double[] window;
  private final ToDoubleFunction<double[]> statistic;
  private int filled;
  private int next;

  private RecentEstimator(String name, int windowSize, ToDoubleFunction<double[]> statistic) {
    if (windowSize < 1) {
      throw new IllegalArgumentException(
          "The windowSize (" + windowSize + ") of estimator " + name + " must be at least 1.");
    }
    this.name = name;
    this.window = new double[windowSize];
    this.statistic = statistic;
  }

  /**
   * The median of the last {@code windowSize} runtimes, which 3Sigma uses as a proxy for the median
   * of all; of an even number, the mean of the two in the middle.
   */
  static RecentEstimator median(int windowSize) {
    return new RecentEstimator(Expert.MEDIAN, windowSize, RecentEstimator::medianOf);
  }

  /** The mean of the last {@code windowSize} runtimes. */
  static RecentEstimator mean(int windowSize) {
    return new RecentEstimator("recent-mean", windowSize, RecentEstimator::meanOf);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void add(double millis) {
    window[next] = millis;
    next = (next + 1) % window.length;
    filled = Math.min(filled + 1, window.length);
  }

  @Override
  public double estimate() {
    return filled == 0 ? Double.NaN : statistic.applyAsDouble(Arrays.copyOf(window, filled));
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(filled);
    out.writeInt(next);
    for (int i = 0; i < filled; i++) {
      out.writeDouble(window[i]);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    int savedFilled = in.readInt();
    int savedNext = in.readInt();
    if (savedFilled < 0
        || savedFilled > window.length
        || savedNext < 0
        || savedNext >= window.length) {
      throw new IOException(
          "A window of (" + savedFilled + ") values does not fit " + window.length + ".");
    }
    filled = savedFilled;
    next = savedNext;
    for (int i = 0; i < filled; i++) {
      window[i] = in.readDouble();
    }
  }

  private static double medianOf(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1
        ? values[middle]
        : values[middle - 1] + (values[middle] - values[middle - 1]) / 2.0;
  }

  private static double meanOf(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }
}
