package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeDistributionTest {

  static Stream<RuntimeDistribution> distributions() {
    return Stream.of(
        new PointDistribution(15),
        Histograms.of(15).toDistribution(),
        Histograms.of(10, 20).toDistribution());
  }

  @Test
  void aPointIsKnownExactly() {
    PointDistribution point = new PointDistribution(1000);

    assertThat(point.cdf(999.9)).isZero();
    assertThat(point.cdf(1000)).isEqualTo(1.0);
    assertThat(point.quantile(0)).isEqualTo(1000);
    assertThat(point.quantile(1)).isEqualTo(1000);
    assertThat(point.expectation(millis -> millis / 2)).isEqualTo(500);
    assertThat(point.scaledBy(1.5)).isEqualTo(new PointDistribution(1500));
    assertThat(point.minMillis()).isEqualTo(point.maxMillis()).isEqualTo(point.meanMillis());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void aPointIsFiniteAndNotNegative(double millis) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PointDistribution(millis));
  }

  /**
   * Case A of 3Sigma §2.3 in spirit: what is left of a uniform runtime that has run for a while.
   */
  @Test
  void conditionalSurvivalOfAUniformRuntime() {
    HistogramDistribution distribution = Histograms.of(10, 20).toDistribution();

    // 0.25 at 10, 0.05 for each unit from 10 to 20, 0.25 at 20.
    assertThat(distribution.survivalGiven(16, 12)).isCloseTo(0.45 / 0.65, within(1e-12));
    assertThat(distribution.survivalGiven(12, 16)).isEqualTo(1.0);
    assertThat(distribution.survivalGiven(20, 16)).isZero();
    assertThat(distribution.survivalGiven(30, 25)).isZero();
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void probabilitiesAreBetweenZeroAndOne(RuntimeDistribution distribution) {
    for (double probability : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> distribution.quantile(probability))
          .withMessage("The probability (" + probability + ") must be between 0 and 1.");
    }
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void factorsArePositiveAndKeepTheRuntimeFinite(RuntimeDistribution distribution) {
    for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e308}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> distribution.scaledBy(factor))
          .withMessageStartingWith("The factor (" + factor + ") of a runtime distribution must be");
    }
  }
}
