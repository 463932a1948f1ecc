package org.foresight.cli.simulate;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;

/**
 * The distribution of some values as a line of few points.
 *
 * @param x values, rising
 * @param y for each the share of all values that are at most as large
 */
record Cdf(List<Double> x, List<Double> y) {

  private static final int MOST_POINTS = 400;

  Cdf {
    x = List.copyOf(x);
    y = List.copyOf(y);
  }

  /**
   * The distribution of values, at evenly spaced ranks, the least and the greatest among them.
   *
   * @param sorted rising
   */
  static Cdf ofSorted(double[] sorted) {
    int points = Math.min(MOST_POINTS, sorted.length);
    ImmutableDoubleArray.Builder x = ImmutableDoubleArray.builder();
    ImmutableDoubleArray.Builder y = ImmutableDoubleArray.builder();
    for (int point = 0; point < points; point++) {
      int rank = points == 1 ? 0 : (int) ((long) point * (sorted.length - 1) / (points - 1));
      boolean last = rank == sorted.length - 1;
      // Equal values are one step: only the last of them has the share of all.
      if (last || sorted[rank + 1] > sorted[rank]) {
        x.add(sorted[rank]);
        y.add((rank + 1.0) / sorted.length);
      }
    }
    return new Cdf(x.build().asList(), y.build().asList());
  }
}
