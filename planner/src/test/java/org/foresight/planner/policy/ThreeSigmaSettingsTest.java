package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ThreeSigmaSettingsTest {

  private static final ThreeSigmaSettings DEFAULT = ThreeSigmaSettings.DEFAULT;

  @Test
  void otherGridsAndMarginsKeepTheRest() {
    ThreeSigmaSettings settings = DEFAULT.withGrid(500, 5_000, 12).withMargins(0, 1);

    assertThat(settings)
        .isEqualTo(
            new ThreeSigmaSettings(
                500,
                5_000,
                12,
                DEFAULT.sloValue(),
                DEFAULT.bestEffortWeight(),
                DEFAULT.agingMillis(),
                DEFAULT.overEstimateThreshold(),
                0,
                DEFAULT.unknownRuntimeMillis(),
                1,
                DEFAULT.solverWorkUnits(),
                DEFAULT.preempts(),
                DEFAULT.stopMillis(),
                DEFAULT.lostWorkValue(),
                DEFAULT.plannedLoad()));
  }

  @Test
  void lengthsArePositiveAndMarginsNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.withGrid(0, 1, 1))
        .withMessage("The cycleMillis (0.0) must be positive.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.withGrid(1, 1, 0))
        .withMessage("The lookAheadSlots (0.0) must be positive.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.withMargins(-1, 0))
        .withMessage("deadlineMarginMillis (-1) and masterLeadMillis (0) must not be negative.");
  }

  @Test
  void lostWorkIsNotWorthLessThanNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.toBuilder().lostWorkValue(-1).build())
        .withMessage("The lostWorkValue (-1.0) must not be negative.");
  }

  @Test
  void stoppingTakesNoNegativeTime() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.toBuilder().stopMillis(-1).build())
        .withMessage("The stopMillis (-1) must not be negative.");
  }

  @Test
  void workUnitsAreNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.toBuilder().solverWorkUnits(-1).build())
        .withMessage("The solverWorkUnits (-1) must not be negative.");
  }

  @Test
  void theThresholdIsAProbability() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.toBuilder().overEstimateThreshold(Double.NaN).build())
        .withMessage("The overEstimateThreshold (NaN) must lie in [0, 1].");
  }
}
