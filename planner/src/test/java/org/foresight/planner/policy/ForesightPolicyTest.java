package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deadlines by the MILP, the others by queues. */
class ForesightPolicyTest {

  private static final GsSettings GS =
      new GsSettings(new PriorityQueues(3, 50_000, 10, 10), 3, 100, 0, 60_000);

  private static final long NOW_MILLIS = 1_000;
  private static final ImmutableList<RunningTask> NOTHING_RUNS = ImmutableList.of();

  /** A node of three places, of which none is free. */
  private static final ImmutableList<NodeView> FULL = ImmutableList.of(Snapshots.node("", 3, 0));

  private static final JobView RUNS = runs(Snapshots.running(3, 0));

  private static final JobView SLO =
      Snapshots.job(
          "slo",
          new JobGoal(OptionalLong.of(NOW_MILLIS + 300_000), false),
          Snapshots.tasks(2),
          NOTHING_RUNS);

  private static final JobView FIRST =
      Snapshots.job("first", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS);

  private static final JobView SECOND =
      Snapshots.job("second", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS);

  @Test
  void aTightSloJobOvertakesAndMeetsItsDeadline() {
    List<Job> jobs = new ArrayList<>();
    ImmutableMap.Builder<String, JobEstimate> estimates = ImmutableMap.builder();
    for (int i = 0; i < 6; i++) {
      jobs.add(Job.bestEffort("be" + i, 0, 4, 60_000));
      estimates.put("be" + i, TablePredictor.exactly(60_000));
    }
    jobs.add(Job.slo("slo", 1_000, 130_000, 4, 60_000));
    estimates.put("slo", TablePredictor.exactly(60_000));
    VirtualCluster cluster = cluster(estimates.buildOrThrow());

    cluster.run(jobs, 600_000);

    assertThat(cluster.firstStartMillis("slo")).isEqualTo(60_000);
    assertThat(cluster.endMillis("slo")).isLessThanOrEqualTo(130_000);
  }

  @Test
  void anSloJobWithMuchSlackLetsBestEffortJobsGoFirst() {
    SloScenarios.assertThatSlackLetsBestEffortJobsGoFirst(ForesightPolicyTest::cluster);
  }

  @Test
  void ofBestEffortJobsTheOneWithTheLeastWorkGoesFirst() {
    VirtualCluster cluster =
        cluster(
            ImmutableMap.of(
                "first", TablePredictor.exactly(10_000),
                "long", TablePredictor.exactly(100_000),
                "short", TablePredictor.exactly(5_000)));

    cluster.run(
        List.of(
            Job.bestEffort("first", 0, 4, 10_000),
            Job.bestEffort("long", 1_000, 4, 100_000),
            Job.bestEffort("short", 2_000, 4, 5_000)),
        600_000);

    assertThat(cluster.startsMillis("short")).containsOnly(10_000L);
    assertThat(cluster.startsMillis("long")).containsOnly(15_000L);
  }

  @Test
  void noBestEffortTaskStartsInTheRoomOfAPlannedStart() {
    VirtualCluster cluster =
        cluster(
            ImmutableMap.of(
                "slo", TablePredictor.exactly(100_000),
                "runs", TablePredictor.exactly(40_000),
                "late", TablePredictor.exactly(100_000)));

    cluster.run(
        List.of(
            Job.bestEffort("runs", 0, 2, 40_000),
            // Three of four places from 60 s on at the latest.
            Job.slo("slo", 1_000, 165_000, 3, 100_000).asGang(),
            Job.bestEffort("late", 1_000, 2, 100_000)),
        600_000);

    assertThat(cluster.endMillis("slo")).isLessThanOrEqualTo(165_000);
    assertThat(cluster.startsMillis("late").get(1))
        .isGreaterThanOrEqualTo(cluster.endMillis("slo"));
  }

  @Test
  void aJobThatWaitsSaysThatTheRoomIsPlannedForOthers() {
    VirtualCluster cluster =
        cluster(
            ImmutableMap.of(
                "slo", TablePredictor.exactly(100_000), "late", TablePredictor.exactly(100_000)));

    cluster.run(
        List.of(Job.slo("slo", 0, 120_000, 4, 100_000), Job.bestEffort("late", 0, 1, 100_000)),
        600_000);

    PlannedJob late = planned(cluster.plans().get(0), "late");
    assertThat(late.startMillis()).isEmpty();
    assertThat(late.reason().code()).isEqualTo(Reason.Code.NO_ROOM_NOW);
    assertThat(late.reason().detail())
        .startsWith("What is free now is planned for others. In queue 2 of 3: 100.0 s of work");
  }

  @Test
  void tasksThatHaveJustStartedAreNoSignThatTheirJobIsShort() {
    VirtualCluster cluster = cluster(ImmutableMap.of());

    cluster.run(List.of(Job.slo("new", 0, 300_000, 12, 20_000)), 600_000);

    assertThat(cluster.plans())
        .filteredOn(plan -> plan.madeAtMillis() > 0 && plan.madeAtMillis() < 20_000)
        .isNotEmpty()
        .allSatisfy(
            plan ->
                assertThat(planned(plan, "new").reason().detail())
                    .contains("(time to the deadline), 0 samples"));
    assertThat(cluster.plans())
        .filteredOn(plan -> plan.madeAtMillis() > 20_000 && plan.madeAtMillis() < 40_000)
        .isNotEmpty()
        .allSatisfy(
            plan ->
                assertThat(planned(plan, "new").reason().detail())
                    .contains("from own tasks (ended)"));
  }

  @Test
  void executorsAreNoPilots() {
    VirtualCluster cluster = cluster(ImmutableMap.of());
    Job spark =
        new Job(
            "spark",
            0,
            JobFeatures.builder("user", "spark", "root.default").jobType("SPARK").build(),
            JobGoal.BEST_EFFORT,
            Collections.nCopies(8, 20_000L));

    cluster.run(List.of(spark), 100_000);

    assertThat(cluster.plans())
        .flatExtracting(Plan::jobs)
        .allSatisfy(
            job -> {
              assertThat(job.heldTasks()).isZero();
              assertThat(job.reason().detail())
                  .contains("of work attained in containers that are used again and again");
            });
  }

  /** Its nodes may all be gone for a while. */
  @Test
  void jobsThatAskForAPartitionWithoutNodesKeepNobodyFromStarting() {
    TaskAsk elsewhere = new TaskAsk(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK, 2);

    Plan plan =
        plan(
            ImmutableList.of(Snapshots.node("", 4, 4)),
            Snapshots.job("waits", JobGoal.BEST_EFFORT, ImmutableList.of(elsewhere), NOTHING_RUNS),
            Snapshots.job("gang", Snapshots.GANG, ImmutableList.of(elsewhere), NOTHING_RUNS),
            Snapshots.job("starts", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS));

    assertThat(planned(plan, "starts").isDue(NOW_MILLIS)).isTrue();
    for (String job : List.of("waits", "gang")) {
      assertThat(planned(plan, job).startMillis()).isEmpty();
      assertThat(planned(plan, job).reason().detail())
          .startsWith("None of its tasks fits the cluster.");
    }
  }

  /** An operator has taken its room away from it, or its agent has died. */
  @Test
  void whatANodeLacksIsNoLossOfTheOthers() {
    Plan plan =
        plan(
            ImmutableList.of(Snapshots.node("", 4, 4), Snapshots.node("", 0, -8)),
            Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS),
            Snapshots.job(
                "slo",
                new JobGoal(OptionalLong.of(NOW_MILLIS + 100_000), false),
                Snapshots.tasks(2),
                NOTHING_RUNS));

    assertThat(planned(plan, "job").parallelism()).isEqualTo(2);
    assertThat(planned(plan, "slo").isDue(NOW_MILLIS)).isTrue();
    assertThat(planned(plan, "slo").parallelism()).isEqualTo(2);
  }

  /**
   * Each node has room for two tasks, all four together for two of those that are as large as four.
   */
  @Test
  void roomThatNoNodeHasByItselfIsKeptFromNobody() {
    ImmutableList<TaskAsk> large =
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 4), 1));

    Plan plan =
        plan(
            ImmutableList.copyOf(Collections.nCopies(4, Snapshots.node("", 4, 2))),
            Snapshots.job("large1", JobGoal.BEST_EFFORT, large, NOTHING_RUNS),
            Snapshots.job("large2", JobGoal.BEST_EFFORT, large, NOTHING_RUNS),
            Snapshots.job("small", JobGoal.BEST_EFFORT, Snapshots.tasks(8), NOTHING_RUNS));

    // The first of them is in line for the node that has so much room next.
    assertThat(planned(plan, "large1").parallelism()).isEqualTo(1);
    assertThat(planned(plan, "large2").startMillis()).isEmpty();
    assertThat(planned(plan, "large2").reason().detail())
        .startsWith("No node has room for one of its tasks now.");
    assertThat(planned(plan, "small").parallelism()).isEqualTo(4);
  }

  /** One that may have nothing now keeps nobody else from being next. */
  @Test
  void ofJobsThatFitNowhereTheFirstThatMayHaveOneIsInLine() {
    ImmutableList<TaskAsk> large =
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 4), 1));
    JobView limited =
        JobView.of("limited", JobGoal.BEST_EFFORT, 0, large, NOTHING_RUNS, ImmutableList.of("ann"));
    JobView next = Snapshots.job("next", JobGoal.BEST_EFFORT, large, NOTHING_RUNS);
    ResourceLimit reached =
        new ResourceLimit(
            "ann",
            ResourceLimit.Holder.USER,
            "",
            ResourceLimit.Counted.ALL_CONTAINERS,
            ResourceVector.of(0, 0));

    Plan plan =
        plan(
            ClusterSnapshot.of(
                ImmutableList.copyOf(Collections.nCopies(4, Snapshots.node("", 4, 2))),
                ImmutableList.of(limited, next),
                ImmutableList.of(reached)));

    assertThat(planned(plan, "limited").startMillis()).isEmpty();
    assertThat(planned(plan, "next").parallelism()).isEqualTo(1);
  }

  @Test
  void whatEndsBeforeTheNextPlanIsForTheFirstInLine() {
    Plan plan = plan(FULL, RUNS, FIRST, SECOND);

    assertThat(planned(plan, "first").isDue(NOW_MILLIS)).isTrue();
    assertThat(planned(plan, "first").parallelism()).isEqualTo(2);
    assertThat(planned(plan, "first").reason().code()).isEqualTo(Reason.Code.NEXT_IN_LINE);
    assertThat(planned(plan, "first").reason().detail())
        .startsWith(
            "No node has room for one of its tasks now; it is in line for what ends next. In");
    assertThat(planned(plan, "second").isDue(NOW_MILLIS)).isTrue();
    assertThat(planned(plan, "second").parallelism()).isEqualTo(1);
  }

  /** The first has tasks enough for all that ends. */
  @Test
  void everyQueueHasItsShareOfWhatEnds() {
    JobView small = Snapshots.job("small", JobGoal.BEST_EFFORT, Snapshots.tasks(100), NOTHING_RUNS);
    JobView large = Snapshots.job("large", JobGoal.BEST_EFFORT, Snapshots.tasks(100), NOTHING_RUNS);
    ClusterSnapshot full =
        Snapshots.cluster(
            ImmutableList.of(Snapshots.node("", 22, 0)),
            runs(Snapshots.running(22, 0)),
            small,
            large);
    ForesightPolicy policy =
        policy(
            ImmutableMap.of(
                "small", TablePredictor.exactly(100), "large", TablePredictor.exactly(5_000)));
    submit(policy, full);

    Plan plan = policy.plan(full, NOW_MILLIS, () -> false);

    int share = (int) planned(plan, "large").share();
    assertThat(share).isPositive();
    assertThat(planned(plan, "large").parallelism()).isEqualTo(share);
    assertThat(planned(plan, "large").isInLine()).isTrue();
    assertThat(planned(plan, "small").parallelism()).isEqualTo(22 - share);
  }

  /** What is held back behind pilots are tasks, of which it has none yet. */
  @Test
  void anApplicationMasterOfAnUnknownJobIsInLineToo() {
    JobView unknown =
        Snapshots.job("unknown", JobGoal.BEST_EFFORT, Snapshots.master(), NOTHING_RUNS);

    Plan plan = plan(FULL, RUNS, unknown);

    assertThat(planned(plan, "unknown").isInLine()).isTrue();
    assertThat(planned(plan, "unknown").parallelism()).isEqualTo(1);
    assertThat(planned(plan, "unknown").reason().code()).isEqualTo(Reason.Code.NEXT_IN_LINE);
  }

  @Test
  void nobodyIsInLineBeforeAJobWithADeadlineThatWaits() {

    Plan plan = plan(FULL, RUNS, FIRST, SECOND, SLO);

    assertThat(planned(plan, "first").startMillis()).isEmpty();
    assertThat(planned(plan, "second").startMillis()).isEmpty();
  }

  @Test
  void nobodyIsInLineBeforeAGangThatHasWaitedForLong() {
    JobView gang = Snapshots.job("gang", Snapshots.GANG, Snapshots.tasks(3), NOTHING_RUNS);

    Plan soon = plan(FULL, RUNS, FIRST, gang);
    Plan late = plan(Snapshots.cluster(FULL, RUNS, FIRST, gang), 601_000);

    assertThat(planned(soon, "first").startMillis()).isPresent();
    assertThat(planned(late, "first").startMillis()).isEmpty();
  }

  @Test
  void noMoreIsInLineThanALimitLeaves() {
    JobView limited =
        JobView.of(
            "first",
            JobGoal.BEST_EFFORT,
            0,
            Snapshots.tasks(2),
            NOTHING_RUNS,
            ImmutableList.of("ann"));
    ResourceLimit limit =
        new ResourceLimit(
            "ann",
            ResourceLimit.Holder.USER,
            "",
            ResourceLimit.Counted.ALL_CONTAINERS,
            Snapshots.TASK);

    Plan plan =
        plan(
            ClusterSnapshot.of(
                FULL, ImmutableList.of(RUNS, limited, SECOND), ImmutableList.of(limit)));

    assertThat(planned(plan, "first").parallelism()).isEqualTo(1);
    assertThat(planned(plan, "second").parallelism()).isEqualTo(2);
  }

  /** Of four places each node has one to spare, all together one for a container of four. */
  @Test
  void whoeverIsInLineTakesNoneOfTheRoomThatLargerContainersWaitFor() {
    ImmutableList<TaskAsk> large =
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 4), 1));
    JobView first = Snapshots.job("first", JobGoal.BEST_EFFORT, large, NOTHING_RUNS);
    JobView same = Snapshots.job("same", JobGoal.BEST_EFFORT, large, NOTHING_RUNS);
    JobView small = Snapshots.job("small", JobGoal.BEST_EFFORT, Snapshots.tasks(8), NOTHING_RUNS);
    JobView runs = runs(Snapshots.running(8, 0));

    Plan plan =
        plan(
            ImmutableList.copyOf(Collections.nCopies(4, Snapshots.node("", 4, 1))),
            runs,
            first,
            same,
            small);

    assertThat(planned(plan, "first").isDue(NOW_MILLIS)).isTrue();
    assertThat(planned(plan, "same").isInLine()).isTrue();
    assertThat(planned(plan, "small").startMillis()).isEmpty();
  }

  /** They would fill each place that comes free, and there would never be three at once. */
  @Test
  void smallContainersAreNotInLineBehindLargerOnesThatHaveWaited() {
    ImmutableList<NodeView> full = ImmutableList.of(Snapshots.node("", 6, 0));
    JobView runs = runs(Snapshots.running(6, 0));
    JobView many = Snapshots.job("small", JobGoal.BEST_EFFORT, Snapshots.tasks(9), NOTHING_RUNS);
    JobView large =
        Snapshots.job(
            "large",
            JobGoal.BEST_EFFORT,
            ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(3_072, 3), 1)),
            NOTHING_RUNS);

    JobView served =
        Snapshots.job("large", JobGoal.BEST_EFFORT, large.asks(), Snapshots.running(1, 50_000));

    Plan soon = plan(full, runs, large, many);
    Plan late = plan(Snapshots.cluster(full, runs, large, many), 61_000);
    Plan afterAStart = plan(Snapshots.cluster(full, runs, served, many), 61_000);

    assertThat(planned(soon, "large").isInLine()).isTrue();
    assertThat(planned(soon, "small").isInLine()).isTrue();
    assertThat(planned(late, "large").isInLine()).isTrue();
    assertThat(planned(late, "small").startMillis()).isEmpty();
    assertThat(planned(afterAStart, "small").isInLine()).isTrue();
  }

  /** What ends is for that one: the line would leave it nothing. */
  @Test
  void nobodyIsInLineWhileAJobHasItsTurn() {
    JobView runs = runs(Snapshots.running(4, 0));
    JobView waits = Snapshots.job("waits", JobGoal.BEST_EFFORT, Snapshots.tasks(4), NOTHING_RUNS);
    ImmutableList<NodeView> full = ImmutableList.of(Snapshots.node("", 4, 0));
    ImmutableList<JobView> jobs = ImmutableList.of(runs, waits);

    Plan alone = plan(ClusterSnapshot.of(full, jobs));
    Plan beside =
        plan(ClusterSnapshot.of(full, jobs, ImmutableList.of(), ImmutableList.of(), true));

    assertThat(planned(alone, "waits").isInLine()).isTrue();
    assertThat(planned(beside, "waits").startMillis()).isEmpty();
  }

  /** Of the two cores that it needs the task that runs holds one; of the memory all. */
  @Test
  void whatIsFreeBesideWhatEndsIsForTheFirstInLineToo() {
    ImmutableList<NodeView> nodes =
        ImmutableList.of(
            new NodeView("node", "", ResourceVector.of(4_096, 4), ResourceVector.of(0, 3)));
    RunningTask running =
        new RunningTask("task", "node", TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 1), 0);
    JobView job =
        Snapshots.job(
            "job",
            JobGoal.BEST_EFFORT,
            ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 2), 1)),
            NOTHING_RUNS);

    Plan plan = plan(nodes, runs(ImmutableList.of(running)), job);

    assertThat(planned(plan, "job").isInLine()).isTrue();
  }

  /** Of class "a" each node has a bit free, which is enough for none of its containers. */
  @Test
  void whoeverIsInLineMayStartOnNodesOfAllClasses() {
    NodeView fragment =
        new NodeView("a", "", "a", ResourceVector.of(4_096, 4), ResourceVector.of(1_024, 1));
    NodeView full =
        new NodeView("b", "", "b", ResourceVector.of(4_096, 4), ResourceVector.of(0, 0));
    RunningTask running =
        new RunningTask("task", "b", TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 4), 0);
    ImmutableList<TaskAsk> asks =
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(2_048, 2), 1));

    Plan plan =
        plan(
            ImmutableList.of(fragment, fragment, fragment, fragment, full),
            runs(ImmutableList.of(running)),
            Snapshots.job("first", JobGoal.BEST_EFFORT, asks, NOTHING_RUNS),
            Snapshots.job("second", JobGoal.BEST_EFFORT, asks, NOTHING_RUNS));

    PlannedJob inLine = plan.jobs().stream().filter(PlannedJob::isInLine).findFirst().orElseThrow();
    assertThat(inLine.mostByClass()).isEmpty();
    assertThat(plan.summary()).contains("1 to start now, 0 later, 1 without room");
  }

  /** Sixteen places, of which about ten come free each second, and four on a node at once never. */
  @Test
  void smallContainersDoNotStarveLargerOnesOfAJobThatGoesFirst() {
    VirtualCluster cluster =
        new VirtualCluster(
            policy(ImmutableMap.of("large", TablePredictor.exactly(5_000))), 4, 4, 100, 1_000);
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 1_600; i++) {
      millis.add(1_000L + 100L * ((i * 7) % 20));
    }
    JobFeatures features = JobFeatures.builder("user", "small", "root.default").build();

    cluster.run(
        List.of(
            new Job("small", 0, features, JobGoal.BEST_EFFORT, millis),
            Job.bestEffort("large", 5_000, 1, 5_000).needing(ResourceVector.of(4_096, 4))),
        600_000);

    assertThat(cluster.firstStartMillis("large")).isLessThan(60_000);
    assertThat(cluster.endMillis("small")).isGreaterThan(150_000);
  }

  @Test
  void aGangOfSeveralSizesTakesWhatItAsksFor() {
    ImmutableList<TaskAsk> asks =
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(8_192, 1), 1),
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 8));

    Plan plan =
        plan(
            ImmutableList.of(Snapshots.node("", 18, 18)),
            Snapshots.job("gang", Snapshots.GANG, asks, NOTHING_RUNS),
            Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS));

    assertThat(planned(plan, "gang").isDue(NOW_MILLIS)).isTrue();
    assertThat(planned(plan, "gang").parallelism()).isEqualTo(9);
    assertThat(planned(plan, "job").parallelism()).isEqualTo(2);
  }

  @Test
  void aGangKeepsNoRoomWhereItsOtherPartitionHasNone() {
    ImmutableList<TaskAsk> asks =
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 4),
            new TaskAsk(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK, 2));

    Plan plan =
        plan(
            ImmutableList.of(Snapshots.node("", 4, 4), Snapshots.node("gpu", 4, 1)),
            Snapshots.job("gang", Snapshots.GANG, asks, NOTHING_RUNS),
            Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(4), NOTHING_RUNS));

    assertThat(planned(plan, "gang").startMillis()).isEmpty();
    assertThat(planned(plan, "job").parallelism()).isEqualTo(4);
  }

  /** Each of these once let every plan fail, for as long as the job lived. */
  @ParameterizedTest
  @CsvSource({"1.7E308, 1, 1", "60000, 1.0E-320, 1", "60000, 1, 1.0E300"})
  void whatNoJobCanBeLikeIsTakenForUnknown(double millis, double taskToSpan, double width) {
    JobEstimate absurd =
        new JobEstimate(
            new PointDistribution(millis),
            taskToSpan,
            width,
            TablePredictor.exactly(60_000).basis());
    ForesightPolicy policy = policy(ImmutableMap.of("absurd", absurd));
    JobView waits = JobView.of("absurd", JobGoal.BEST_EFFORT, 0, Snapshots.master(), NOTHING_RUNS);
    JobView runs =
        JobView.of("absurd", JobGoal.BEST_EFFORT, 0, Snapshots.tasks(3), Snapshots.running(1, 0));
    JobView other = JobView.of("other", JobGoal.BEST_EFFORT, 0, Snapshots.tasks(1), NOTHING_RUNS);
    for (String job : List.of("absurd", "other")) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              0, job, new JobFeatures("user", job, "root.default"), JobGoal.BEST_EFFORT));
    }
    ImmutableList<NodeView> nodes = ImmutableList.of(Snapshots.node("", 9, 8));

    for (JobView absurdNow : List.of(waits, runs)) {
      Plan plan = policy.plan(Snapshots.cluster(nodes, absurdNow, other), NOW_MILLIS, () -> false);

      assertThat(plan.jobs()).allMatch(job -> job.isDue(NOW_MILLIS)).hasSize(2);
    }
  }

  @Test
  void whereNoJobWithADeadlineWaitsTheSolverHasNothingToDecide() {
    JobView waits = Snapshots.job("waits", JobGoal.BEST_EFFORT, Snapshots.tasks(2), NOTHING_RUNS);
    JobView runs =
        Snapshots.job("runs", JobGoal.BEST_EFFORT, Snapshots.tasks(1), Snapshots.running(2, 0));
    List<Boolean> decides = new ArrayList<>();
    ForesightPolicy policy =
        policy(
            ImmutableMap.of(),
            (instance, warmStart, budget) -> {
              decides.add(instance.jobs().stream().anyMatch(job -> !job.options().isEmpty()));
              return new LagrangianSolver().solve(instance, warmStart, budget);
            });
    ImmutableList<NodeView> nodes = ImmutableList.of(Snapshots.node("", 4, 2));
    ClusterSnapshot all = Snapshots.cluster(nodes, runs, waits, SLO);
    submit(policy, all);

    Plan without = policy.plan(Snapshots.cluster(nodes, runs, waits), NOW_MILLIS, () -> false);
    Plan with = policy.plan(all, NOW_MILLIS, () -> false);

    assertThat(decides).containsExactly(false, true);
    assertThat(without.jobs()).filteredOn(job -> job.isDue(NOW_MILLIS)).isNotEmpty();
    assertThat(planned(with, "slo").startMillis()).isPresent();
  }

  /** A job that waits for nothing more. */
  private static JobView runs(ImmutableList<RunningTask> tasks) {
    return Snapshots.job("runs", JobGoal.BEST_EFFORT, ImmutableList.of(), tasks);
  }

  private static Plan plan(ImmutableList<NodeView> nodes, JobView... jobs) {
    return plan(Snapshots.cluster(nodes, jobs));
  }

  private static Plan plan(ClusterSnapshot cluster) {
    return plan(cluster, NOW_MILLIS);
  }

  private static Plan plan(ClusterSnapshot cluster, long nowMillis) {
    ForesightPolicy policy = policy(ImmutableMap.of());
    submit(policy, cluster);
    return policy.plan(cluster, nowMillis, () -> false);
  }

  private static void submit(ForesightPolicy policy, ClusterSnapshot cluster) {
    for (JobView job : cluster.jobs()) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              0,
              job.id(),
              JobFeatures.builder("user", job.id(), "root.default").build(),
              job.goal()));
    }
  }

  private static PlannedJob planned(Plan plan, String job) {
    return plan.jobs().stream().filter(each -> each.jobId().equals(job)).findFirst().orElseThrow();
  }

  /** Two nodes of two places. */
  private static VirtualCluster cluster(ImmutableMap<String, JobEstimate> estimates) {
    return new VirtualCluster(policy(estimates), 2, 2, 1_000, 1_000);
  }

  private static ForesightPolicy policy(ImmutableMap<String, JobEstimate> estimates) {
    return policy(estimates, new LagrangianSolver());
  }

  private static ForesightPolicy policy(
      ImmutableMap<String, JobEstimate> estimates, PlanSolver solver) {
    return new ForesightPolicy(
        ThreeSigmaSettings.DEFAULT.withMargins(2_000, 0),
        GS,
        RuntimeSource.of(new TablePredictor(estimates)),
        Optional.empty(),
        solver);
  }
}
