package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.foresight.planner.TablePredictor;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;

class BestCaseTest {
  private static final long NOW = 1_000_000;

  /** From 100 to 200 s with all tasks at once. */
  private static final RuntimeDistribution SPAN = TablePredictor.uniform(100_000, 200_000);

  @Test
  void missesWithTheProbabilityThatItsRuntimeIsLongerThanTheTimeLeft() {
    assertThat(miss(10, 4, 100, 125_000)).isCloseTo(0.75, within(0.02));
    assertThat(miss(10, 4, 100, 99_000)).isOne();
    assertThat(miss(10, 4, 100, 200_000)).isZero();
  }

  @Test
  void certainIsWhereTheTenthPercentileIsTooLate() {
    long percentile = Math.round(SPAN.quantile(0.1));

    assertThat(miss(10, 4, 100, percentile - 1_000)).isGreaterThanOrEqualTo(BestCase.CERTAIN);
    assertThat(miss(10, 4, 100, percentile + 1_000)).isLessThan(BestCase.CERTAIN);
  }

  @Test
  void queueTooSmallForAllTasksAtOnceTakesWaves() {
    assertThat(miss(10, 4, 4, 200_000)).isZero();
    assertThat(miss(10, 4, 2, 199_000)).isOne();
    assertThat(miss(10, 4, 2, 400_000)).isZero();
  }

  @Test
  void nothingIsSaidOfWhatIsNotKnown() {
    assertThat(BestCase.missProbability(Optional.empty(), 4, NOW, NOW + 1)).isEmpty();
    assertThat(BestCase.missProbability(Optional.of(estimate(9, 4)), 4, NOW, NOW + 1)).isEmpty();
    assertThat(BestCase.missProbability(Optional.of(estimate(10, 4)), 0, NOW, NOW + 1)).isEmpty();
  }

  private static double miss(long runs, double width, long tasksAtOnce, long millisLeft) {
    return BestCase.missProbability(
            Optional.of(estimate(runs, width)), tasksAtOnce, NOW, NOW + millisLeft)
        .orElseThrow();
  }

  private static JobEstimate estimate(long runs, double width) {
    return new JobEstimate(
        SPAN, 1.0, width, new EstimateBasis("user", "ann", "mean", runs, 0.1, 150_000));
  }
}
