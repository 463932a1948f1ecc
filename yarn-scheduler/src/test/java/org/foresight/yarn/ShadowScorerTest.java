package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;

class ShadowScorerTest {
  private static final long DEADLINE = 10_000;

  private long hostMillis;
  private final HostClock clock = new HostClock(() -> Instant.ofEpochMilli(hostMillis), () -> 0);
  private final ShadowScorer scorer = new ShadowScorer(clock);

  @Test
  void scoresRuntimesOfJobsThatSucceeded() {
    submit("good", OptionalLong.empty());
    submit("bad", OptionalLong.empty());
    submit("unknown", OptionalLong.empty());
    submit("failed", OptionalLong.empty());

    finish("good", 5_000, Optional.of(lesson(1_000, Optional.of(1_000L))));
    finish("bad", 5_000, Optional.of(lesson(1_000, Optional.of(3_000L))));
    finish("unknown", 5_000, Optional.of(lesson(1_000, Optional.empty())));
    scorer.finished(new ClusterEvent.JobFinished(5_000, "failed", false), Optional.empty());

    ShadowScore score = scorer.score();
    assertThat(score.jobs()).isEqualTo(4);
    assertThat(score.runtimes().jobs()).isEqualTo(2);
    assertThat(score.runtimes().unknown()).isEqualTo(1);
    assertThat(score.runtimes().shareOffByTwo()).isEqualTo(0.5);
    assertThat(score.text())
        .startsWith(
            "4 jobs ended; runtimes: 2 predicted, 50 % within a factor of 2, 50 % within the 80 %"
                + " interval, 1 unknown; deadlines: 0 met and 0 missed");
  }

  @Test
  void scoresDeadlinesAgainstTheFirstPlan() {
    slo("met as planned", 9_000, 10_000);
    slo("missed as planned", 12_000, 10_001);
    slo("met in spite of the plan", 11_000, 9_999);
    slo("missed in spite of the plan", 8_000, 12_000);
    submit("not planned", OptionalLong.of(DEADLINE));
    finish("not planned", 9_000, Optional.empty());

    ShadowScore score = scorer.score();

    assertThat(score.deadlinesMet()).isEqualTo(3);
    assertThat(score.deadlinesMissed()).isEqualTo(2);
    assertThat(score.plannedToMeet()).isEqualTo(2);
    assertThat(score.plannedToMiss()).isEqualTo(2);
    assertThat(score.asPlanned()).isEqualTo(2);
  }

  @Test
  void laterPlansDoNotCount() {
    submit("job", OptionalLong.of(DEADLINE));
    scorer.planned("job", forecast(12_000));
    scorer.planned("job", forecast(9_000));
    finish("job", 9_000, Optional.empty());

    assertThat(scorer.score().plannedToMiss()).isEqualTo(1);
    assertThat(scorer.score().plannedToMeet()).isZero();
  }

  @Test
  void jobThatFailedHasNeitherMetNorMissedItsDeadline() {
    submit("job", OptionalLong.of(DEADLINE));
    scorer.finished(new ClusterEvent.JobFinished(5_000, "job", false), Optional.empty());

    assertThat(scorer.score().jobs()).isEqualTo(1);
    assertThat(scorer.score().deadlinesMet() + scorer.score().deadlinesMissed()).isZero();
  }

  @Test
  void jobInWhoseLifeTheClockSteppedHasNeitherMetNorMissedItsDeadline() {
    submit("job", OptionalLong.of(DEADLINE));
    scorer.planned("job", forecast(9_000));
    hostMillis += 3_600_000;
    submit("later", OptionalLong.of(DEADLINE));

    finish("job", 3_605_000, Optional.of(lesson(1_000, Optional.of(1_000L))));
    assertThat(scorer.score().jobs()).isEqualTo(1);
    assertThat(scorer.score().runtimes().jobs()).isEqualTo(1);
    assertThat(scorer.score().deadlinesMet() + scorer.score().deadlinesMissed()).isZero();
    assertThat(scorer.score().plannedToMeet()).isZero();

    finish("later", 9_000, Optional.empty());
    assertThat(scorer.score().deadlinesMet()).isEqualTo(1);
  }

  @Test
  void jobsThatWereNotWatchedAllTheirLifeDoNotCount() {
    submit("moved", OptionalLong.of(DEADLINE));
    submit("switched", OptionalLong.of(DEADLINE));
    scorer.forget("moved");
    scorer.keepOnly(queue -> !queue.equals("root.etl"));

    assertThat(finish("moved", 1, Optional.empty())).isFalse();
    assertThat(finish("switched", 1, Optional.empty())).isFalse();
    assertThat(finish("never seen", 1, Optional.empty())).isFalse();
    assertThat(scorer.score().jobs()).isZero();
  }

  @Test
  void scoreOfNothingIsReadable() {
    assertThat(scorer.score().text())
        .startsWith("0 jobs ended; runtimes: 0 predicted, none within a factor of 2, none within");
  }

  private void slo(String job, long plannedMillis, long finishMillis) {
    submit(job, OptionalLong.of(DEADLINE));
    scorer.planned(job, forecast(plannedMillis));
    finish(job, finishMillis, Optional.empty());
  }

  private void submit(String job, OptionalLong deadlineMillis) {
    scorer.submitted(
        new ClusterEvent.JobSubmitted(
            0, job, new JobFeatures("ada", job, "root.etl"), new JobGoal(deadlineMillis, false)));
  }

  private boolean finish(String job, long millis, Optional<Learning.Lesson> lesson) {
    return scorer.finished(new ClusterEvent.JobFinished(millis, job, true), lesson);
  }

  private static Optional<FinishForecast> forecast(long finishMillis) {
    return Optional.of(new FinishForecast(0, new PointDistribution(finishMillis)));
  }

  private static Learning.Lesson lesson(long actualMillis, Optional<Long> predictedMillis) {
    return new Learning.Lesson(
        new JobOutcome(actualMillis, 1, actualMillis),
        predictedMillis.map(
            millis ->
                new JobEstimate(
                    new PointDistribution(millis),
                    1.0,
                    1.0,
                    new EstimateBasis("user", "ada", "mean", 3, 0.1, millis))));
  }
}
