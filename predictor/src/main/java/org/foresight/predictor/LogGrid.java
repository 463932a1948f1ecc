package org.foresight.predictor;

import java.util.stream.IntStream;

/**
 * Runtimes on a grid that is even on the logarithm, from 1 ms on: a bin is 4.4 % wide. Mass on the
 * grid is an array of one number a bin.
 */
public final class LogGrid {

  static final int BINS_PER_OCTAVE = 16;

  /** To 34 years. */
  private static final int OCTAVES = 40;

  public static final int BINS = BINS_PER_OCTAVE * OCTAVES;

  /** Width of a bin on the natural logarithm. */
  public static final double BIN_WIDTH = Math.log(2.0) / BINS_PER_OCTAVE;

  /** The ends of the bins, in milliseconds. */
  private static final double[] EDGES_MILLIS =
      IntStream.rangeClosed(0, BINS).mapToDouble(i -> Math.exp(i * BIN_WIDTH)).toArray();

  private LogGrid() {}

  /** The logarithm of a runtime, of which less than 1 ms counts as 1 ms. */
  public static double log(double millis) {
    return Math.log(Math.max(1.0, millis));
  }

  /** The bin of a logarithm; what is beyond the ends is in the outermost bins. */
  static int bin(double log) {
    return (int) Math.min(Math.max(log / BIN_WIDTH, 0.0), BINS - 1.0);
  }

  /**
   * Spreads mass by the Laplace kernel exp(−|d| / scale) / (2·scale), of logarithms; what would
   * fall off the ends is lost.
   */
  public static void smooth(double[] mass, double scale) {
    double rate = Math.exp(-BIN_WIDTH / scale);
    double norm = (1.0 - rate) / (1.0 + rate);
    double[] fromLeft = new double[mass.length];
    double sum = 0.0;
    for (int i = 0; i < mass.length; i++) {
      sum = sum * rate + mass[i];
      fromLeft[i] = sum;
    }
    sum = 0.0;
    for (int i = mass.length - 1; i >= 0; i--) {
      double own = mass[i];
      mass[i] = norm * (fromLeft[i] + sum);
      sum = (sum + own) * rate;
    }
  }

  /**
   * The share of the mass up to each end of a bin, from 0 to exactly 1.
   *
   * @param mass not all zero
   */
  static double[] cumulative(double[] mass) {
    double[] cumulative = new double[mass.length + 1];
    double sum = 0.0;
    for (int i = 0; i < mass.length; i++) {
      sum += mass[i];
      cumulative[i + 1] = sum;
    }
    for (int i = 1; i <= mass.length; i++) {
      cumulative[i] /= sum;
    }
    return cumulative;
  }

  /** The value of a cumulative function at a logarithm, linear on the logarithm within a bin. */
  static double at(double[] cumulative, double log) {
    double position = log / BIN_WIDTH;
    if (position <= 0.0) {
      return 0.0;
    }
    if (position >= BINS) {
      return 1.0;
    }
    int left = (int) position;
    return cumulative[left] + (position - left) * (cumulative[left + 1] - cumulative[left]);
  }

  /**
   * A distribution from its cumulative function.
   *
   * @param tail what is less than this, or as little below one, is cut off
   */
  static TabulatedDistribution distribution(double[] cumulative, double tail) {
    double[] cut = cumulative.clone();
    for (int i = 0; i < cut.length; i++) {
      if (cut[i] < tail) {
        cut[i] = 0.0;
      } else if (cut[i] > 1.0 - tail) {
        cut[i] = 1.0;
      }
    }
    cut[cut.length - 1] = 1.0;
    return TabulatedDistribution.of(EDGES_MILLIS, cut);
  }
}
