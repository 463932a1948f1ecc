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

class RemainingConsumptionTest {

  private static final double CYCLE_MILLIS = 10;
  private final RemainingConsumption remaining = new RemainingConsumption(CYCLE_MILLIS);

  /** RRC(t, e) = (1 − CDF(t)) / (1 − CDF(e)): of a uniform runtime, what is left of its range. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1",
    "0, 100, 1",
    "0, 150, 0.5",
    "0, 200, 0", //
    "120, 0, 1",
    "120, 20, 0.75",
    "120, 40, 0.5",
    "120, 60, 0.25",
    "120, 80, 0",
    "120, 500, 0",
    "180, 10, 0.5"
  })
  void isTheConditionalSurvivalOfARuntime(
      double elapsedMillis, double aheadMillis, double expected) {
    RuntimeDistribution runtime = TablePredictor.uniform(100, 200);

    assertThat(remaining.at(runtime, elapsedMillis, aheadMillis)).isCloseTo(expected, within(0.02));
  }

  @Test
  void aTaskThatStartsOnlyLaterByTheClockRunsForAllOfItsRuntime() {
    RuntimeDistribution runtime = new PointDistribution(100);

    assertThat(remaining.at(runtime, -50, 149)).isEqualTo(1);
    assertThat(remaining.at(runtime, -50, 150)).isZero();
  }

  /** The end is put off by one cycle, then two more, four more, …: to 1, 3, 7, 15 cycles over. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0.999, 1",
    "1, 3",
    "2.999, 3",
    "3, 7",
    "6.999, 7",
    "7, 15",
    "14.999, 15",
    "15, 31",
    "1023, 2047",
    "536870911, 1073741823"
  })
  void anUnderestimateIsExtendedByTwiceAsManyCyclesEachTime(
      double cyclesOver, double expectedEndCycles) {
    double maxMillis = 200;

    assertThat(remaining.extendedEndMillis(maxMillis, maxMillis + cyclesOver * CYCLE_MILLIS))
        .isEqualTo(maxMillis + expectedEndCycles * CYCLE_MILLIS);
  }

  @Test
  void anUnderestimatedTaskRunsForCertainUntilItsExtendedEnd() {
    RuntimeDistribution runtime = new PointDistribution(200);

    assertThat(remaining.at(runtime, 200, 9.9)).isEqualTo(1);
    assertThat(remaining.at(runtime, 200, 10)).isZero();
    assertThat(remaining.at(runtime, 215, 14.9)).isEqualTo(1);
    assertThat(remaining.at(runtime, 215, 15)).isZero();
  }

  @Test
  void theCycleIsPositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RemainingConsumption(0))
        .withMessage("The cycle (0.0 ms) must be positive.");
  }
}
