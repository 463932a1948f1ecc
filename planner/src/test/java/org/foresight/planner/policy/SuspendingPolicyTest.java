package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.policy.LasCluster.las;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.BetterNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.placement.Snapshots;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies that know nothing of nodes that let tasks take turns, on such nodes. */
class SuspendingPolicyTest {
  private static final long NOW_MILLIS = 100_000;
  private static final JobGoal SLO = new JobGoal(OptionalLong.of(1_000_000), false);

  private final LasCluster cluster = new LasCluster();

  /** How long the best-effort job runs beside which an urgent one comes. */
  private long taskRuntimeMillis = 3_600_000;

  @Test
  void bestEffortTasksMayBeSuspendedAndOthersMayNot() {
    cluster.have(las("node", 4, 0, 0));
    cluster.add("be", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(1));
    cluster.add("slo", 1, SLO, Snapshots.tasks(1));
    cluster.add("gang", 2, new JobGoal(OptionalLong.empty(), true), Snapshots.tasks(1));

    assertThat(plan(fifo(0)).jobs())
        .filteredOn(PlannedJob::suspendable)
        .extracting(PlannedJob::jobId)
        .containsExactly("be");
  }

  @Test
  void nothingChangesWhereNoNodeSuspends() {
    cluster.have(Snapshots.node("", 4, 1));
    cluster.add("be", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));

    assertThat(plan(fifo(4)))
        .isEqualTo(new FifoPolicy("fifo").plan(cluster, NOW_MILLIS, () -> false));
    assertThat(next(fifo(4), Snapshots.node("", 4, 1))).isEqualTo("be");
    assertThat(next(fifo(4), Snapshots.node("", 4, 0))).isEqualTo("NOTHING_FITS");
  }

  @Test
  void bestEffortTasksWaitForAFreeCoreOrTakeTurnsUpToTheBound() {
    cluster.add("be", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));

    cluster.have(las("node", 4, 3, 0));
    assertThat(next(fifo(0), las("node", 4, 3, 0))).isEqualTo("be");
    assertThat(next(fifo(0), las("node", 4, 4, 0))).isEqualTo("NOTHING_FITS");
    assertThat(next(fifo(1), las("node", 4, 4, 0))).isEqualTo("be");
    assertThat(next(fifo(1), las("node", 4, 5, 0))).isEqualTo("NOTHING_FITS");
  }

  @Test
  void hostsThatKeepTheOrderAreToldWhenNoNodeBehindTakesAnythingEither() {
    cluster.add("be", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView full = las("node", 4, 5, 0);
    cluster.have(full);

    assertThat(scope(fifo(1), full)).isEqualTo(Decision.Hold.Scope.NODE);
    cluster.keepOrder();
    assertThat(scope(fifo(1), full)).isEqualTo(Decision.Hold.Scope.CLUSTER);

    // What does not fit for its memory alone may fit on a node behind.
    NodeView small =
        new NodeView(
            "small", "", "", full.total(), ResourceVector.of(0, 2), las("", 4, 4, 0).las());
    assertThat(scope(fifo(1), small)).isEqualTo(Decision.Hold.Scope.NODE);

    // For one that makes others wait there may be room behind.
    cluster.add("slo", 0, SLO, Snapshots.tasks(9));
    assertThat(scope(fifo(1), las("node", 4, 5, 4))).isEqualTo(Decision.Hold.Scope.NODE);
  }

  private Decision.Hold.Scope scope(SchedulingPolicy policy, NodeView node) {
    Decision decision =
        policy
            .dispatcher(plan(policy), NodeAdmission.WHAT_RUNS_AT_ONCE)
            .next(node, cluster, NOW_MILLIS);
    return ((Decision.Hold) decision).scope();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void jobsWithDeadlinesStartWhereBestEffortTasksMakeWay(int queueBound) {
    cluster.have(las("node", 4, 4, 0));
    cluster.add("slo", 0, SLO, Snapshots.tasks(9));

    assertThat(next(fifo(queueBound), las("node", 4, 4, 3))).isEqualTo("slo");
    assertThat(next(fifo(queueBound), las("node", 4, 4, 4)))
        .as("cores for four that are never suspended")
        .isEqualTo("NOTHING_FITS");
  }

  @Test
  void withoutSuspensionANodeRunsNoMoreThanItHasCoresFor() {
    cluster.add("be", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    SchedulingPolicy fifo = new FifoPolicy("fifo");

    assertThat(next(fifo, las("node", 4, 3, 3))).isEqualTo("be");
    assertThat(next(fifo, las("node", 4, 4, 4))).isEqualTo("NOTHING_FITS");
    assertThat(next(fifo, las("node", 4, 4, 0)))
        .as("nor where tasks may be suspended that started under another policy")
        .isEqualTo("NOTHING_FITS");
  }

  @Test
  void aNodeWithAFreeCoreIsWorthAWait() {
    NodeView busy = las("busy", 4, 4, 0);
    NodeView idle = las("idle", 4, 1, 0);
    cluster.have(busy, idle);
    cluster.add("slo", 0, SLO, Snapshots.tasks(9));

    assertThat(next(fifo(0), busy)).as("it came long ago").isEqualTo("slo");
    cluster.lastStart("slo", NOW_MILLIS - 1_000);
    assertThat(next(fifo(0), busy)).isEqualTo("BETTER_NODE");
    assertThat(next(fifo(0), idle)).isEqualTo("slo");
    cluster.lastStart("slo", NOW_MILLIS - BetterNode.PATIENCE_MILLIS);
    assertThat(next(fifo(0), busy)).as("but not a long one").isEqualTo("slo");
  }

  @Test
  void soItIsForTheFirstTask() {
    NodeView busy = las("busy", 4, 4, 0);
    cluster.have(busy, las("idle", 4, 1, 0));
    cluster.add("slo", NOW_MILLIS - 1_000, SLO, Snapshots.tasks(1));

    assertThat(next(fifo(0), busy)).isEqualTo("BETTER_NODE");
  }

  @Test
  void afterItsDeadlineAJobMakesWayLikeOthers() {
    cluster.have(las("node", 4, 0, 0));
    cluster.add("late", 0, new JobGoal(OptionalLong.of(NOW_MILLIS), false), Snapshots.tasks(1));

    assertThat(plan(fifo(0)).jobs()).allMatch(PlannedJob::suspendable);
  }

  @Test
  void coresOfBestEffortTasksAreFreeToThePlanOfJobsWithDeadlinesAndTheirMemoryIsNot() {
    assertThat(startOfUrgentJob(32_000, 4)).hasValue(NOW_MILLIS);
    assertThat(startOfUrgentJob(0, 4))
        .as("all memory is held")
        .isNotEqualTo(OptionalLong.of(NOW_MILLIS));
  }

  @Test
  void coresAreHeldWhereTheHostTakesNoMoreContainers() {
    taskRuntimeMillis = 60_000;

    OptionalLong start = startOfUrgentJob(32_000, 0);

    assertThat(start).as("when they come back").isPresent();
    assertThat(start.getAsLong()).isGreaterThan(NOW_MILLIS);
  }

  /**
   * Beside a best-effort job that has all cores.
   *
   * @param freeVcores how many virtual cores more the host would book
   */
  private OptionalLong startOfUrgentJob(long freeMemory, int freeVcores) {
    NodeView node =
        new NodeView(
            "node",
            "",
            "",
            ResourceVector.of(64_000, 4 + freeVcores),
            ResourceVector.of(freeMemory, freeVcores),
            LasCluster.statistics(4, 4, 0, 0, 0));
    cluster.have(node);
    cluster.waiting().clear();
    cluster
        .waiting()
        .add(
            JobView.of(
                "long",
                JobGoal.BEST_EFFORT,
                0,
                ImmutableList.of(),
                Snapshots.running(4, NOW_MILLIS)));
    cluster.add(
        "urgent", 1, new JobGoal(OptionalLong.of(NOW_MILLIS + 240_000), false), Snapshots.tasks(4));
    PolicyContext context =
        new PolicyContext(
                ThreeSigmaSettings.DEFAULT,
                (id, features) ->
                    Optional.of(
                        id.equals("long")
                            ? TablePredictor.exactly(taskRuntimeMillis)
                            : TablePredictor.exactly(60_000)),
                new LagrangianSolver(),
                Optional.empty(),
                Optional.empty())
            .suspending(true);
    SchedulingPolicy policy = Policies.create(ForesightPolicy.NAME, context);
    for (JobView job : cluster.jobs()) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              job.submitMillis(), job.id(), new JobFeatures("ada", job.id(), ""), job.goal()));
    }
    return plan(policy).jobs().stream()
        .filter(job -> job.jobId().equals("urgent"))
        .findFirst()
        .orElseThrow()
        .startMillis();
  }

  private static SchedulingPolicy fifo(int queueBound) {
    return new SuspendingPolicy(
        new FifoPolicy("fifo"), KairosSettings.DEFAULT.withQueueBound(queueBound));
  }

  private Plan plan(SchedulingPolicy policy) {
    return policy.plan(cluster, NOW_MILLIS, () -> false);
  }

  /** The job that starts, or the code of the reason why none does. */
  private String next(SchedulingPolicy policy, NodeView node) {
    Decision decision =
        policy
            .dispatcher(plan(policy), NodeAdmission.WHAT_RUNS_AT_ONCE)
            .next(node, cluster, NOW_MILLIS);
    return decision instanceof Decision.Start start
        ? start.jobId()
        : decision.reason().code().name();
  }
}
