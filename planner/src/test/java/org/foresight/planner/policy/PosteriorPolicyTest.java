package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.Remaining;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.StageEstimate;
import org.foresight.predictor.posterior.SpreadLearner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GS by history and pilots together. */
class PosteriorPolicyTest {

  private static final GsSettings SETTINGS =
      new GsSettings(new PriorityQueues(3, 50_000, 10, 10), 3, 100, 0, 60_000);
  private static final JobFeatures ETL = new JobFeatures("ada", "etl", "root.q");

  @Test
  void withoutHistoryAJobIsSampled() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");

    PlannedJob sampled = planned(policy, 0, job("new", 40, 0));

    assertThat(sampled.heldTasks()).isEqualTo(39);
    assertThat(sampled.reason().detail())
        .startsWith(
            "In the queue of pilots: 0 of 1 pilot ended, 0 running, for 40 tasks; no history");
  }

  @Test
  void withoutHistoryTheSizeIsThatOfThePilots() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    run(policy, "new", 1, 4_000);

    PlannedJob known = planned(policy, 4_000, job("new", 39, 0));

    // SLearn's estimate: 39 tasks of 4 s are left.
    assertThat(known.reason().code()).isEqualTo(Reason.Code.SIZE_QUEUE);
    assertThat(known.reason().detail()).startsWith("In queue 2 of 3:").contains("no history");
  }

  @Test
  void aHistoryThatIsSureSavesTheJobItsPilots() {
    SchedulingPolicy policy = policy(Optional.of(history(3_800, 4_200)));
    submit(policy, "known");

    PlannedJob known = planned(policy, 0, job("known", 40, 0));

    assertThat(known.heldTasks()).isZero();
    assertThat(known.reason().detail()).startsWith("In queue 2 of 3:").contains("0 own tasks");
  }

  @Test
  void aHistoryThatLeavesTheQueueOpenDoesNot() {
    SchedulingPolicy policy = policy(Optional.of(history(100, 30_000)));
    submit(policy, "open");

    assertThat(planned(policy, 0, job("open", 40, 0)).reason().code())
        .isEqualTo(Reason.Code.PILOTS_FIRST);
  }

  @Test
  void aHistoryThatHasBeenWrongSavesNoPilots() {
    // 56 s by history, where the second queue begins at 50 s.
    SchedulingPolicy policy = policy(Optional.of(history(1_330, 1_470)));
    submit(policy, "first");
    assertThat(planned(policy, 0, job("first", 40, 0)).reason().code())
        .isEqualTo(Reason.Code.SIZE_QUEUE);
    for (int i = 0; i < 5; i++) {
      submit(policy, "changed" + i);
      run(policy, "changed" + i, 8, 60_000);
      policy.onEvent(new ClusterEvent.JobFinished(60_000, "changed" + i, true));
    }
    submit(policy, "next");

    assertThat(planned(policy, 60_000, job("next", 40, 0)).reason().code())
        .isEqualTo(Reason.Code.PILOTS_FIRST);
  }

  @Test
  void whatTheHostHasLearnedOfTasksIsGoneByAndNothingElse() {
    SpreadLearner learned = new SpreadLearner();
    JobEstimate history = history(1_330, 1_470);
    for (int job = 0; job < 5; job++) {
      learned.learn(
          ETL,
          "0",
          ImmutableLongArray.of(60_000, 60_000, 60_000),
          1,
          Optional.of(history.taskRuntime()));
    }
    SchedulingPolicy first = policy(SETTINGS, Optional.of(history), Optional.of(learned));
    SchedulingPolicy successor = policy(SETTINGS, Optional.of(history), Optional.of(learned));
    SchedulingPolicy untaught =
        policy(SETTINGS, Optional.of(history), Optional.of(new SpreadLearner()));

    for (SchedulingPolicy policy : List.of(first, successor, untaught)) {
      for (int i = 0; i < 5; i++) {
        submit(policy, "right" + i);
        run(policy, "right" + i, 8, 1_400);
        policy.onEvent(new ClusterEvent.JobFinished(60_000, "right" + i, true));
      }
      submit(policy, "next");
    }

    assertThat(planned(first, 0, job("next", 40, 0)).reason().code())
        .isEqualTo(planned(successor, 0, job("next", 40, 0)).reason().code())
        .isEqualTo(Reason.Code.PILOTS_FIRST);
    assertThat(planned(untaught, 0, job("next", 40, 0)).reason().code())
        .isEqualTo(Reason.Code.SIZE_QUEUE);
  }

  @ParameterizedTest
  @CsvSource({"0, 100, 97", "10, 100, 90", "10, 40, 36", "50, 3, 2", "100, 20, 0"})
  void asManyTasksArePilotsAsIsSetAndElseThreePercent(int percent, int tasks, int held) {
    SchedulingPolicy policy =
        policy(SETTINGS.withFixedRatio(percent), Optional.empty(), Optional.empty());
    submit(policy, "new");

    assertThat(planned(policy, 0, job("new", tasks, 0)).heldTasks()).isEqualTo(held);
  }

  @Test
  void aThinJobGoesFirstWhereHistoryLeavesItsQueueOpen() {
    SchedulingPolicy open = policy(Optional.of(history(100, 300_000)));
    submit(open, "thin");
    SchedulingPolicy sure = policy(Optional.of(history(98_000, 102_000)));
    submit(sure, "thin");

    PlannedJob first = planned(open, 0, job("thin", 2, 0));

    assertThat(first.reason().code()).isEqualTo(Reason.Code.THIN_JOB);
    assertThat(first.reason().detail())
        .startsWith("In queue 1 of 3: no pilots of 2 tasks, and history does not tell; ");
    assertThat(planned(sure, 0, job("thin", 2, 0)).reason().code())
        .isEqualTo(Reason.Code.SIZE_QUEUE);
  }

  @Test
  void pilotsOverruleAHistoryThatIsWrong() {
    SchedulingPolicy policy = policy(Optional.of(history(900, 1_100)));
    submit(policy, "changed");
    assertThat(planned(policy, 0, job("changed", 40, 0)).reason().detail())
        .startsWith("In queue 1 of 3:");
    run(policy, "changed", 8, 60_000);

    assertThat(planned(policy, 60_000, job("changed", 32, 0)).reason().detail())
        .startsWith("In queue 3 of 3:");
  }

  @Test
  void tasksThatRunForLongerThanHistoryHasItMoveTheirJobDown() {
    SchedulingPolicy policy = policy(Optional.of(history(900, 1_100)));
    submit(policy, "slow");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "slow", "task", "0"));

    assertThat(planned(policy, 100_000, job("slow", 30, 1)).reason().detail())
        .startsWith("In queue 3 of 3:");
  }

  @Test
  void insideAQueueTheOneWithTheLeastLeftGoesFirstUnlessItCameMuchLater() {
    SchedulingPolicy policy = policy(Optional.of(history(3_800, 4_200)));
    submit(policy, "long");
    submit(policy, "short");
    JobView longer = job("long", 100, 0, 0);

    assertThat(order(policy, 1_000, longer, job("short", 50, 0, 0)))
        .containsExactly("short", "long");
    // 400 s of work that have waited for an hour go before 200 s that come now.
    assertThat(order(policy, 3_600_000, longer, job("short", 50, 0, 3_600_000)))
        .containsExactly("long", "short");
  }

  @Test
  void aJobThatIsHardlyTooLargeForAQueueRisesToItByWaiting() {
    SchedulingPolicy policy = policy(Optional.of(history(990, 1_010)));
    submit(policy, "larger");
    submit(policy, "twice");

    // 60 s count as 50, where the queue ends, once a fifth of a sixteenth of them has gone by.
    assertThat(planned(policy, 700, job("larger", 60, 0, 0)).reason().detail())
        .startsWith("In queue 2 of 3:");
    assertThat(planned(policy, 800, job("larger", 60, 0, 0)).reason().detail())
        .startsWith("In queue 1 of 3: 60.0 s of work left")
        .contains(", risen from queue 2 with time; ");
    assertThat(planned(policy, 3_600_000, job("twice", 101, 0, 0)).reason().detail())
        .startsWith("In queue 2 of 3:")
        .doesNotContain("risen");
  }

  @Test
  void aHangingPilotLetsItsJobGo() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "new", "task", "0"));

    assertThat(planned(policy, 60_000, job("new", 4, 1)).heldTasks()).isEqualTo(4);
    assertThat(planned(policy, 60_001, job("new", 4, 1)).heldTasks()).isZero();
  }

  @Test
  void aPilotNeedNotEndToShowThatItsJobIsLarge() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "new", "task", "0"));

    assertThat(planned(policy, 40_000, job("new", 39, 1)).reason().detail())
        .startsWith("In queue 3 of 3:");
  }

  @Test
  void aPilotThatHasBegunDoesNotShowThatItsJobIsSmall() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "new", "task", "0"));

    assertThat(planned(policy, 0, job("new", 39, 1)).heldTasks()).isEqualTo(39);
    assertThat(planned(policy, 100, job("new", 39, 1)).heldTasks()).isEqualTo(39);
    assertThat(planned(policy, 1_000, job("new", 39, 1)).heldTasks()).isEqualTo(39);
    assertThat(planned(policy, 5_000, job("new", 39, 1)).heldTasks()).isEqualTo(39);
  }

  @Test
  void aPilotThatHasRoomButDoesNotRunYetIsOne() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");

    assertThat(planned(policy, 0, job("new", 39, 1)).heldTasks()).isEqualTo(39);
  }

  /** Else all that it waits for could start before the plan that knows of it. */
  @Test
  void aJobThatWasFoundIsHeldUntilItHasSaidWhatItWaitsFor() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "found");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "found", "0", "0", true));

    PlannedJob silent =
        planned(
            policy,
            1_000,
            JobView.of(
                "found", JobGoal.BEST_EFFORT, 0, ImmutableList.of(), Snapshots.running(1, 0)));
    assertThat(silent.heldTasks()).isEqualTo(Integer.MAX_VALUE);
    assertThat(silent.reason().detail())
        .startsWith("In the queue of pilots: it has not asked for anything since it was found");

    assertThat(planned(policy, 2_000, job("found", 7, 1)).heldTasks()).isEqualTo(7);
  }

  /** 27 of its 40 tasks of 4 s are left, 8 of which have run for 2 s: 92 s of work. */
  @ParameterizedTest
  @ValueSource(strings = {"gs-posterior", "foresight"})
  void whatIsLeftOfAJobIsBelievedByItsOwnTasks(String name) {
    SchedulingPolicy policy =
        Policies.passingOver(
            policy(name, SETTINGS, Optional.empty(), Optional.empty()),
            new Offers(() -> 0),
            () -> 0,
            unsaid -> {});
    submit(policy, "new");
    run(policy, "new", 13, 4_000);
    begin(policy, "new", 8);

    Remaining left = policy.remaining(begun("new", 19, 8), 8, 2_000).orElseThrow();

    assertThat(left.p50Millis()).isBetween(11_000L, 15_000L);
    assertThat(left.p90Millis()).isBetween(left.p50Millis(), 20_000L);
    assertThat(left.basis())
        .matches("9\\d\\.\\d s of work left, 8 tasks at once, by no history and 13 own tasks\\.");
  }

  @Test
  void lastTasksOfAJobTakeWhatIsLeftOfThem() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    run(policy, "new", 13, 4_000);
    begin(policy, "new", 2);

    Remaining left = policy.remaining(begun("new", 0, 2), 8, 3_000).orElseThrow();

    assertThat(left.p50Millis()).isBetween(500L, 2_500L);
    assertThat(left.p90Millis()).isBetween(left.p50Millis(), 5_000L);
  }

  @Test
  void containersThatDoNotRunYetAreStillToRun() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    run(policy, "new", 13, 4_000);

    assertThat(policy.remaining(begun("new", 0, 2), 8, 3_000).orElseThrow().p50Millis())
        .isBetween(3_500L, 6_000L);
  }

  /** They are taken to have as much before them as behind them. */
  @Test
  void tasksThatRunForMuchLongerThanAllOthersAreStillToEnd() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "new");
    run(policy, "new", 13, 4_000);
    begin(policy, "new", 1);

    assertThat(policy.remaining(begun("new", 0, 1), 8, 400_000).orElseThrow().p50Millis())
        .isBetween(10_000L, 400_000L);
  }

  @Test
  void historyTellsOfWhatRunsBeforeAnyOfItHasEnded() {
    SchedulingPolicy policy = policy(Optional.of(history(3_800, 4_200)));
    submit(policy, "known");
    begin(policy, "known", 8);

    Remaining left = policy.remaining(begun("known", 32, 8), 8, 2_000).orElseThrow();

    assertThat(left.p50Millis()).isBetween(16_000L, 22_000L);
    assertThat(left.basis()).endsWith(" and own tasks that run.");
  }

  @Test
  void nothingIsBelievedOfTheRestOfWhatHasNotBegunNorOfWhatNothingBounds() {
    SchedulingPolicy known = policy(Optional.of(history(3_800, 4_200)));
    submit(known, "known");
    assertThat(known.remaining(job("known", 40, 0), 8, 0)).isEmpty();

    SchedulingPolicy unknown = policy(Optional.empty());
    submit(unknown, "new");
    begin(unknown, "new", 1);
    assertThat(unknown.remaining(begun("new", 39, 1), 8, 2_000)).isEmpty();
  }

  @Test
  void whereTheNumbersComeFromIsSaid() {
    JobEstimate ofOthers = ofAnyJob(history(3_800, 4_200));
    SchedulingPolicy policy = policy(Optional.of(ofOthers));
    submit(policy, "first");

    assertThat(planned(policy, 0, job("first", 40, 0)).reason().detail())
        .contains(" by other jobs' tasks and 0 own tasks;")
        .doesNotContain("no history");
  }

  private static JobEstimate ofAnyJob(JobEstimate known) {
    return new JobEstimate(
        known.span(),
        known.meanTaskToSpan(),
        known.meanWidth(),
        new EstimateBasis("any job", "", "mixture", 0, Double.NaN, 4_000));
  }

  private static void begin(SchedulingPolicy policy, String job, int tasks) {
    for (RunningTask task : running(tasks)) {
      policy.onEvent(new ClusterEvent.TaskStarted(0, job, task.taskId(), "0"));
    }
  }

  private static JobView begun(String id, int pending, int running) {
    ImmutableList<TaskAsk> asks =
        pending == 0
            ? ImmutableList.of()
            : ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, pending, "0"));
    return JobView.of(id, JobGoal.BEST_EFFORT, 0, asks, running(running));
  }

  private static ImmutableList<RunningTask> running(int tasks) {
    ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
    for (int task = 0; task < tasks; task++) {
      running.add(new RunningTask("runs" + task, "node", TaskAsk.Kind.TASK, "", Snapshots.TASK, 0));
    }
    return running.build();
  }

  @Test
  void jobThatTheShareOfItsQueueIsUsedUpBeforeSaysSo() {
    SchedulingPolicy policy = policy(Optional.empty());
    submit(policy, "first");
    submit(policy, "second");

    Plan plan =
        policy.plan(
            Snapshots.cluster(
                ImmutableList.of(Snapshots.node("", 1, 1)),
                job("first", 40, 0),
                job("second", 40, 0)),
            0,
            () -> false);

    assertThat(plan.jobs().get(0).reason().detail())
        .endsWith("; its share of the queue is 1.0 of 1 task.");
    assertThat(plan.jobs().get(1).reason().detail())
        .endsWith("; the share of its queue goes to the jobs before it.");
  }

  @Test
  void executorsAreNoTasks() {
    SchedulingPolicy policy = policy(Optional.empty());
    policy.onEvent(
        new ClusterEvent.JobSubmitted(
            0,
            "spark",
            JobFeatures.builder("ada", "sql", "root.q").jobType("SPARK").build(),
            JobGoal.BEST_EFFORT));

    PlannedJob planned = planned(policy, 30_000, job("spark", 10, 2));

    assertThat(planned.heldTasks()).isZero();
    assertThat(planned.reason().detail())
        .startsWith(
            "In queue 2 of 3: 60.0 s of work attained in containers that are used again and"
                + " again");
  }

  /** Else the job would be taken for a large one by history, and never show that it is not. */
  @Test
  void aStageThatHasBegunWithoutAnyEndIsCorrectedByThoseBeforeIt() {
    JobEstimate history = ofStages(stage("0", 8), stage("1", 20));
    SchedulingPolicy policy = policy(Optional.of(history));
    submit(policy, "changed");
    run(policy, "changed", 8, 40); // A hundredth of what history says.

    PlannedJob known = planned(policy, 320, asking("changed", 20, "1"));

    // By history alone its 20 tasks would be 80 s, and in the second queue.
    assertThat(known.reason().detail()).startsWith("In queue 1 of 3:");
  }

  private static JobEstimate ofStages(StageEstimate... stages) {
    return new JobEstimate(
        new PointDistribution(30_000),
        1.0,
        28,
        ImmutableList.copyOf(stages),
        new EstimateBasis("name", "etl", "mean", 9, 0.1, 30_000));
  }

  /** Of tasks of 3.8 to 4.2 s. */
  private static StageEstimate stage(String name, double width) {
    return new StageEstimate(
        name,
        width,
        TablePredictor.uniform(3_800, 4_200),
        1.0,
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static JobView asking(String id, int pending, String stage) {
    return JobView.of(
        id,
        JobGoal.BEST_EFFORT,
        0,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, pending, stage)),
        ImmutableList.of());
  }

  private static ImmutableList<String> order(
      SchedulingPolicy policy, long nowMillis, JobView... jobs) {
    return plan(policy, nowMillis, jobs).jobs().stream()
        .map(PlannedJob::jobId)
        .collect(ImmutableList.toImmutableList());
  }

  private static PlannedJob planned(SchedulingPolicy policy, long nowMillis, JobView job) {
    return plan(policy, nowMillis, job).jobs().get(0);
  }

  private static Plan plan(SchedulingPolicy policy, long nowMillis, JobView... jobs) {
    return policy.plan(
        Snapshots.cluster(ImmutableList.of(Snapshots.node("", 10, 10)), jobs),
        nowMillis,
        () -> false);
  }

  private static void submit(SchedulingPolicy policy, String job) {
    policy.onEvent(new ClusterEvent.JobSubmitted(0, job, ETL, JobGoal.BEST_EFFORT));
  }

  private static void run(SchedulingPolicy policy, String job, int tasks, long runtimeMillis) {
    for (int task = 0; task < tasks; task++) {
      String id = "ended" + task;
      policy.onEvent(new ClusterEvent.TaskStarted(0, job, id, "0"));
      policy.onEvent(new ClusterEvent.TaskFinished(runtimeMillis, job, id, TaskEnd.SUCCEEDED));
    }
  }

  private static JobView job(String id, int pending, int running) {
    return job(id, pending, running, 0);
  }

  private static JobView job(String id, int pending, int running, long submitMillis) {
    return JobView.of(
        id,
        JobGoal.BEST_EFFORT,
        submitMillis,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, pending, "0")),
        Snapshots.running(running, 0));
  }

  /** Tasks of anything between these. */
  private static JobEstimate history(double leastMillis, double mostMillis) {
    return TablePredictor.estimate(TablePredictor.uniform(leastMillis, mostMillis));
  }

  private static SchedulingPolicy policy(Optional<JobEstimate> history) {
    return policy(SETTINGS, history, Optional.empty());
  }

  private static SchedulingPolicy policy(
      GsSettings settings, Optional<JobEstimate> history, Optional<SpreadLearner> learned) {
    return policy("gs-posterior", settings, history, learned);
  }

  private static SchedulingPolicy policy(
      String name,
      GsSettings settings,
      Optional<JobEstimate> history,
      Optional<SpreadLearner> learned) {
    PolicyContext context =
        PolicyContext.of(
            ThreeSigmaSettings.DEFAULT,
            settings,
            (job, features) -> history,
            (instance, warmStart, budget) -> {
              throw new AssertionError("nothing to solve");
            });
    return Policies.create(name, learned.map(context::withSpreads).orElse(context));
  }
}
