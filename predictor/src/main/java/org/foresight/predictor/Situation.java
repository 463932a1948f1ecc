package org.foresight.predictor;

/**
 * What past runs are like as evidence, in coarse classes: how many there are, and how much the last
 * two differ. How far evidence is to be trusted is learned class by class.
 */
final class Situation {

  /** Number of classes of each aspect. */
  static final int[] CLASSES = {8, 5};

  private static final long[] SAMPLES = {1, 2, 4, 8, 16, 32, 128};
  private static final double[] LOG_DIFFERENCES = {0.02, 0.1, 0.4, 1.0};
  private static final int NO_DIFFERENCE = 4;

  private Situation() {}

  /** The class of each aspect. */
  static int[] of(RecentRuns runs) {
    return new int[] {
      firstAtLeast(SAMPLES, runs.samples()),
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

  private static int firstAbove(double[] bounds, double value) {
    int i = 0;
    while (i < bounds.length && bounds[i] <= value) {
      i++;
    }
    return i;
  }
}
