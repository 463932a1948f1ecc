package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
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
import org.foresight.predictor.StreamingHistogram;
import org.junit.jupiter.api.Test;

/** SLearn and the systems that it is compared with, all of them GS with another sizing. */
class SlearnPolicyTest {

  /** Below 50 s of work, below 500 s, and all others; a quarter of the tasks are pilots. */
  private static final GsSettings SETTINGS =
      new GsSettings(new PriorityQueues(3, 50_000, 10, 10), 3, 100, 25, 60_000);

  private final SchedulingPolicy slearn = policy("slearn", nothing());

  @Test
  void theOthersWaitForThePilotsWhileSomebodyElseCanUseTheRoom() {
    VirtualCluster cluster = new VirtualCluster(slearn, 1, 4, 1_000, 1_000);

    cluster.run(
        List.of(Job.bestEffort("big", 0, 40, 10_000), Job.bestEffort("new", 31_000, 8, 2_000)),
        500_000);

    // From 40 s on pilots and the second queue share the room; from 42 s on "new" is known small.
    assertThat(cluster.startsMillis("new"))
        .containsExactly(40_000L, 40_000L, 42_000L, 42_000L, 44_000L, 44_000L, 46_000L, 46_000L);
    assertThat(cluster.startsMillis("big").stream().filter(start -> start == 40_000L)).hasSize(2);
  }

  @Test
  void theOthersStartWithThePilotsWhereTheRoomWouldStayUnused() {
    VirtualCluster cluster = new VirtualCluster(slearn, 1, 4, 1_000, 1_000);

    cluster.run(List.of(Job.bestEffort("alone", 0, 8, 10_000)), 100_000);

    assertThat(cluster.startsMillis("alone"))
        .containsExactly(0L, 0L, 0L, 0L, 10_000L, 10_000L, 10_000L, 10_000L);
  }

  @Test
  void heldTasksStartInTheOrderOfTheirJobs() {
    VirtualCluster cluster = new VirtualCluster(slearn, 1, 6, 1_000, 1_000);

    cluster.run(
        List.of(Job.bestEffort("first", 0, 8, 10_000), Job.bestEffort("second", 0, 8, 10_000)),
        100_000);

    assertThat(cluster.startsMillis("first").stream().filter(start -> start == 0)).hasSize(4);
    assertThat(cluster.startsMillis("second").stream().filter(start -> start == 0)).hasSize(2);
  }

  @Test
  void aThinJobIsNotSampled() {
    PlannedJob thin = only(slearn, 0, job("thin", 2, 0));

    assertThat(thin.heldTasks()).isZero();
    assertThat(thin.reason())
        .isEqualTo(
            new Reason(
                Reason.Code.THIN_JOB,
                "In queue 1 of 3: too thin for pilots with 2 tasks; its share of the queue is 2.0 of"
                    + " 2 tasks."));
  }

  @Test
  void ofASampledJobAllButThePilotsAreHeld() {
    PlannedJob sampled = only(slearn, 0, job("job", 40, 0));

    assertThat(sampled.heldTasks()).isEqualTo(30);
    assertThat(sampled.reason())
        .isEqualTo(
            new Reason(
                Reason.Code.PILOTS_FIRST,
                "In the queue of pilots: 0 of 10 pilots ended, 0 running, for 40 tasks; its share of the"
                    + " queue is 10.0 of 10 tasks."));
  }

  @Test
  void whenThePilotsHaveEndedTheJobIsInTheQueueOfItsWork() {
    runPilots("job", 10, 4_000);

    PlannedJob known = only(slearn, 4_000, job("job", 30, 0));

    assertThat(known.heldTasks()).isZero();
    assertThat(known.reason().code()).isEqualTo(Reason.Code.SIZE_QUEUE);
    assertThat(known.reason().detail()).startsWith("In queue 2 of 3: 160.0 s of work by 10 pilots");
  }

  @Test
  void aPilotThatHangsIsWaitedForNoLongerThanThePatience() {
    slearn.onEvent(new ClusterEvent.TaskStarted(0, "job", "task", "0"));
    JobView hanging = job("job", 7, 1);

    assertThat(only(slearn, 60_000, hanging).reason().code()).isEqualTo(Reason.Code.PILOTS_FIRST);
    assertThat(only(slearn, 60_001, hanging).reason().detail())
        .startsWith("In queue 2 of 3: 480.0 s of work by a pilot that has not ended yet");
  }

  @Test
  void aPilotThatBeganBeforeAnybodyLookedMayHangToo() {
    assertThat(only(slearn, 60_001, job("job", 7, 1)).heldTasks()).isZero();
  }

  @Test
  void aLostPilotIsReplaced() {
    slearn.onEvent(new ClusterEvent.TaskStarted(0, "job", "task", "0"));
    assertThat(only(slearn, 0, job("job", 7, 1)).heldTasks()).isEqualTo(6);

    slearn.onEvent(new ClusterEvent.TaskFinished(1_000, "job", "task", TaskEnd.LOST));
    assertThat(only(slearn, 1_000, job("job", 8, 0)).heldTasks()).isEqualTo(6);
  }

  @Test
  void whatAJobWillAskForIsHeldUntilAPlanKnowsIt() {
    JobView waitsForMaster =
        Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.master(), ImmutableList.of());

    assertThat(only(slearn, 0, waitsForMaster).heldTasks()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void reducesOfMapReduceAreNeitherPilotsNorHeld() {
    submit(slearn, "job", "MAPREDUCE");
    // Slow start of 0: reduces are asked for with the maps, and YARN serves them first.
    slearn.onEvent(new ClusterEvent.TaskStarted(0, "job", "task", "10"));
    PlannedJob noMapYet = only(slearn, 0, mapReduce("job", 35, 4, 1));

    assertThat(noMapYet.heldTasks()).isEqualTo(25);
    assertThat(noMapYet.reason().detail()).contains("0 of 10 pilots ended, 0 running");

    slearn.onEvent(new ClusterEvent.TaskStarted(0, "job", "map", "20"));
    assertThat(only(slearn, 0, mapReduce("job", 34, 4, 2)).heldTasks()).isEqualTo(25);
  }

  @Test
  void ofAJobOfAnotherTypeEveryStageIsHeld() {
    submit(slearn, "job", "YARN");
    slearn.onEvent(new ClusterEvent.TaskStarted(0, "job", "task", "10"));

    assertThat(only(slearn, 0, mapReduce("job", 35, 4, 1)).heldTasks()).isEqualTo(30);
  }

  @Test
  void aPilotThatHasRoomButDoesNotRunYetIsOne() {
    assertThat(only(slearn, 0, job("job", 7, 1)).heldTasks()).isEqualTo(6);
    assertThat(only(slearn, 0, job("job", 6, 2)).heldTasks()).isEqualTo(6);
  }

  @Test
  void theDagVariantCorrectsTheHistoryOfLaterStages() {
    JobEstimate history = stages(history(10_000, "0", 4), history(20_000, "1", 2));
    SchedulingPolicy dag = policy("slearn-dag", (job, features) -> Optional.of(history));
    submit(dag, "job");
    dag.onEvent(new ClusterEvent.TaskStarted(4_000, "job", "task", "0"));
    dag.onEvent(new ClusterEvent.TaskFinished(8_000, "job", "task", TaskEnd.SUCCEEDED));

    // The pilot ran for 4 s and not for 10: 4 tasks of 4 s, then 2 of 8 s.
    assertThat(only(dag, 8_000, job("job", 3, 0)).reason().detail())
        .startsWith("In queue 1 of 3: 32.0 s of work by 1 pilot;");
  }

  @Test
  void threeSigmasPointIsTheOneOfTheExpectedInverseSquare() {
    StreamingHistogram histogram = new StreamingHistogram();
    histogram.add(1_000);
    histogram.add(100_000);
    double point = PointOfHistory.INVERSE_SQUARE.of(histogram.toDistribution());

    assertThat(point).isLessThan(PointOfHistory.MEDIAN.of(histogram.toDistribution()));
    assertThat(PointOfHistory.INVERSE_SQUARE.of(new PointDistribution(7_000)))
        .isCloseTo(7_000, within(1e-6));
  }

  @Test
  void byHistoryAJobIsInTheQueueOfItsStagesTogether() {
    JobEstimate history = stages(history(10_000, "0", 4), history(20_000, "1", 2));
    SchedulingPolicy point = policy("gs-point", (job, features) -> Optional.of(history));
    submit(point, "job");

    // Five tasks of 10 s are asked for, and by history 2 of 20 s follow.
    assertThat(only(point, 0, job("job", 5, 0)).reason().detail())
        .startsWith("In queue 2 of 3: 90.0 s of work by");
  }

  @Test
  void aThinJobGoesFirstInTheVariantThatIsNamedAfterThat() {
    JobEstimate history = stages(history(1_000_000, "0", 2));
    JobView thin = job("job", 2, 0);

    for (String name : List.of("gs-3sigma", "gs-3sigma-tl")) {
      SchedulingPolicy policy = policy(name, (job, features) -> Optional.of(history));
      submit(policy, "job");
      assertThat(only(policy, 0, thin).reason().code())
          .isEqualTo(name.equals("gs-3sigma") ? Reason.Code.SIZE_QUEUE : Reason.Code.THIN_JOB);
    }
  }

  @Test
  void aJobThatWasFoundIsHeldUntilItHasSaidWhatItWaitsFor() {
    SchedulingPolicy policy = policy("slearn", nothing());
    submit(policy, "found");
    policy.onEvent(new ClusterEvent.TaskStarted(0, "found", "0", "0", true));

    JobView silent =
        JobView.of("found", JobGoal.BEST_EFFORT, 0, ImmutableList.of(), Snapshots.running(1, 0));
    assertThat(only(policy, 1_000, silent).heldTasks()).isEqualTo(Integer.MAX_VALUE);
    assertThat(only(policy, 2_000, job("found", 7, 1)).heldTasks()).isEqualTo(7);
  }

  private static JobEstimate stages(StageEstimate... stages) {
    return new JobEstimate(
        new PointDistribution(30_000),
        1.0,
        6,
        ImmutableList.copyOf(stages),
        new EstimateBasis("name", "etl", "mean", 9, 0.1, 30_000));
  }

  private static StageEstimate history(double taskMillis, String stage, double width) {
    return new StageEstimate(
        stage,
        width,
        new PointDistribution(taskMillis),
        1.0,
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private void runPilots(String job, int pilots, long runtimeMillis) {
    for (int task = 0; task < pilots; task++) {
      String id = "pilot" + task;
      slearn.onEvent(new ClusterEvent.TaskStarted(0, job, id, "0"));
      slearn.onEvent(new ClusterEvent.TaskFinished(runtimeMillis, job, id, TaskEnd.SUCCEEDED));
    }
  }

  private static void submit(SchedulingPolicy policy, String job, String type) {
    policy.onEvent(
        new ClusterEvent.JobSubmitted(
            0,
            job,
            JobFeatures.builder("ada", "etl", "root.q").jobType(type).build(),
            JobGoal.BEST_EFFORT));
  }

  private static JobView mapReduce(String id, int maps, int reduces, int running) {
    return Snapshots.job(
        id,
        JobGoal.BEST_EFFORT,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, reduces, "10"),
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, maps, "20")),
        Snapshots.running(running, 0));
  }

  private static void submit(SchedulingPolicy policy, String job) {
    policy.onEvent(
        new ClusterEvent.JobSubmitted(
            0, job, new JobFeatures("ada", "etl", "root.q"), JobGoal.BEST_EFFORT));
  }

  /** A job whose tasks are all of the stage "0". */
  private static JobView job(String id, int pending, int running) {
    ImmutableList<TaskAsk> asks =
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, pending, "0"));
    ImmutableList<RunningTask> tasks = Snapshots.running(running, 0);
    return Snapshots.job(id, JobGoal.BEST_EFFORT, asks, tasks);
  }

  private static PlannedJob only(SchedulingPolicy policy, long nowMillis, JobView job) {
    Plan plan =
        policy.plan(
            Snapshots.cluster(ImmutableList.of(Snapshots.node("", 100, 100)), job),
            nowMillis,
            () -> false);
    assertThat(plan.jobs().stream().map(PlannedJob::jobId).collect(Collectors.toList()))
        .containsExactly(job.id());
    return plan.jobs().get(0);
  }

  private static RuntimeSource nothing() {
    return (job, features) -> Optional.empty();
  }

  private static SchedulingPolicy policy(String name, RuntimeSource source) {
    return Policies.create(
        name,
        PolicyContext.of(
            ThreeSigmaSettings.DEFAULT,
            SETTINGS,
            source,
            (instance, warmStart, budget) -> {
              throw new AssertionError("nothing to solve");
            }));
  }
}
