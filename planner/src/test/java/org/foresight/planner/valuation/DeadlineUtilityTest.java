package org.foresight.planner.valuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.foresight.planner.TablePredictor;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineUtilityTest {

  private static final RuntimeDistribution RUNTIME = TablePredictor.uniform(100, 200);

  @Test
  void isTheValueUntilTheDeadlineAndNothingAfterIt() {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 0, 0, 0);

    assertThat(utility.at(-5)).isEqualTo(80);
    assertThat(utility.at(1_000)).isEqualTo(80);
    assertThat(utility.at(Math.nextUp(1_000.0))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1000, 80", "1050, 36", "1250, 20", "1499, 0.08", "1500, 0", "9999, 0"})
  void decaysFromHalfTheValueOverTheTail(double completionMillis, double expected) {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 500, 0, 0);

    assertThat(utility.at(completionMillis)).isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 750, 800, 833, 850, 899.5, 900, 1_001})
  void isExpectedToBeTheValueTimesTheProbabilityOfBeingInTime(double startMillis) {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 0, 0, 0);

    assertThat(utility.expected(startMillis, RUNTIME))
        .isEqualTo(80 * RUNTIME.cdf(1_000 - startMillis));
  }

  @Test
  void theExpectationOfAPointIsTheUtilityOfItsEnd() {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 500, 0, 0);

    assertThat(utility.expected(950, new PointDistribution(100))).isEqualTo(utility.at(1_050));
  }

  @ParameterizedTest
  @ValueSource(doubles = {700, 850, 950, 1_150, 1_350, 1_600})
  void withATailTheExpectationAgreesWithNumericalIntegration(double startMillis) {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 300, 0, 0);
    int steps = 20_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += utility.at(startMillis + RUNTIME.quantile((i + 0.5) / steps));
    }

    // The jump at the deadline is placed to within one cell of the histogram's expectation.
    assertThat(utility.expected(startMillis, RUNTIME)).isCloseTo(sum / steps, within(80 * 0.01));
  }

  @Test
  void ofTwoWaysToBeInTimeTheEarlierIsWorthALittleMore() {
    DeadlineUtility utility = new DeadlineUtility(80, 1_000, 0, 2, 500);
    RuntimeDistribution runtime = new PointDistribution(100);

    assertThat(utility.expected(400, runtime)).isEqualTo(82);
    assertThat(utility.expected(650, runtime)).isEqualTo(81);
    assertThat(utility.expected(650, new PointDistribution(225))).isEqualTo(80.5);
    assertThat(utility.expected(901, runtime)).isZero();
  }

  @Test
  void valueAndTailAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeadlineUtility(0, 1_000, 0, 0, 0))
        .withMessage(
            "The value (0.0) must be positive, the tail (0.0) and the early value (0.0) not negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeadlineUtility(1, 1_000, -1, 0, 0))
        .withMessage(
            "The value (1.0) must be positive, the tail (-1.0) and the early value (0.0) not negative.");
  }
}
