package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PointEstimatorTest {

  static Stream<PointEstimator> estimators() {
    return Stream.of(
        new MeanEstimator(),
        new RollingEstimator(0.6),
        RecentEstimator.median(3),
        RecentEstimator.mean(3));
  }

  @ParameterizedTest
  @MethodSource("estimators")
  void knowsNothingBeforeTheFirstRuntimeAndThatOneAfter(PointEstimator estimator) {
    assertThat(estimator.estimate()).isNaN();

    estimator.add(42);

    assertThat(estimator.estimate()).isEqualTo(42);
  }

  @Test
  void meanIsOverAllRuntimes() {
    assertThat(after(new MeanEstimator(), 10, 20, 60, 110)).isEqualTo(50);
  }

  @Test
  void rollingWeighsTheNewestRuntimeWithAlpha() {
    // 0.6 · 20 + 0.4 · 10 = 16; 0.6 · 60 + 0.4 · 16 = 42.4.
    assertThat(after(new RollingEstimator(0.6), 10, 20, 60)).isCloseTo(42.4, within(1e-9));
  }

  @Test
  void medianIsOfTheLastRuntimesOnly() {
    assertThat(after(RecentEstimator.median(3), 10, 30)).isEqualTo(20);
    assertThat(after(RecentEstimator.median(3), 90, 10, 30)).isEqualTo(30);
    assertThat(after(RecentEstimator.median(3), 90, 80, 10, 30, 20)).isEqualTo(20);
  }

  @Test
  void recentMeanIsOfTheLastRuntimesOnly() {
    assertThat(after(RecentEstimator.mean(3), 10, 30)).isEqualTo(20);
    assertThat(after(RecentEstimator.mean(3), 1000, 10, 20, 60)).isEqualTo(30);
  }

  @Test
  void rejectsParametersThatMakeNoSense() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RollingEstimator(0))
        .withMessage("The alpha (0.0) of a rolling estimate must be in (0, 1].");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecentEstimator.mean(0))
        .withMessage("The windowSize (0) of estimator recent-mean must be at least 1.");
  }

  private static double after(PointEstimator estimator, double... runtimes) {
    for (double runtime : runtimes) {
      estimator.add(runtime);
    }
    return estimator.estimate();
  }
}
