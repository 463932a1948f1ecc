package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;

/**
 * How long something took, in milliseconds of real time.
 *
 * @param count how often it was measured, at least once
 * @param meanMillis mean
 * @param p90Millis 90th percentile, interpolated linearly between the closest ranks
 */
public record Latency(int count, double meanMillis, double p90Millis) {

  /** Of these measurements, at least one. */
  static Latency of(ImmutableList<Long> millis) {
    return new Latency(
        millis.size(), Stats.meanOf(millis), Quantiles.percentiles().index(90).compute(millis));
  }
}
