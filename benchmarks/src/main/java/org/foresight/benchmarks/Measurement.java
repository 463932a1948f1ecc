package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

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
    SummaryStatistics statistics = new SummaryStatistics();
    samples.forEach(sample -> statistics.addValue(sample.millionsPerSecond()));
    double t = new TDistribution(samples.size() - 1.0).inverseCumulativeProbability(0.975);
    double half = t * statistics.getStandardDeviation() / Math.sqrt(samples.size());
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f–%.2f)",
        median,
        statistics.getMean() - half,
        statistics.getMean() + half);
  }

  double medianSpeed() {
    return Quantiles.median()
        .compute(samples.stream().map(SpeedSample::millionsPerSecond).toList());
  }

  SpeedSample first() {
    return samples.get(0);
  }
}
