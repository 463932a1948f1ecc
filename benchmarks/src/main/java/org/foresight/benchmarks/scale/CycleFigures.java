package org.foresight.benchmarks.scale;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What the cycles of a case sum up to.
 *
 * @param samples at least one
 */
record CycleFigures(ScaleCase scaleCase, ImmutableList<CycleSample> samples) {

  private static final int P99 = 99;
  private static final double MIB = 1024.0 * 1024.0;

  CycleFigures {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException(
          "The case (" + scaleCase.text() + ") must have at least one measured cycle.");
    }
  }

  /** A percentile, from 0 to 100, where the last is the maximum. */
  double percentile(int percent, ToDoubleFunction<CycleSample> figure) {
    return Quantiles.percentiles()
        .index(percent)
        .compute(samples.stream().mapToDouble(figure).toArray());
  }

  double mean(ToDoubleFunction<CycleSample> figure) {
    return samples.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** Mean of the gaps of the solutions that have a bound; NaN if none has. */
  double meanGapPercent() {
    double[] gaps = gaps();
    return gaps.length == 0 ? Double.NaN : Arrays.stream(gaps).average().orElseThrow();
  }

  /** 99th percentile of the same. */
  double p99GapPercent() {
    double[] gaps = gaps();
    return gaps.length == 0 ? Double.NaN : Quantiles.percentiles().index(P99).compute(gaps);
  }

  double p99TotalMillis() {
    return percentile(P99, CycleSample::totalMillis);
  }

  double meanMib() {
    return mean(sample -> sample.allocatedBytes() / MIB);
  }

  private double[] gaps() {
    return samples.stream()
        .map(CycleSample::gapPercent)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }
}
