package org.foresight.planner.valuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.foresight.planner.TablePredictor;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;

/**
 * The example of 3Sigma §2.3: an SLO job with a deadline in 15 minutes and a best-effort job, of
 * equal runtime distributions, on resources for one of them. A histogram of 80 samples comes to
 * 12.8 % where the paper's continuous distribution has 12.5 %.
 */
class ThoughtExperimentTest {

  private static final double MINUTE_MILLIS = 60_000;
  private static final DeadlineUtility IN_TIME =
      new DeadlineUtility(1, 15 * MINUTE_MILLIS, 0, 0, 0);

  @Test
  void withRuntimesOfZeroToTenMinutesTheSloJobBehindTheOtherIsLateInOneCaseOfEight() {
    RuntimeDistribution runtime = TablePredictor.uniform(0, 10 * MINUTE_MILLIS);

    assertThat(1 - probabilityInTimeBehind(runtime, runtime)).isCloseTo(0.125, within(0.004));
    assertThat(IN_TIME.expected(0, runtime)).isEqualTo(1);
  }

  @Test
  void withRuntimesOfTwoAndAHalfToSevenAndAHalfMinutesItIsNeverLate() {
    RuntimeDistribution runtime = TablePredictor.uniform(2.5 * MINUTE_MILLIS, 7.5 * MINUTE_MILLIS);

    assertThat(1 - probabilityInTimeBehind(runtime, runtime)).isCloseTo(0, within(1e-9));
  }

  private static double probabilityInTimeBehind(
      RuntimeDistribution first, RuntimeDistribution slo) {
    return first.expectation(endMillis -> IN_TIME.expected(endMillis, slo));
  }
}
