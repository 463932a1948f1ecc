package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PromptPredictorTest {
  private static final JobFeatures NIGHTLY = new JobFeatures("ada", "nightly", "root.etl");
  private static final JobFeatures HANGS = new JobFeatures("ada", "hangs", "root.etl");
  private static final JobFeatures FAILS = new JobFeatures("ada", "fails", "root.etl");
  private static final long PATIENCE_MILLIS = 5_000;

  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final Faulty faulty = new Faulty();

  /** Knows the nightly job; hangs, without an ear for interrupts, or fails where it is told to. */
  private final class Faulty implements RuntimePredictor {
    private final RuntimePredictor predictor = Predictors.create(Predictors.DEFAULT);

    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      asked.incrementAndGet();
      if (features.equals(HANGS)) {
        Uninterruptibles.awaitUninterruptibly(released);
      }
      if (features.equals(FAILS)) {
        throw new OutOfMemoryError("injected");
      }
      return predictor.predict(features);
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
      predictor.learn(features, outcome, given);
    }
  }

  @AfterEach
  void release() {
    released.countDown();
  }

  @Test
  void afterItsEndNobodyIsAsked() {
    PromptPredictor predictor = new PromptPredictor(faulty, PATIENCE_MILLIS);
    assertThat(predictor.predict(NIGHTLY)).isEmpty(); // It has not learned anything.
    assertThat(asked).hasValue(1);

    predictor.stop();

    assertThat(predictor.predict(NIGHTLY)).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void saysWhatThePredictorSays() {
    PromptPredictor prompt = new PromptPredictor(faulty, PATIENCE_MILLIS);

    prompt.learn(NIGHTLY, new JobOutcome(60_000, 2, 120_000), Optional.empty());

    for (int time = 0; time < 100; time++) {
      assertThat(prompt.predict(NIGHTLY)).isPresent();
    }
    assertThat(prompt.name()).isEqualTo("faulty");
  }

  @Test
  void ofOneThatFailsNothingIsKnown() {
    PromptPredictor prompt = new PromptPredictor(faulty, PATIENCE_MILLIS);
    prompt.learn(NIGHTLY, new JobOutcome(60_000, 2, 120_000), Optional.empty());

    assertThat(prompt.predict(FAILS)).isEmpty();
    assertThat(prompt.predict(NIGHTLY)).isPresent();
  }

  @Test
  void whileOneHangsNobodyWaitsAndAfterwardsAllIsAsBefore() {
    PromptPredictor prompt = new PromptPredictor(faulty, 200);
    prompt.learn(NIGHTLY, new JobOutcome(60_000, 2, 120_000), Optional.empty());

    assertThat(prompt.predict(HANGS)).isEmpty();
    for (int time = 0; time < 1_000; time++) {
      assertThat(prompt.predict(NIGHTLY)).isEmpty();
    }
    await().untilAsserted(() -> assertThat(asked).hasValue(1));

    released.countDown();
    await().atMost(Duration.ofSeconds(40)).until(() -> prompt.predict(NIGHTLY).isPresent());
  }
}
