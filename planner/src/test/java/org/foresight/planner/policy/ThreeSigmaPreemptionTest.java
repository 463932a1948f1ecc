package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.solver.DefaultSolver;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

/** Plans that stop tasks, choose nodes and keep to limits: slots of 20 s, one task a node. */
class ThreeSigmaPreemptionTest {

  private static final long NOW_MILLIS = 1_000_000;
  private static final ResourceVector SLOT = ResourceVector.of(1_024, 1);
  private static final ImmutableMap<String, JobEstimate> ESTIMATES =
      ImmutableMap.of(
          "long", TablePredictor.exactly(1_000_000),
          "longer", TablePredictor.exactly(2_000_000),
          "slo", TablePredictor.exactly(60_000),
          "be", TablePredictor.exactly(60_000));
  private static final ThreeSigmaSettings SETTINGS =
      ThreeSigmaSettings.DEFAULT.toBuilder().preempts(true).deadlineMarginMillis(0).build();

  @Test
  void aBestEffortJobIsStoppedForADeadlineThatCanBeMetInNoOtherWay() {
    Plan plan =
        plan(SETTINGS, nodes(2, 0), running("long", 2, 10_000, false), slo("slo", 1, 70_000));

    assertThat(plan.preemptions())
        .extracting(Preemption::jobId, Preemption::beneficiary)
        .containsExactly(tuple("long", "slo"));
    assertThat(job(plan, "slo").isDue(NOW_MILLIS)).isTrue();
  }

  @Test
  void aGangIsStoppedWhole() {
    Plan plan =
        plan(SETTINGS, nodes(2, 0), running("long", 2, 10_000, true), slo("slo", 1, 70_000));

    assertThat(plan.preemptions()).extracting(Preemption::taskId).hasSize(2);
  }

  @Test
  void whatEndsBeforeItWereStoppedIsNotStopped() {
    JobView endingIn5Seconds = running("long", 1, 995_000, false);
    JobView slo = slo("slo", 1, 70_000);

    assertThat(
            plan(SETTINGS.toBuilder().stopMillis(4_999).build(), nodes(1, 0), endingIn5Seconds, slo)
                .preemptions())
        .hasSize(1);
    assertThat(
            plan(SETTINGS.toBuilder().stopMillis(5_000).build(), nodes(1, 0), endingIn5Seconds, slo)
                .preemptions())
        .isEmpty();
  }

  @Test
  void whatTheHostForbidsToStopGoesOn() {
    JobView safe = safe(running("long", 1, 10_000, false));

    Plan plan = plan(SETTINGS, nodes(1, 0), safe, slo("slo", 1, 70_000));

    assertThat(plan.preemptions()).isEmpty();
    assertThat(job(plan, "slo").isDue(NOW_MILLIS)).isFalse();
  }

  @Test
  void nothingIsStoppedWhileThereIsTimeToWait() {
    // The running job ends in 30 s, the other needs 60 s of 200 s.
    Plan plan =
        plan(SETTINGS, nodes(1, 0), running("long", 1, 970_000, false), slo("slo", 1, 200_000));

    assertThat(plan.preemptions()).isEmpty();
    assertThat(job(plan, "slo").startMillis()).hasValue(NOW_MILLIS + 40_000);
  }

  @Test
  void whoeverLosesLeastIsStopped() {
    Plan plan =
        plan(
            SETTINGS,
            nodes(2, 0),
            running("long", 1, 900_000, false),
            running("longer", 1, 30_000, false),
            slo("slo", 1, 70_000));

    assertThat(plan.preemptions()).extracting(Preemption::jobId).containsExactly("longer");
  }

  @Test
  void onlyWhatRunsWhereTheJobAsksIsStopped() {
    ImmutableList<NodeView> nodes = ImmutableList.of(full("n0", "", SLOT), full("n1", "gpu", SLOT));
    JobView there = running("long", "n1", "gpu", SLOT, 900_000);
    JobView elsewhere = running("longer", "n0", "", SLOT, 30_000); // It would lose less.
    JobView slo = slo("gpu", SLOT);

    assertThat(plan(SETTINGS, nodes, there, elsewhere, slo).preemptions())
        .extracting(Preemption::jobId)
        .containsExactly("long");
    assertThat(plan(SETTINGS, nodes, safe(there), elsewhere, slo).preemptions()).isEmpty();
  }

  @Test
  void roomIsMadeOfAllTypesOfResourcesOrNothingIsStopped() {
    ResourceVector plain = new ResourceVector(ImmutableLongArray.of(1_024, 1, 0));
    ResourceVector withGpu = new ResourceVector(ImmutableLongArray.of(1_024, 1, 1));
    ImmutableList<NodeView> nodes = ImmutableList.of(full("n0", "", plain.plus(withGpu)));
    JobView onGpu = running("long", "n0", "", withGpu, 900_000);
    JobView beside = running("longer", "n0", "", plain, 30_000); // It would lose less.
    JobView slo = slo("", withGpu);

    assertThat(plan(SETTINGS, nodes, onGpu, beside, slo).preemptions())
        .extracting(Preemption::jobId)
        .containsExactly("long");
    assertThat(plan(SETTINGS, nodes, safe(onGpu), beside, slo).preemptions()).isEmpty();
  }

  @Test
  void neitherABestEffortJobNorAHostThatCanNotStopsAnything() {
    Plan forBestEffort =
        plan(SETTINGS, nodes(1, 0), running("longer", 1, 10_000, false), bestEffort("be", 1));
    Plan withoutPreemption =
        plan(
            SETTINGS.toBuilder().preempts(false).build(),
            nodes(1, 0),
            running("long", 1, 10_000, false),
            slo("slo", 1, 70_000));

    assertThat(forBestEffort.preemptions()).isEmpty();
    assertThat(withoutPreemption.preemptions()).isEmpty();
    assertThat(job(withoutPreemption, "slo").startMillis()).hasValue(NOW_MILLIS + 70_000);
  }

  @Test
  void aJobThatWouldWaitTooLongForTheNodesThatSuitItGoesElsewhere() {
    ImmutableList<NodeView> nodes = ImmutableList.of(node("n0", "fast", 0), node("n1", "slow", 1));
    JobView onFast = runningOn("n0", "fast", "long", 970_000);

    PlannedJob planned =
        job(plan(SETTINGS, nodes, onFast, waiting("slo", goal(95_000, "fast"), 1)), "slo");

    assertThat(planned.isDue(NOW_MILLIS)).isTrue();
    assertThat(planned.mostByClass()).containsExactly(Map.entry("fast", 0), Map.entry("slow", 1));
  }

  @Test
  void aJobThatWouldBeLateElsewhereStartsOnlyOnNodesThatSuitIt() {
    ImmutableList<NodeView> nodes = ImmutableList.of(node("n0", "fast", 0), node("n1", "slow", 1));
    JobView onFast = runningOn("n0", "fast", "long", 990_000);

    PlannedJob planned =
        job(plan(SETTINGS, nodes, onFast, waiting("slo", goal(85_000, "fast"), 1)), "slo");

    assertThat(planned.startMillis()).hasValue(NOW_MILLIS + 20_000);
    assertThat(planned.mostByClass()).containsExactly(Map.entry("fast", Integer.MAX_VALUE));
  }

  @Test
  void noMoreIsPlannedThanAQueueMayHold() {
    assertThat(
            startedWithin(
                ResourceLimit.Counted.ALL_CONTAINERS,
                ResourceVector.of(1_024, 1),
                TaskAsk.Kind.TASK))
        .isEqualTo(1);
  }

  @Test
  void noMoreApplicationMastersAreStartedThanTheirLimitAllows() {
    assertThat(
            startedWithin(
                ResourceLimit.Counted.APPLICATION_MASTERS,
                ResourceVector.of(2_048, 9),
                TaskAsk.Kind.APPLICATION_MASTER))
        .isEqualTo(2);
  }

  /** How many of three jobs, which would all fit, start if a limit has this much left. */
  private static long startedWithin(
      ResourceLimit.Counted counted, ResourceVector free, TaskAsk.Kind wanted) {
    List<JobView> jobs = new ArrayList<>();
    for (String id : List.of("slo", "be", "long")) {
      jobs.add(
          JobView.of(
              id,
              new JobGoal(OptionalLong.empty(), true),
              0,
              ImmutableList.of(new TaskAsk(wanted, "", SLOT, 1)),
              ImmutableList.of(),
              ImmutableList.of("limit")));
    }
    ClusterSnapshot limited =
        ClusterSnapshot.of(
            nodes(9, 1),
            ImmutableList.copyOf(jobs),
            ImmutableList.of(new ResourceLimit("limit", "", counted, free)));
    Plan plan = policy(SETTINGS).plan(limited, NOW_MILLIS, () -> false);
    return plan.jobs().stream().filter(job -> job.isDue(NOW_MILLIS)).count();
  }

  @Test
  void aJobThatIsTooLateWaitsForItsDeadlineToPass() {
    // The job is no over-estimate: from its submission on there was time enough.
    PlannedJob planned = job(plan(SETTINGS, nodes(1, 1), gang(slo("slo", 1, 30_000))), "slo");

    assertThat(planned.startMillis()).hasValue(NOW_MILLIS + 30_000);
    assertThat(planned.reason().code()).isEqualTo(Reason.Code.DEADLINE_OUT_OF_REACH);
  }

  private static Plan plan(
      ThreeSigmaSettings settings, ImmutableList<NodeView> nodes, JobView... jobs) {
    return policy(settings)
        .plan(ClusterSnapshot.of(nodes, ImmutableList.copyOf(jobs)), NOW_MILLIS, () -> false);
  }

  private static ThreeSigmaPolicy policy(ThreeSigmaSettings settings) {
    ThreeSigmaPolicy policy =
        new ThreeSigmaPolicy(
            ThreeSigmaVariant.THREE_SIGMA,
            settings,
            RuntimeSource.of(new TablePredictor(ESTIMATES)),
            new DefaultSolver());
    for (String name : ESTIMATES.keySet()) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              0, name, new JobFeatures("ann", name, "root.default"), JobGoal.BEST_EFFORT));
    }
    return policy;
  }

  private static PlannedJob job(Plan plan, String id) {
    return plan.jobs().stream().filter(job -> job.jobId().equals(id)).findFirst().orElseThrow();
  }

  private static ImmutableList<NodeView> nodes(int count, int free) {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int i = 0; i < count; i++) {
      nodes.add(node("n" + i, "", free));
    }
    return nodes.build();
  }

  private static NodeView node(String id, String nodeClass, int free) {
    return new NodeView(id, "", nodeClass, SLOT, free == 0 ? SLOT.minus(SLOT) : SLOT);
  }

  private static JobGoal goal(long untilMillis, String nodeClass) {
    return new JobGoal(
        OptionalLong.of(NOW_MILLIS + untilMillis),
        false,
        new NodePreference(ImmutableSet.of(nodeClass), 1.5));
  }

  private static JobView slo(String id, int tasks, long untilMillis) {
    return waiting(id, new JobGoal(OptionalLong.of(NOW_MILLIS + untilMillis), false), tasks);
  }

  private static JobView bestEffort(String id, int tasks) {
    return waiting(id, JobGoal.BEST_EFFORT, tasks);
  }

  private static JobView gang(JobView job) {
    return JobView.of(
        job.id(),
        new JobGoal(job.goal().deadlineMillis(), true),
        job.submitMillis(),
        job.asks(),
        job.running());
  }

  private static JobView waiting(String id, JobGoal goal, int tasks) {
    return JobView.of(
        id,
        goal,
        NOW_MILLIS - 100_000,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", SLOT, tasks)),
        ImmutableList.of());
  }

  /** A job with a task on each of the first nodes. */
  private static JobView running(String id, int tasks, long forMillis, boolean gang) {
    int first = id.equals("longer") ? 1 : 0;
    ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
    for (int i = first; i < first + tasks; i++) {
      running.add(
          new RunningTask(id + i, "n" + i, TaskAsk.Kind.TASK, "", SLOT, NOW_MILLIS - forMillis));
    }
    return JobView.of(
        id, new JobGoal(OptionalLong.empty(), gang), 0, ImmutableList.of(), running.build());
  }

  /** A best-effort job with one task. */
  private static JobView running(
      String id, String node, String partition, ResourceVector held, long forMillis) {
    RunningTask task =
        new RunningTask(id, node, TaskAsk.Kind.TASK, partition, held, NOW_MILLIS - forMillis);
    return JobView.of(id, JobGoal.BEST_EFFORT, 0, ImmutableList.of(), ImmutableList.of(task));
  }

  /** A job with a deadline that must start one such task now. */
  private static JobView slo(String partition, ResourceVector demand) {
    return JobView.of(
        "slo",
        new JobGoal(OptionalLong.of(NOW_MILLIS + 70_000), false),
        NOW_MILLIS - 100_000,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, partition, demand, 1)),
        ImmutableList.of());
  }

  private static NodeView full(String id, String partition, ResourceVector total) {
    return new NodeView(id, partition, total, total.minus(total));
  }

  /** The same job, of which the host forbids to stop anything. */
  private static JobView safe(JobView job) {
    return JobView.of(
        job.id(), job.goal(), 0, job.asks(), job.running(), ImmutableList.of(), false);
  }

  private static JobView runningOn(String node, String nodeClass, String id, long forMillis) {
    RunningTask task =
        new RunningTask(id, node, TaskAsk.Kind.TASK, "", nodeClass, SLOT, NOW_MILLIS - forMillis);
    return JobView.of(
        id,
        new JobGoal(OptionalLong.of(NOW_MILLIS + 999_000), false),
        0,
        ImmutableList.of(),
        ImmutableList.of(task));
  }
}
