package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThreeSigmaPredictorTest {

  private ThreeSigmaPredictor predictor;

  @BeforeEach
  void newPredictor() {
    predictor = new ThreeSigmaPredictor();
  }

  @Test
  void knowsNothingOfAJobThatSharesNothing() {
    JobFeatures job = new JobFeatures("ann", "etl", "root.a");
    assertThat(predictor.predict(job)).isEmpty();

    learn("bob", "report", "root.b", 1000);

    assertThat(predictor.predict(job)).isEmpty();
  }

  @Test
  void theUserDecidesWhereTheUserIsPredictive() {
    // Every user runs the same two names; ann's jobs take a second, bob's ten.
    for (int i = 0; i < 10; i++) {
      learn("ann", i % 2 == 0 ? "x" : "y", "root.q", 1_000);
      learn("bob", i % 2 == 0 ? "x" : "y", "root.q", 10_000);
    }

    JobEstimate estimate = predict("ann", "new", "root.q");

    assertThat(estimate.basis().feature()).isEqualTo("user+queue");
    assertThat(estimate.span().maxMillis()).isEqualTo(1_000);
    assertThat(predict("ann", "x", "root.other").basis().feature()).isEqualTo("user+name");
    assertThat(predict("ann", "new", "root.other").basis().feature()).isEqualTo("user");
  }

  @Test
  void theNameDecidesWhereTheNameIsPredictive() {
    for (int i = 0; i < 10; i++) {
      learn(i % 2 == 0 ? "ann" : "bob", "short", "root.q", 1_000);
      learn(i % 2 == 0 ? "ann" : "bob", "long", "root.q", 10_000);
    }

    JobEstimate estimate = predict("cid", "long", "root.other");

    assertThat(estimate.basis().feature()).isEqualTo("name");
    assertThat(estimate.basis().value()).isEqualTo("long");
    assertThat(estimate.basis().samples()).isEqualTo(10);
    assertThat(estimate.basis().nmae()).isZero();
    assertThat(estimate.basis().pointMillis()).isEqualTo(10_000);
    assertThat(estimate.span().minMillis()).isEqualTo(10_000);
  }

  @Test
  void theQueueDecidesWhereNothingElseIsKnown() {
    for (int i = 0; i < 5; i++) {
      learn("user" + i, "name-x" + i, "root.q", 1_000);
    }

    assertThat(predict("new", "new", "root.q").basis().feature()).isEqualTo("queue");
  }

  @Test
  void theBestEstimatorOfTheBestFeatureGivesThePoint() {
    // A runtime that doubles each time is followed best by the rolling estimate.
    for (long runtime = 1_000; runtime <= 256_000; runtime *= 2) {
      learn("ann", "growing", "root.q", runtime);
    }

    assertThat(predict("ann", "growing", "root.q").basis().estimator()).isEqualTo("rolling");
  }

  @Test
  void ofEqualScoresTheMostSpecificWinsThenTheOneWithMoreSamples() {
    for (int i = 0; i < 4; i++) {
      learn("ann", "etl", "root.q", 1_000);
    }
    assertThat(predict("ann", "etl", "root.q").basis().feature()).isEqualTo("user+name+queue");
    assertThat(predict("ann", "etl", "root.z").basis().feature()).isEqualTo("user+name");

    learn("ann", "other", "root.q", 1_000);

    EstimateBasis basis = predict("ann", "new", "root.q").basis();
    assertThat(basis.feature()).isEqualTo("user+queue");
    assertThat(basis.samples()).isEqualTo(5);
    assertThat(basis.estimator()).isEqualTo("mean");
  }

  @Test
  void aLuckyNewExpertWinsLiterally() {
    for (int i = 0; i < 100; i++) {
      learn("ann", "etl", "root.q", 1_000 + i % 2);
    }
    for (int i = 0; i < 4; i++) {
      learn("bob", "etl", "root.z", 9_000);
    }

    assertThat(predict("bob", "etl", "root.q").basis().value()).isEqualTo("bob + etl");
  }

  @Test
  void withoutScoresTheMostSpecificValueWithASampleAnswers() {
    learn("ann", "etl", "root.q", 1_000);
    learn("ann", "other", "root.z", 3_000);

    EstimateBasis basis = predict("ann", "etl", "root.z").basis();
    assertThat(basis.feature()).isEqualTo("user+name");
    assertThat(basis.samples()).isEqualTo(1);
    assertThat(basis.nmae()).isNaN();
    assertThat(basis.pointMillis()).isEqualTo(1_000);
    assertThat(basis.estimator()).isEqualTo("mean");

    EstimateBasis single = predict("ann", "new", "root.new").basis();
    assertThat(single.feature()).isEqualTo("user");
    assertThat(single.pointMillis()).isEqualTo(2_000);
  }

  @Test
  void aScoredExpertBeatsAnUnscoredMoreSpecificOne() {
    learn("ann", "etl", "root.q", 1_000);
    for (int i = 0; i < 4; i++) {
      learn("bob", "other", "root.q", 50_000 + 10_000 * i);
    }

    assertThat(predict("ann", "etl", "root.q").basis().feature()).isEqualTo("queue");
  }

  @Test
  void recurringJobsShareAHistory() {
    for (int day = 10; day < 20; day++) {
      learn("ann", "daily-2026-03-" + day, "root.q", 1_000);
    }

    JobEstimate estimate = predict("ann", "daily-2026-04-01", "root.z");

    assertThat(estimate.basis().value()).isEqualTo("ann + daily-#");
    assertThat(estimate.basis().samples()).isEqualTo(10);
  }

  @Test
  void pairsAreNotConfusedByWhatTheirPartsContain() {
    learn("a b", "c", "root.q", 1_000);
    learn("a + b", "c", "root.r", 2_000);

    assertThat(predictor.predict(new JobFeatures("a", "b c", "root.x"))).isEmpty();
    assertThat(predictor.predict(new JobFeatures("a", "b + c", "root.x"))).isEmpty();
    assertThat(predict("a + b", "c", "root.x").basis().value()).isEqualTo("a \\+ b + c");
    // The same text as another attribute is another value.
    assertThat(predictor.predict(new JobFeatures("c", "root.q", "a b"))).isEmpty();
  }

  @Test
  void whateverIsKnownOfAJobIsAFeature() {
    for (int i = 0; i < 10; i++) {
      for (int size : new int[] {1, 64}) {
        JobFeatures job =
            JobFeatures.builder("user" + i, "run" + i, "root." + i)
                .slots(size)
                .requestedMillis(i % 2 == 0 ? 3_600_000 : 60_000)
                .submitEpochMillis(i * 3_600_000L)
                .build();
        predictor.learn(job, new JobOutcome(1_000L * size, 1, 1_000L * size));
      }
    }

    JobEstimate estimate =
        predictor
            .predict(JobFeatures.builder("new", "new", "root.new").slots(64).build())
            .orElseThrow();

    assertThat(estimate.basis().feature()).isEqualTo("slots");
    assertThat(estimate.basis().value()).isEqualTo("64");
    assertThat(estimate.span().minMillis()).isEqualTo(64_000);
  }

  @Test
  void soManyFeatureValuesAtMostAreKept() {
    predictor = new ThreeSigmaPredictor(70);
    for (int i = 0; i < 10; i++) {
      learn("ann", "etl", "root.q", 1_000);
    }
    for (int i = 0; i < 1_000; i++) {
      learn("once-x" + i, "once-x" + i, "root.once-x" + i, 9_000);
    }

    assertThat(predictor.valueCount()).isEqualTo(70);
    assertThat(predict("ann", "etl", "root.q").span().maxMillis()).isEqualTo(1_000);
    assertThat(predictor.predict(new JobFeatures("once-x5", "once-x5", "root.once-x5"))).isEmpty();
  }

  @Test
  void itGoesOnWhereItWasSaved() throws IOException {
    for (int i = 0; i < 200; i++) {
      learn("user" + i % 3, "etl" + i % 7, "root.q" + i % 2, 1_000 + 37 * (i % 11));
    }
    predictor.learn(
        new JobFeatures("user1", "etl1", "root.q1"),
        new JobOutcome(
            9_000,
            3,
            20_000,
            ImmutableList.of(
                new StageOutcome(
                    "map", 3, 9_000, 20_000, OptionalLong.of(4_096), OptionalLong.of(1_000))),
            OptionalLong.empty()));
    ByteArrayDataOutput out = ByteStreams.newDataOutput();
    predictor.save(out);

    ThreeSigmaPredictor restored = new ThreeSigmaPredictor();
    restored.restore(ByteStreams.newDataInput(out.toByteArray()));

    for (int i = 0; i < 50; i++) {
      JobFeatures job = new JobFeatures("user" + i % 3, "etl" + i % 7, "root.q" + i % 2);
      JobEstimate expected = predictor.predict(job).orElseThrow();
      JobEstimate estimate = restored.predict(job).orElseThrow();
      assertThat(estimate.basis()).isEqualTo(expected.basis());
      assertThat(estimate.stages()).hasSameSizeAs(expected.stages());
      assertThat(estimate.meanWidth()).isEqualTo(expected.meanWidth());
      for (double p = 0; p <= 1; p += 0.1) {
        assertThat(estimate.span().quantile(p)).isEqualTo(expected.span().quantile(p));
      }
      JobOutcome next = new JobOutcome(1_000L + i, 1, 1_000L + i);
      predictor.learn(job, next);
      restored.learn(job, next);
    }
  }

  @Test
  void whatIsNoStateChangesNothing() {
    learn("ann", "etl", "root.q", 1_000);

    assertThatIOException()
        .isThrownBy(
            () -> predictor.restore(new DataInputStream(new ByteArrayInputStream(new byte[7]))));

    assertThat(predictor.predict(new JobFeatures("ann", "etl", "root.q"))).isPresent();
  }

  @Test
  void meansOfWidthAndTaskToSpanComeFromTheSameHistory() {
    JobFeatures job = new JobFeatures("ann", "etl", "root.q");
    predictor.learn(job, new JobOutcome(1_000, 10, 5_000));
    predictor.learn(job, new JobOutcome(1_000, 20, 20_000));

    JobEstimate estimate = predictor.predict(job).orElseThrow();

    assertThat(estimate.meanWidth()).isEqualTo(15);
    assertThat(estimate.meanTaskToSpan()).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void outcomesThatContradictThemselvesAreTakenAtTheNearerBound() {
    JobFeatures tooLittle = new JobFeatures("ann", "a", "root.a");
    predictor.learn(tooLittle, new JobOutcome(1_000, 4, 0));
    JobFeatures tooMuch = new JobFeatures("bob", "b", "root.b");
    predictor.learn(tooMuch, new JobOutcome(1_000, 4, 9_000));
    JobFeatures instant = new JobFeatures("cid", "c", "root.c");
    predictor.learn(instant, new JobOutcome(0, 4, 0));

    assertThat(predictor.predict(tooLittle).orElseThrow().meanTaskToSpan()).isEqualTo(0.25);
    assertThat(predictor.predict(tooMuch).orElseThrow().meanTaskToSpan()).isEqualTo(1.0);
    assertThat(predictor.predict(instant).orElseThrow().meanTaskToSpan()).isEqualTo(1.0);
  }

  @Test
  void threadsMayLearnAndPredictAtOnce() throws Exception {
    int threads = 4;
    int jobsPerThread = 500;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        String user = "user-x" + thread;
        running.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < jobsPerThread; i++) {
                    learn(user, "etl", "root.q", 1_000 + i);
                    assertThat(predict(user, "etl", "root.q").span().minMillis())
                        .isGreaterThanOrEqualTo(1_000);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(predict("new", "etl", "root.new").basis().samples())
        .isEqualTo((long) threads * jobsPerThread);
  }

  private void learn(String user, String name, String queue, long spanMillis) {
    predictor.learn(new JobFeatures(user, name, queue), new JobOutcome(spanMillis, 1, spanMillis));
  }

  private JobEstimate predict(String user, String name, String queue) {
    return predictor.predict(new JobFeatures(user, name, queue)).orElseThrow();
  }
}
