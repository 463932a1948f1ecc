package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;
import org.foresight.predictor.posterior.TaskVariations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutcomeRecorderTest {

  private static final String JOB = "job";
  private static final JobFeatures FEATURES = new JobFeatures("ann", "report", "root.default");
  private static final JobEstimate ESTIMATE = TablePredictor.exactly(1_000);

  private final List<JobFeatures> features = new ArrayList<>();
  private final List<JobOutcome> outcomes = new ArrayList<>();
  private final List<Optional<JobEstimate>> answers = new ArrayList<>();
  private final OutcomeRecorder recorder =
      new OutcomeRecorder(
          new TablePredictor(ImmutableMap.of("report", ESTIMATE)),
          (jobFeatures, outcome, given) -> {
            features.add(jobFeatures);
            outcomes.add(outcome);
            answers.add(given);
          });

  @BeforeEach
  void submit() {
    recorder.onEvent(new ClusterEvent.JobSubmitted(0, JOB, FEATURES, JobGoal.BEST_EFFORT));
  }

  @Test
  void sumsTheLongestTaskOfEveryStageAndTheWorkOfAll() {
    run("m1", "map", 10, 30);
    run("m2", "map", 20, 70);
    run("r1", "reduce", 80, 85);
    finish(true);

    assertThat(features).containsExactly(FEATURES);
    assertThat(sums()).containsExactly(new JobOutcome(50 + 5, 3, 20 + 50 + 5));
  }

  @Test
  void everyStageIsLearnedAndTheEndAndWhatWasPredictedAtTheBeginning() {
    run("r1", "reduce", 80, 85);
    run("m1", "map", 10, 30);
    run("m2", "map", 20, 70);
    finish(true);

    JobOutcome outcome = outcomes.get(0);
    assertThat(outcome.stages())
        .containsExactly(
            stage("reduce", 5, ImmutableLongArray.of(5)),
            stage("map", 50, ImmutableLongArray.of(20, 50)));
    assertThat(outcome.endEpochMillis()).isPresent();
    assertThat(answers).containsExactly(Optional.of(ESTIMATE));
  }

  @Test
  void howTasksDifferIsToldInTheOrderOfTheirStart() {
    start("m1", "map", 0);
    start("m2", "map", 0);
    start("lost", "map", 0);
    start("m3", "map", 0);
    end("m3", 10, TaskEnd.SUCCEEDED);
    end("lost", 15, TaskEnd.LOST);
    end("m2", 20, TaskEnd.SUCCEEDED);
    end("m1", 60, TaskEnd.SUCCEEDED);
    finish(true);

    TaskVariation told = outcomes.get(0).stages().get(0).variation().orElseThrow();
    assertThat(told.firstTasks()).isEqualTo(1);
    assertThat(told.firstMeanMillis()).isEqualTo(60);
    assertThat(told.cov()).isCloseTo(Math.sqrt(700) / 30, within(1e-12));
    assertThat(told.foreseen().orElseThrow().medianMillis())
        .isEqualTo(ESTIMATE.taskRuntime().quantile(0.5));
  }

  private static StageOutcome stage(String name, long longest, ImmutableLongArray taskMillis) {
    return new StageOutcome(
        name,
        taskMillis.length(),
        longest,
        taskMillis.stream().sum(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.of(TaskVariations.of(taskMillis, 0, Optional.of(ESTIMATE.taskRuntime()))));
  }

  @Test
  void nothingIsLearnedOfAService() {
    String service = "service";
    recorder.onEvent(
        new ClusterEvent.JobSubmitted(
            0,
            service,
            FEATURES,
            new JobGoal(
                OptionalLong.empty(), false, NodePreference.NONE, 1, true, OptionalLong.empty())));
    recorder.onEvent(new ClusterEvent.TaskStarted(0, service, "t", "s"));
    recorder.onEvent(new ClusterEvent.TaskFinished(9, service, "t", TaskEnd.SUCCEEDED));
    recorder.onEvent(new ClusterEvent.JobFinished(9, service, true));

    assertThat(outcomes).isEmpty();
  }

  @Test
  void waitingIsNotLearned() {
    run("m1", "map", 1_000_000, 1_000_030);
    run("m2", "map", 5_000_000, 5_000_030);
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(30, 2, 60));
  }

  @Test
  void lostTasksDoNotCountButTheirNewAttemptsDo() {
    start("m1", "map", 0);
    end("m1", 500, TaskEnd.LOST);
    run("m1", "map", 500, 540);
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(40, 1, 40));
  }

  @Test
  void aTaskThatStillRunsAtTheEndOfItsJobDoesNotCount() {
    run("m1", "map", 0, 40);
    start("m2", "map", 0);
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(40, 1, 40));
  }

  @Test
  void aFailedJobIsNotLearned() {
    run("m1", "map", 0, 40);
    finish(false);

    assertThat(outcomes).isEmpty();
  }

  @Test
  void aJobWithoutASuccessfulTaskIsNotLearned() {
    start("m1", "map", 0);
    end("m1", 40, TaskEnd.LOST);
    finish(true);

    assertThat(outcomes).isEmpty();
  }

  @Test
  void aClockThatStepsBackMakesARuntimeOfNothing() {
    run("m1", "map", 100, 40);
    run("m2", "map", 100, 130);
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(30, 2, 30));
  }

  @Test
  void whatItDidNotSeeSubmittedOrStartedIsPassedOver() {
    recorder.onEvent(new ClusterEvent.TaskStarted(0, "other", "m1", "map"));
    recorder.onEvent(new ClusterEvent.TaskFinished(10, "other", "m1", TaskEnd.SUCCEEDED));
    recorder.onEvent(new ClusterEvent.JobFinished(10, "other", true));
    end("m9", 10, TaskEnd.SUCCEEDED);
    run("m1", "map", 0, 40);
    recorder.onEvent(new ClusterEvent.NodeChanged(40, "node"));
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(40, 1, 40));
  }

  @Test
  void everyJobIsLearnedOnce() {
    run("m1", "map", 0, 40);
    finish(true);
    finish(true);

    assertThat(outcomes).hasSize(1);
  }

  @Test
  void aSecondSubmissionOfTheSameJobKeepsWhatIsKnown() {
    run("m1", "map", 0, 40);
    submit();
    finish(true);

    assertThat(sums()).containsExactly(new JobOutcome(40, 1, 40));
  }

  /** Without stages and end. */
  private List<JobOutcome> sums() {
    return outcomes.stream()
        .map(o -> new JobOutcome(o.spanMillis(), o.width(), o.workMillis()))
        .toList();
  }

  private void run(String taskId, String stage, long startMillis, long endMillis) {
    start(taskId, stage, startMillis);
    end(taskId, endMillis, TaskEnd.SUCCEEDED);
  }

  private void start(String taskId, String stage, long atMillis) {
    recorder.onEvent(new ClusterEvent.TaskStarted(atMillis, JOB, taskId, stage));
  }

  private void end(String taskId, long atMillis, TaskEnd end) {
    recorder.onEvent(new ClusterEvent.TaskFinished(atMillis, JOB, taskId, end));
  }

  private void finish(boolean succeeded) {
    recorder.onEvent(new ClusterEvent.JobFinished(10_000_000, JOB, succeeded));
  }
}
