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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MixturePredictorTest {

  private static final double HOUR = 3_600_000;

  private MixturePredictor predictor = new MixturePredictor();

  @Test
  void aJobIsUnknownBeforeAnyHasEnded() {
    assertThat(predictor.predict(new JobFeatures("ann", "etl", "root.q"))).isEmpty();
    assertThat(predictor.score().jobs()).isZero();
  }

  @Test
  void aJobOfNobodyKnownRestsOnNoExperienceAndIsNotSureOfItself() {
    predictor = new MixturePredictor(1_000, 0);
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      run(
          new JobFeatures("user" + i, "job-x" + i, "root.q"),
          Math.exp(4 + 12 * random.nextDouble()));
    }

    JobEstimate estimate = predict(new JobFeatures("new", "new", "root.q"));

    assertThat(estimate.basis().samples()).isZero();
    assertThat(estimate.basis().feature()).isEqualTo("any job");
    assertThat(estimate.confidence()).isLessThan(0.3);
  }

  @Test
  void belowTheFloorAJobIsUnknown() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      run(
          new JobFeatures("user" + i, "job-x" + i, "root.q"),
          Math.exp(2 + 14 * random.nextDouble()));
    }

    assertThat(predictor.predict(new JobFeatures("new", "new", "root.q"))).isEmpty();
  }

  @Test
  void aJobThatRecursIsPredictedByItself() {
    for (int day = 0; day < 30; day++) {
      run(new JobFeatures("ann", "etl-2026-01-" + (10 + day % 20), "root.q"), 600_000);
      run(new JobFeatures("ann", "report", "root.q"), 20_000);
      run(new JobFeatures("bob", "etl", "root.q"), 5_000);
    }

    JobEstimate estimate = predict(new JobFeatures("ann", "etl-2026-02-01", "root.q"));

    assertThat(estimate.pointMillis()).isCloseTo(600_000, within(1_000.0));
    assertThat(estimate.basis().feature()).isEqualTo("user+name");
    assertThat(estimate.basis().samples()).isEqualTo(30);
    assertThat(estimate.basis().sources().get(0).weight()).isGreaterThan(0.4);
    assertThat(estimate.confidence()).isGreaterThan(0.8);
  }

  @Test
  void whetherTheUserHasRunAnythingIsKnown() {
    for (int run = 0; run < 10; run++) {
      run(new JobFeatures("ann", "etl", "root.q"), 600_000);
    }

    assertThat(predict(new JobFeatures("ann", "etl", "root.q")).basis().isOfUser()).isTrue();
    assertThat(predict(new JobFeatures("ann", "new", "root.q")).basis().isOfUser()).isTrue();
    assertThat(predict(new JobFeatures("bob", "etl", "root.q")).basis().isOfUser()).isFalse();
  }

  @Test
  void aRuntimeThatShiftsIsFollowed() {
    JobFeatures job = new JobFeatures("ann", "etl", "root.q");
    for (int i = 0; i < 100; i++) {
      run(job, 60_000);
    }
    for (int i = 0; i < 5; i++) {
      run(job, 600_000);
    }

    assertThat(predict(job).pointMillis()).isCloseTo(600_000, within(6_000.0));
  }

  @Test
  void ofTwoModesThePointIsOne() {
    JobFeatures job = new JobFeatures("ann", "etl", "root.q");
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      run(job, random.nextInt(3) == 0 ? 10_000 : 1_000_000);
    }

    JobEstimate estimate = predict(job);

    assertThat(Math.log(estimate.pointMillis() / 10_000) * Math.log(estimate.pointMillis() / 1e6))
        .isCloseTo(0, within(0.1));
    assertThat(estimate.span().cdf(100_000)).isBetween(0.1, 0.6);
  }

  @Test
  void theRuntimeAskedForIsABoundAndAMeasure() {
    Random random = new Random(5);
    for (int i = 0; i < 200; i++) {
      long asked = (long) (HOUR * (1 + random.nextInt(20)));
      run(asking("ann", asked), asked / 2.0);
    }

    long unseen = (long) (HOUR * 33);
    JobEstimate estimate = predict(asking("ann", unseen));

    assertThat(estimate.pointMillis()).isBetween(0.75 * unseen / 2, 1.25 * unseen / 2);
    // By no more than a bin of the grid.
    assertThat(estimate.span().maxMillis()).isLessThanOrEqualTo(unseen * 1.045);
  }

  @Test
  void intervalsCoverWhatTheySayOnSyntheticTruth() {
    Random random = new Random(7);
    for (int i = 0; i < 6_000; i++) {
      int job = random.nextInt(40);
      double runtime = Math.exp(7 + job % 7 + (0.1 + job % 4 * 0.4) * random.nextGaussian());
      run(new JobFeatures("user" + job % 5, "job-x" + job, "root.q"), runtime);
    }

    PredictionScore score = predictor.score();

    assertThat(score.jobs() + score.unknown()).isEqualTo(6_000);
    assertThat(score.coverage50()).isBetween(0.46, 0.54);
    assertThat(score.coverage80()).isBetween(0.77, 0.83);
    assertThat(score.coverage95()).isBetween(0.93, 0.97);
  }

  @Test
  void confidenceComesTrue() {
    Random random = new Random(11);
    double said = 0;
    int cameTrue = 0;
    int jobs = 0;
    for (int i = 0; i < 6_000; i++) {
      int job = random.nextInt(40);
      double runtime = Math.exp(9 + job % 3 + (0.3 + job % 4 * 0.4) * random.nextGaussian());
      JobFeatures features = new JobFeatures("user" + job % 5, "job-x" + job, "root.q");
      Optional<JobEstimate> estimate = run(features, runtime);
      if (i > 1_000) {
        jobs++;
        said += estimate.orElseThrow().confidence();
        double ratio = runtime / estimate.orElseThrow().pointMillis();
        cameTrue += ratio > 0.5 && ratio < 2 ? 1 : 0;
      }
    }

    assertThat(said / jobs).isCloseTo((double) cameTrue / jobs, within(0.04));
  }

  @Test
  void whatIsSavedGoesOnAsBefore() throws IOException {
    Random random = new Random(13);
    for (int i = 0; i < 500; i++) {
      run(asking("user" + i % 7, 1_000_000 + i % 3), 1_000 + random.nextInt(900_000));
    }
    ByteArrayDataOutput out = ByteStreams.newDataOutput();
    predictor.save(out);
    MixturePredictor restored = new MixturePredictor();
    restored.restore(ByteStreams.newDataInput(out.toByteArray()));

    for (int i = 0; i < 100; i++) {
      JobFeatures job = asking("user" + i % 7, 1_000_000 + i % 3);
      JobEstimate expected = predict(job);
      JobEstimate estimate = restored.predict(job).orElseThrow();
      assertThat(estimate.basis()).isEqualTo(expected.basis());
      assertThat(estimate.span().quantile(0.9)).isEqualTo(expected.span().quantile(0.9));
      JobOutcome outcome = outcome(1_000 + random.nextInt(900_000), i);
      predictor.learn(job, outcome, Optional.of(expected));
      restored.learn(job, outcome, Optional.of(estimate));
    }
    assertThat(restored.score()).isEqualTo(predictor.score());
  }

  @Test
  void whatIsNoStateChangesNothing() {
    run(new JobFeatures("ann", "etl", "root.q"), 1_000);

    assertThatIOException()
        .isThrownBy(
            () -> predictor.restore(new DataInputStream(new ByteArrayInputStream(new byte[7]))));

    assertThat(predictor.predict(new JobFeatures("ann", "etl", "root.q"))).isPresent();
  }

  @Test
  void soManyValuesAtMostAreKept() {
    predictor = new MixturePredictor(50, 0);
    for (int i = 0; i < 1_000; i++) {
      run(new JobFeatures("user-x" + i, "job-x" + i, "root.q"), 1_000);
    }

    assertThat(predictor.valueCount()).isLessThanOrEqualTo(100);
    assertThat(predict(new JobFeatures("new", "new", "root.q")).basis().feature())
        .isEqualTo("any job");
  }

  @Test
  void stagesOfTheJobAreKnown() {
    JobFeatures job = new JobFeatures("ann", "etl", "root.q");
    StageOutcome map =
        new StageOutcome("map", 10, 2_000, 10_000, OptionalLong.of(4_096), OptionalLong.of(900));
    predictor.learn(
        job, new JobOutcome(2_000, 10, 10_000, ImmutableList.of(map), OptionalLong.empty()));

    JobEstimate estimate = predict(job);

    assertThat(estimate.meanWidth()).isEqualTo(10);
    assertThat(estimate.meanTaskToSpan()).isEqualTo(0.5);
    assertThat(estimate.stages()).extracting(StageEstimate::name).containsExactly("map");
    assertThat(estimate.stages().get(0).memoryUsedMb()).hasValue(900);
  }

  private static JobFeatures asking(String user, long requestedMillis) {
    return JobFeatures.builder(user, "", "root.q").requestedMillis(requestedMillis).build();
  }

  private static JobOutcome outcome(double spanMillis, long endMillis) {
    long millis = Math.round(spanMillis);
    return new JobOutcome(millis, 1, millis, ImmutableList.of(), OptionalLong.of(endMillis));
  }

  /** Predicts a job, then learns from it. */
  private Optional<JobEstimate> run(JobFeatures job, double spanMillis) {
    Optional<JobEstimate> given = predictor.predict(job);
    predictor.learn(job, outcome(spanMillis, 0), given);
    return given;
  }

  private JobEstimate predict(JobFeatures job) {
    return predictor.predict(job).orElseThrow();
  }
}
