package org.foresight.planner.valuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;

class ServiceUtilityTest {
  private static final ServiceUtility UTILITY = new ServiceUtility(4, 1_000, 2_000, 1e9);

  @Test
  void fallsWithTheStartWhateverTheLength() {
    assertThat(UTILITY.expected(1_000, new PointDistribution(1e9))).isEqualTo(4);
    assertThat(UTILITY.expected(2_000, new PointDistribution(1e9))).isEqualTo(2);
    assertThat(UTILITY.expected(3_500, new PointDistribution(1e9))).isZero();
  }

  @Test
  void halfOfItsTasksAtOnceAreWorthHalf() {
    assertThat(UTILITY.expected(1_000, new PointDistribution(2e9))).isEqualTo(2);
  }

  @Test
  void anEndIsWorthWhatTheStartBeforeItWas() {
    assertThat(UTILITY.at(2_000 + 1e9)).isEqualTo(2);
  }

  @Test
  void weightSpanAndWholeAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ServiceUtility(1, 0, 0, 10))
        .withMessage("The weight (1.0), the span (0.0) and the whole (10.0) must be positive.");
  }
}
