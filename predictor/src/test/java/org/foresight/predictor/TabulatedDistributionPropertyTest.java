package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

class TabulatedDistributionPropertyTest {

  @Property(tries = 200)
  void cdfIsMonotoneFromZeroToOne(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 9) Integer> masses,
      @ForAll @Scale(6) @DoubleRange(min = -0.1, max = 1.1) double one,
      @ForAll @Scale(6) @DoubleRange(min = -0.1, max = 1.1) double other) {
    TabulatedDistribution distribution = distribution(masses);
    double range = distribution.maxMillis() - distribution.minMillis();
    double low = distribution.minMillis() + Math.min(one, other) * range;
    double high = distribution.minMillis() + Math.max(one, other) * range;

    assertThat(distribution.cdf(low)).isBetween(0.0, distribution.cdf(high));
    assertThat(distribution.cdf(high)).isLessThanOrEqualTo(1.0);
    assertThat(distribution.cdf(distribution.minMillis())).isZero();
    assertThat(distribution.cdf(distribution.maxMillis())).isEqualTo(1.0);
  }

  @Property(tries = 200)
  void theQuantileIsTheInverse(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 9) Integer> masses,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double probability) {
    TabulatedDistribution distribution = distribution(masses);

    double millis = distribution.quantile(probability);

    assertThat(millis).isBetween(distribution.minMillis(), distribution.maxMillis());
    assertThat(distribution.cdf(millis)).isCloseTo(probability, within(1e-9));
    // The smallest such runtime: just before it there is less, or nothing.
    double before = millis - 1e-6 * (1 + millis);
    assertThat(distribution.cdf(before)).isLessThanOrEqualTo(probability);
  }

  @Property(tries = 100)
  void expectationsOfLinearFunctionsAreExact(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 9) Integer> masses) {
    TabulatedDistribution distribution = distribution(masses);

    assertThat(distribution.expectation(millis -> 1.0)).isCloseTo(1.0, within(1e-12));
    double mean = 0;
    int steps = 20_000;
    for (int i = 0; i < steps; i++) {
      mean += distribution.quantile((i + 0.5) / steps) / steps;
    }
    assertThat(distribution.meanMillis()).isCloseTo(mean, within(1e-3 * mean));
    assertThat(distribution.expectation(millis -> 3 * millis + 2))
        .isCloseTo(3 * distribution.meanMillis() + 2, within(1e-9 * mean));
  }

  @Property(tries = 100)
  void scalingScalesEveryRuntime(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 9) Integer> masses,
      @ForAll @Scale(6) @DoubleRange(min = 0.01, max = 100) double factor,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double probability) {
    TabulatedDistribution distribution = distribution(masses);

    TabulatedDistribution scaled = distribution.scaledBy(factor);

    assertThat(scaled.quantile(probability))
        .isCloseTo(factor * distribution.quantile(probability), within(1e-9 * scaled.maxMillis()));
    assertThat(scaled.meanMillis()).isEqualTo(factor * distribution.meanMillis());
  }

  @Example
  void endsWithoutMassAreCutOff() {
    TabulatedDistribution distribution =
        TabulatedDistribution.of(
            new double[] {1, 2, 3, 4, 5, 6}, new double[] {0, 0, 0.5, 1, 1, 1});

    assertThat(distribution.minMillis()).isEqualTo(2);
    assertThat(distribution.maxMillis()).isEqualTo(4);
  }

  @Example
  void aTableThatIsNoneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TabulatedDistribution.of(new double[] {1, 2}, new double[] {0}))
        .withMessageContaining("as many runtimes (2) as probabilities (1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TabulatedDistribution.of(new double[] {1, 2}, new double[] {0, 0.9}))
        .withMessageContaining("end with 1, not (0.9)");
  }

  /** With the masses between runtimes that lie ever further apart. */
  private static TabulatedDistribution distribution(List<Integer> masses) {
    int sum = masses.stream().mapToInt(Integer::intValue).sum() + 1;
    double[] millis = new double[masses.size() + 2];
    double[] cumulative = new double[masses.size() + 2];
    millis[0] = 10;
    int upTo = 0;
    for (int i = 1; i < millis.length; i++) {
      millis[i] = millis[i - 1] * 1.3;
      upTo += i <= masses.size() ? masses.get(i - 1) : 1;
      cumulative[i] = (double) upTo / sum;
    }
    return TabulatedDistribution.of(millis, cumulative);
  }
}
