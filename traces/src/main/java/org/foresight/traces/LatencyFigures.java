package org.foresight.traces;

import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How long jobs took from submission to finish; empty throughout where none of them finished.
 *
 * <p>Percentiles are exact, interpolated linearly between the closest ranks.
 *
 * @param meanSeconds mean
 * @param p50Seconds median
 * @param p90Seconds 90th percentile
 * @param p99Seconds 99th percentile
 */
public record LatencyFigures(
    OptionalDouble meanSeconds,
    OptionalDouble p50Seconds,
    OptionalDouble p90Seconds,
    OptionalDouble p99Seconds) {

  private static final LatencyFigures NONE =
      new LatencyFigures(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty());

  /** The figures of these latencies, whose order is lost. */
  static LatencyFigures ofInPlace(double[] seconds) {
    if (seconds.length == 0) {
      return NONE;
    }
    OptionalDouble mean = OptionalDouble.of(Stats.meanOf(seconds));
    Map<Integer, Double> percentiles =
        Quantiles.percentiles().indexes(50, 90, 99).computeInPlace(seconds);
    return new LatencyFigures(
        mean,
        percentile(percentiles, 50),
        percentile(percentiles, 90),
        percentile(percentiles, 99));
  }

  private static OptionalDouble percentile(Map<Integer, Double> percentiles, int index) {
    Double value = percentiles.get(index);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
