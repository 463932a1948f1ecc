package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskShapeTest {

  @Test
  void mostOfItIsLognormal() {
    TaskShape shape = new TaskShape(0.5);
    double sigma = Math.sqrt(Math.log(1.25));

    for (double deviations = -8; deviations < 3; deviations += 0.37) {
      assertThat(shape.logSurvival(shape.logRatio(deviations)))
          .isCloseTo(Math.log(0.5 * Erf.erfc(deviations / Math.sqrt(2))), within(3e-6));
    }
    // The tail makes the mean a little longer than a lognormal one.
    assertThat(-shape.logRatio(0)).isCloseTo(sigma * sigma / 2, within(0.001));
  }

  @Test
  void stragglersAreMoreFrequentThanALognormalTailHasThem() {
    TaskShape shape = new TaskShape(0.5);

    double fiveDeviations = shape.logSurvival(shape.logRatio(5));

    assertThat(fiveDeviations).isGreaterThan(Math.log(5 * 2.87e-7));
    // Pareto: as much less from one factor to the next.
    assertThat(shape.logSurvival(shape.logRatio(9)) - shape.logSurvival(shape.logRatio(7)))
        .isCloseTo(shape.logSurvival(shape.logRatio(7)) - fiveDeviations, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 0.01, 0.2, 0.5, 1.0, 2.5, 4.0})
  void theMeanIsTheMean(double cov) {
    TaskShape shape = new TaskShape(cov);

    // ∫ P(runtime > t) dt, in steps that are even on the logarithm.
    double low = shape.logRatio(-9);
    double step = (shape.logRatio(3) - low) / 40_000;
    double mean = Math.exp(low);
    for (double log = low + step / 2; shape.logSurvival(log) + log > -25; log += step) {
      mean += step * Math.exp(log + shape.logSurvival(log));
    }

    assertThat(mean).isCloseTo(1, within(2e-5));
    assertThat(shape.meanRest(Double.NEGATIVE_INFINITY)).isCloseTo(1, within(2e-5));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1.5, -0.2, 0.0, 0.4, 0.9, 1.2, 1.6, 3.0})
  void theRestOfATaskThatHasRunForAWhile(double logAge) {
    TaskShape shape = new TaskShape(0.6);

    double step = 1e-4;
    double rest = 0;
    for (double log = logAge + step / 2; log < logAge + 8; log += step) {
      rest += step * Math.exp(log + shape.logSurvival(log) - shape.logSurvival(logAge));
    }

    assertThat(shape.meanRest(logAge)).isCloseTo(rest, within(2e-5 * (1 + rest)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.5, 4.0})
  void survivalIsLogConcave(double cov) {
    TaskShape shape = new TaskShape(cov);
    double step = (shape.logRatio(1) - shape.logRatio(0)) / 100;
    double before = 0;
    for (double log = shape.logRatio(-8); log < shape.logRatio(12); log += step) {
      double fall = shape.logSurvival(log) - shape.logSurvival(log + step);
      assertThat(fall).isGreaterThanOrEqualTo(before - 1e-12);
      before = fall;
    }
  }

  @Test
  void tasksThatAreAllAlikeEndTogether() {
    TaskShape shape = new TaskShape(0);

    assertThat(shape.cdf(Math.log(0.999))).isZero();
    assertThat(shape.cdf(Math.log(1.001))).isEqualTo(1.0);
    assertThat(shape.meanRest(Math.log(0.4))).isCloseTo(0.6, within(1e-5));
  }
}
