package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.Locale;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/**
 * A case and its measured runs.
 *
 * @param samples at least one
 */
record Measurement(SpeedCase speedCase, ImmutableList<SpeedSample> samples) {

  /** Millions of task events a second: the median, and the 95 % interval of the mean. */
  String speed() {
    double median =
        Quantiles.median().compute(samples.stream().map(SpeedSample::millionsPerSecond).toList());
    if (samples.size() < 2) {
      return String.format(Locale.ROOT, "%.2f", median);
    }
    Interval mean =
        Intervals.mean(samples.stream().mapToDouble(SpeedSample::millionsPerSecond).toArray());
    return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, mean.low(), mean.high());
  }

  double medianSpeed() {
    return Quantiles.median()
        .compute(samples.stream().map(SpeedSample::millionsPerSecond).toList());
  }

  SpeedSample first() {
    return samples.get(0);
  }
}
