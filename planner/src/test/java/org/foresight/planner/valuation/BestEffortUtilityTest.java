package org.foresight.planner.valuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.foresight.planner.TablePredictor;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;

class BestEffortUtilityTest {

  private static final BestEffortUtility UTILITY = new BestEffortUtility(4, 1_000, 2_000);
  private static final RuntimeDistribution RUNTIME = TablePredictor.uniform(100, 300);

  @Test
  void fallsInALineFromTheWeightToNothing() {
    assertThat(UTILITY.at(1_000)).isEqualTo(4);
    assertThat(UTILITY.at(1_500)).isEqualTo(3);
    assertThat(UTILITY.at(2_999)).isCloseTo(0.002, within(1e-9));
    assertThat(UTILITY.at(3_000)).isZero();
    assertThat(UTILITY.at(1e9)).isZero();
  }

  @Test
  void isExpectedToBeItsValueAtTheMean() {
    assertThat(UTILITY.expected(1_300, RUNTIME)).isEqualTo(UTILITY.at(1_500));
    assertThat(UTILITY.expected(2_700, RUNTIME)).isEqualTo(UTILITY.at(2_900));
  }

  /** Half of the runtimes end beyond the line; its value at the mean would be nothing. */
  @Test
  void whereTheLineIsCutOffTheExpectationCountsOnlyWhatIsAboveZero() {
    double expected = UTILITY.expected(2_800, RUNTIME);

    // The mean over [2900, 3100] of 4 × (1 − (t − 1000) / 2000), cut off at 3000.
    assertThat(UTILITY.at(3_000)).isZero();
    assertThat(expected).isCloseTo(0.5 * 0.1, within(0.002));
  }

  @Test
  void isWorthNothingWhenEveryRuntimeEndsTooLate() {
    assertThat(UTILITY.expected(2_950, RUNTIME)).isZero();
  }

  @Test
  void weightAndSpanAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BestEffortUtility(0, 0, 10))
        .withMessage("The weight (0.0) and the span (10.0) must be positive.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BestEffortUtility(1, 0, 0))
        .withMessage("The weight (1.0) and the span (0.0) must be positive.");
  }
}
