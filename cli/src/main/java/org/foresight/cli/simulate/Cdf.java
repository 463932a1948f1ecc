package org.foresight.cli.simulate;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;

/**
 * The distribution of some values as the corners of a staircase of few steps: from each point on
 * the share holds until the next one.
 *
 * @param x values, rising
 * @param y for each the share of all values that are at most as large; zero for the first point,
 *     which is just below the least value
 */
record Cdf(List<Double> x, List<Double> y) {

  private static final int MOST_STEPS = 400;

  Cdf {
    x = List.copyOf(x);
    y = List.copyOf(y);
  }

  /**
   * The distribution of values, at evenly spaced quantiles, the least and the greatest among them.
   *
   * @param sorted rising, at least one
   */
  static Cdf ofSorted(double[] sorted) {
    int steps = Math.min(MOST_STEPS, sorted.length);
    ImmutableDoubleArray.Builder x = ImmutableDoubleArray.builder().add(Math.nextDown(sorted[0]));
    ImmutableDoubleArray.Builder y = ImmutableDoubleArray.builder().add(0);
    int shown = -1;
    for (int step = 0; step < steps; step++) {
      int quantile = steps == 1 ? 0 : (int) ((long) step * (sorted.length - 1) / (steps - 1));
      if (quantile > shown) {
        // Equal values are one step: only the last of them has the share of all.
        shown = lastOfEqual(sorted, quantile);
        x.add(sorted[shown]);
        y.add((shown + 1.0) / sorted.length);
      }
    }
    return new Cdf(x.build().asList(), y.build().asList());
  }

  private static int lastOfEqual(double[] sorted, int rank) {
    int last = rank;
    while (last + 1 < sorted.length && sorted[last + 1] == sorted[rank]) {
      last++;
    }
    return last;
  }
}
