package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobEstimateTest {

  private static final EstimateBasis BASIS = new EstimateBasis("name", "etl", "mean", 4, 0.1, 1000);

  private static final JobEstimate ESTIMATE =
      new JobEstimate(new PointDistribution(1000), 0.8, 10, BASIS);

  @ParameterizedTest
  @CsvSource({
    "10, 10,         1000", // one wave: the longest task
    "10, 11,         1000",
    "10, 2147483647, 1000", // no limit
    "10, 9,          1800", // two waves: a mean task, then the longest
    "10, 5,          1800",
    "10, 1,          8200",
    "1,  1,          1000",
    "2147483647, 2147483647, 1000",
  })
  void allWavesButTheLastTakeAMeanTask(int tasks, int parallelism, double expectedMillis) {
    RuntimeDistribution runtime = ESTIMATE.runtime(tasks, parallelism);

    assertThat(runtime.quantile(0.5)).isEqualTo(expectedMillis);
  }

  @Test
  void needsATaskAndARoomToRunIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ESTIMATE.runtime(0, 1))
        .withMessage("tasks (0) and parallelism (1) must be at least 1.");
    assertThatIllegalArgumentException().isThrownBy(() -> ESTIMATE.runtime(1, 0));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1.1, 1", "NaN, 1", "0.5, 0.9", "0.5, NaN"})
  void rejectsMeansOutOfRange(double meanTaskToSpan, double meanWidth) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new JobEstimate(new PointDistribution(1), meanTaskToSpan, meanWidth, BASIS))
        .withMessageContainingAll("(" + meanTaskToSpan + ")", "(" + meanWidth + ")");
  }
}
