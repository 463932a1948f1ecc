package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class FirstEstimatesTest {

  private final FirstEstimates estimates = new FirstEstimates();

  @Test
  void whatWasKnownFirstCountsUntilTheJobIsForgotten() {
    assertThat(estimates.of("a", Optional::empty)).isEmpty();
    assertThat(estimates.of("a", () -> estimate(1))).isEmpty();

    estimates.keepOnly(Set.of("b"));

    assertThat(estimates.of("a", () -> estimate(1))).isEqualTo(estimate(1));
  }

  @Test
  void onePredictionThatHangsKeepsNobodyElseWaiting() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    FutureTask<Optional<JobEstimate>> hanging =
        new FutureTask<>(
            () ->
                estimates.of(
                    "a",
                    () -> {
                      begun.countDown();
                      return hang(end);
                    }));
    new Thread(hanging, "hanging").start();
    begun.await();

    estimates.keepOnly(Set.of("a"));
    assertThat(estimates.of("a", () -> estimate(1))).isEqualTo(estimate(1));

    end.countDown();
    assertThat(hanging.get()).isEqualTo(estimate(1));
  }

  private static Optional<JobEstimate> hang(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted in a test", e);
    }
    return estimate(2);
  }

  private static Optional<JobEstimate> estimate(double millis) {
    return Optional.of(
        new JobEstimate(
            new PointDistribution(millis),
            1,
            millis,
            new EstimateBasis("a test", "", "point", 1, 0.0, millis)));
  }
}
