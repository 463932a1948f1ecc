package org.foresight.predictor;

import java.util.OptionalLong;

/**
 * What past runs are like as evidence, in coarse classes: how many there are, how long ago the last
 * one ended, and how much the last two differ. How far evidence is to be trusted is learned class
 * by class.
 */
final class Situation {

  /** Number of classes of each aspect. */
  static final int[] CLASSES = {8, 7, 5};

  private static final long[] SAMPLES = {1, 2, 4, 8, 16, 32, 128};
  private static final long[] AGE_MILLIS = {
    60_000, 600_000, 3_600_000, 6 * 3_600_000L, 48 * 3_600_000L
  };
  private static final int AGE_UNKNOWN = 6;
  private static final double[] LOG_DIFFERENCES = {0.02, 0.1, 0.4, 1.0};
  private static final int NO_DIFFERENCE = 4;

  private Situation() {}

  /** The class of each aspect. */
  static int[] of(RecentRuns runs, OptionalLong submitMillis) {
    return new int[] {
      firstAtLeast(SAMPLES, runs.samples()),
      submitMillis.isPresent() && runs.lastEndMillis().isPresent()
          ? firstAbove(AGE_MILLIS, submitMillis.getAsLong() - runs.lastEndMillis().getAsLong())
          : AGE_UNKNOWN,
      runs.kept() < 2
          ? NO_DIFFERENCE
          : firstAbove(LOG_DIFFERENCES, Math.abs(runs.logRuntime(0) - runs.logRuntime(1)))
    };
  }

  private static int firstAtLeast(long[] bounds, long value) {
    int i = 0;
    while (i < bounds.length && bounds[i] < value) {
      i++;
    }
    return i;
  }

  private static int firstAbove(long[] bounds, long value) {
    int i = 0;
    while (i < bounds.length && bounds[i] <= value) {
      i++;
    }
    return i;
  }

  private static int firstAbove(double[] bounds, double value) {
    int i = 0;
    while (i < bounds.length && bounds[i] <= value) {
      i++;
    }
    return i;
  }
}
