package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;

/**
 * How long short tasks took for the same work.
 *
 * @param aloneNanos on an idle node
 * @param besideNanos on a node full of long tasks
 * @param lostLongTasks how many of these were gone at the end
 */
public record ShortTaskTimes(
    ImmutableList<Long> aloneNanos, ImmutableList<Long> besideNanos, int lostLongTasks) {

  /** The median beside long tasks, over the median alone. */
  public double timesAlone() {
    return Quantiles.median().compute(besideNanos) / Quantiles.median().compute(aloneNanos);
  }
}
