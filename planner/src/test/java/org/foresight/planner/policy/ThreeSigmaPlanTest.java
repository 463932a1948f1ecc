package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Single plans of hand-made clusters; slots of 20 s, application masters lead by 30 s. */
class ThreeSigmaPlanTest {

  private static final long NOW_MILLIS = 1_000_000;
  private static final JobGoal SLO = JobGoal.by(Instant.ofEpochMilli(NOW_MILLIS + 200_000));
  private static final ImmutableMap<String, JobEstimate> ESTIMATES =
      ImmutableMap.of(
          "running", TablePredictor.exactly(100_000),
          "short", TablePredictor.exactly(40_000),
          "other", TablePredictor.exactly(40_000),
          "uncertain", TablePredictor.estimate(TablePredictor.uniform(100_000, 300_000)));

  /** A node for one task that is taken for 100 s more. */
  private static final ImmutableList<NodeView> FULL = ImmutableList.of(Snapshots.node("", 1, 0));

  private static final ImmutableList<NodeView> FREE = ImmutableList.of(Snapshots.node("", 4, 4));

  private static final JobView RUNNING =
      Snapshots.job(
          "running", JobGoal.BEST_EFFORT, ImmutableList.of(), Snapshots.running(1, NOW_MILLIS));

  private final ThreeSigmaPolicy policy =
      new ThreeSigmaPolicy(
          ThreeSigmaVariant.THREE_SIGMA,
          ThreeSigmaSettings.DEFAULT,
          RuntimeSource.of(new TablePredictor(ESTIMATES)),
          new LagrangianSolver());

  @BeforeEach
  void submit() {
    for (String name : ESTIMATES.keySet()) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              0, name, new JobFeatures("ann", name, "root.default"), JobGoal.BEST_EFFORT));
    }
  }

  @Test
  void nothingIsPlannedWithoutNodesOrJobs() {
    assertThat(plan(ImmutableList.of(), waiting("short", JobGoal.BEST_EFFORT)).jobs()).isEmpty();
    assertThat(plan(FREE).jobs()).isEmpty();
  }

  @Test
  void theSolverGetsTheWorkUnitsThatAreSetOrThoseThatThePlanNeeds() {
    assertThat(workUnitsGiven(ThreeSigmaSettings.DEFAULT)).isEqualTo(20_000);
    assertThat(workUnitsGiven(ThreeSigmaSettings.DEFAULT.toBuilder().solverWorkUnits(300).build()))
        .isEqualTo(300);
  }

  private static long workUnitsGiven(ThreeSigmaSettings settings) {
    var given = new AtomicLong();
    var solver = new LagrangianSolver();
    var policy =
        new ThreeSigmaPolicy(
            ThreeSigmaVariant.THREE_SIGMA,
            settings,
            RuntimeSource.of(new TablePredictor(ESTIMATES)),
            (instance, warmStart, budget) -> {
              given.set(budget.workUnits());
              return solver.solve(instance, warmStart, budget);
            });
    Plan unused =
        policy.plan(
            Snapshots.cluster(FREE, waiting("short", JobGoal.BEST_EFFORT)),
            NOW_MILLIS,
            () -> false);
    return given.get();
  }

  @Test
  void aJobThatWaitsForNothingIsNotPlanned() {
    assertThat(plan(FULL, RUNNING).jobs()).isEmpty();
  }

  @Test
  void waitsForTheRoomThatIsExpected() {
    PlannedJob planned = only(plan(FULL, RUNNING, waiting("short", JobGoal.BEST_EFFORT)));

    assertThat(planned.startMillis()).hasValue(NOW_MILLIS + 100_000);
    assertThat(planned.reason())
        .isEqualTo(
            new Reason(
                Reason.Code.WAITING_FOR_PLANNED_START,
                "Planned to start in 100.0 s with 1 task at once: runtime p50 40.0 s, p90 40.0 s"
                    + " from user+name (user + job), 25 samples"));
  }

  @Test
  void theApplicationMasterStartsAheadByItsLead() {
    JobView job =
        Snapshots.job("short", JobGoal.BEST_EFFORT, Snapshots.master(), ImmutableList.of());

    PlannedJob planned = only(plan(FULL, RUNNING, job));

    assertThat(planned.startMillis()).hasValue(NOW_MILLIS + 100_000 - 30_000);
    assertThat(planned.isDue(NOW_MILLIS + 69_999)).isFalse();
    assertThat(planned.isDue(NOW_MILLIS + 70_000)).isTrue();
  }

  @Test
  void theReasonOfAnSloJobTellsItsProbabilityOfBeingInTime() {
    PlannedJob planned = only(plan(FREE, waiting("uncertain", SLO)));

    // 198 s are left before the margin, of 100…300 s.
    assertThat(planned.reason().code()).isEqualTo(Reason.Code.PLANNED_START);
    assertThat(planned.reason().detail())
        .isEqualTo(
            "Planned to start in 0.0 s with 1 task at once, in time with probability 0.49:"
                + " runtime p50 200.0 s, p90 281.0 s from user+name (user + job), 25 samples");
  }

  /** 1,000 tasks of 40 s on four places: hours, where the look-ahead is minutes. */
  @Test
  void aJobManyTimesAsWideAsTheClusterStarts() {
    for (JobGoal goal : ImmutableList.of(JobGoal.BEST_EFFORT, SLO)) {
      JobView job = Snapshots.job("short", goal, Snapshots.tasks(1_000), ImmutableList.of());

      PlannedJob planned = only(plan(FREE, job));

      assertThat(planned.isDue(NOW_MILLIS)).isTrue();
      assertThat(planned.parallelism()).isEqualTo(4);
    }
  }

  @Test
  void aJobStartsWhatCanRunThoughOtherTasksOfItCannot() {
    TaskAsk noSuchLabel = new TaskAsk(TaskAsk.Kind.TASK, "fpga", Snapshots.TASK, 1);
    JobView job =
        Snapshots.job(
            "short",
            JobGoal.BEST_EFFORT,
            ImmutableList.of(noSuchLabel, Snapshots.tasks(2).get(0)),
            ImmutableList.of());

    assertThat(only(plan(FREE, job)).isDue(NOW_MILLIS)).isTrue();
  }

  /** YARN takes any count; one job's must not be the end of everybody's plan. */
  @Test
  void aJobMayAskForMoreTasksThanCanBeCounted() {
    TaskAsk most = new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, Integer.MAX_VALUE);
    JobView job =
        Snapshots.job(
            "short",
            JobGoal.BEST_EFFORT,
            ImmutableList.of(most, most),
            Snapshots.running(1, NOW_MILLIS));

    PlannedJob planned = only(plan(FREE, job));

    assertThat(planned.isDue(NOW_MILLIS)).isTrue();
    assertThat(planned.parallelism()).isPositive();
  }

  /** Twenty tasks of 200 s; on one place they would take longer than anything is worth waiting. */
  @Test
  void aJobTakesTheLittleRoomThatOthersLeaveForGood() {
    ImmutableList<NodeView> mostlyTaken = ImmutableList.of(Snapshots.node("", 20, 1));
    ImmutableList<TaskAsk> twenty = Snapshots.tasks(20);

    PlannedJob job =
        only(
            plan(
                mostlyTaken,
                Snapshots.job("uncertain", JobGoal.BEST_EFFORT, twenty, ImmutableList.of())));
    PlannedJob gang =
        only(
            plan(
                mostlyTaken,
                Snapshots.job("uncertain", Snapshots.GANG, twenty, ImmutableList.of())));

    assertThat(job.isDue(NOW_MILLIS)).isTrue();
    assertThat(job.parallelism()).isEqualTo(1);
    assertThat(job.reason().detail())
        .startsWith("Starts 1 task in room to spare. No room for more within 600 s: runtime p50");
    assertThat(gang.startMillis()).isEmpty();
    assertThat(gang.reason().detail()).startsWith("No room within 600 s: runtime p50");
  }

  @Test
  void aTaskTooLargeForTheClusterIsNotPlannedAndTheReasonSaysSo() {
    JobView job =
        Snapshots.job(
            "short",
            JobGoal.BEST_EFFORT,
            ImmutableList.of(
                new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK.plus(FREE.get(0).total()), 1)),
            ImmutableList.of());

    PlannedJob planned = only(plan(FREE, job));

    assertThat(planned.startMillis()).isEmpty();
    assertThat(planned.reason().code()).isEqualTo(Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD);
    assertThat(planned.reason().detail())
        .startsWith("None of its tasks fits the cluster: runtime p50 40.0 s");
  }

  @Test
  void withoutRoomInAllOfTheLookAheadAJobIsNotPlannedAndTheReasonSaysSo() {
    // The only place is taken by somebody who is not planned, and so stays.
    PlannedJob planned = only(plan(FULL, waiting("short", JobGoal.BEST_EFFORT)));

    assertThat(planned.startMillis()).isEmpty();
    assertThat(planned.reason().code()).isEqualTo(Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD);
    assertThat(planned.reason().detail()).startsWith("No room within 600 s: runtime p50 40.0 s");
  }

  @Test
  void withoutRoomBeforeItsDeadlineAJobWaitsForThatAndTheReasonSaysSo() {
    PlannedJob planned = only(plan(FULL, waiting("short", SLO)));

    assertThat(planned.isUnplaced()).isTrue();
    assertThat(planned.startMillis().orElseThrow()).isGreaterThan(NOW_MILLIS);
    assertThat(planned.reason().detail())
        .startsWith("No room that lets it meet its deadline: runtime p50 40.0 s");
  }

  @Test
  void sloJobsAreServedFirstAndOfOthersTheOneThatHasWaitedLongest() {
    JobView older = waiting("short", JobGoal.BEST_EFFORT);
    JobView newer =
        JobView.of(
            "running",
            JobGoal.BEST_EFFORT,
            NOW_MILLIS - 1_000,
            Snapshots.tasks(1),
            ImmutableList.of());

    Plan plan = plan(FREE, newer, older, waiting("uncertain", SLO));

    assertThat(plan.jobs())
        .extracting(PlannedJob::jobId)
        .containsExactly("uncertain", "short", "running");
    assertThat(plan.summary()).startsWith("threesigma: 3 jobs, 3 to start now, 0 later, 0 without");
  }

  @Test
  void aPlannedStartKeepsItsTimeFromPlanToPlan() {
    JobView job = waiting("short", JobGoal.BEST_EFFORT);
    OptionalLong planned = only(plan(FULL, RUNNING, job)).startMillis();

    for (long laterMillis = 1_000; laterMillis < 80_000; laterMillis += 7_000) {
      Plan later =
          policy.plan(Snapshots.cluster(FULL, RUNNING, job), NOW_MILLIS + laterMillis, () -> false);

      assertThat(only(later).startMillis()).isEqualTo(planned);
    }
  }

  /** One place, and time for one of two deadlines. */
  @Test
  void ofTwoDeadlinesTheOneThatIsWorthMoreIsMet() {
    ImmutableList<NodeView> one = ImmutableList.of(Snapshots.node("", 1, 1));

    for (String valued : ImmutableList.of("short", "other")) {
      Plan plan =
          plan(
              one,
              waiting("short", soon(valued.equals("short") ? 3 : 1)),
              waiting("other", soon(valued.equals("other") ? 3 : 1)));

      assertThat(plan.jobs().stream().filter(job -> job.isDue(NOW_MILLIS)))
          .extracting(PlannedJob::jobId)
          .containsExactly(valued);
    }
  }

  private static JobGoal soon(double value) {
    return new JobGoal(
        OptionalLong.of(NOW_MILLIS + 60_000),
        false,
        NodePreference.NONE,
        value,
        false,
        OptionalLong.empty());
  }

  private static final JobGoal SERVICE =
      new JobGoal(
          OptionalLong.empty(), false, NodePreference.NONE, 1.0, true, OptionalLong.empty());

  @Test
  void aServiceStartsAtOnceWithAllItsTasks() {
    JobView service = Snapshots.job("short", SERVICE, Snapshots.tasks(4), ImmutableList.of());

    PlannedJob planned = only(plan(FREE, service));

    assertThat(planned.isDue(NOW_MILLIS)).isTrue();
    assertThat(planned.parallelism()).isEqualTo(4);
  }

  /** The job of the same name, had it been no service, would have ended after 100 s. */
  @Test
  void aServiceIsNeverExpectedToEndWhateverSuchJobsTook() {
    JobView service =
        Snapshots.job("running", SERVICE, ImmutableList.of(), Snapshots.running(1, NOW_MILLIS));

    PlannedJob planned = only(plan(FULL, service, waiting("short", JobGoal.BEST_EFFORT)));

    assertThat(planned.startMillis()).isEmpty();
  }

  @Test
  void aServiceWaitsForRoomAsOthersDo() {
    JobView service = Snapshots.job("short", SERVICE, Snapshots.tasks(1), ImmutableList.of());

    assertThat(only(plan(FULL, RUNNING, service)).startMillis()).hasValue(NOW_MILLIS + 100_000);
  }

  private Plan plan(ImmutableList<NodeView> nodes, JobView... jobs) {
    return policy.plan(Snapshots.cluster(nodes, jobs), NOW_MILLIS, () -> false);
  }

  private static PlannedJob only(Plan plan) {
    assertThat(plan.jobs()).hasSize(1);
    return plan.jobs().get(0);
  }

  private static JobView waiting(String id, JobGoal goal) {
    return Snapshots.job(id, goal, Snapshots.tasks(1), ImmutableList.of());
  }
}
