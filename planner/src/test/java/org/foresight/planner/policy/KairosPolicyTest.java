package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.foresight.planner.policy.LasCluster.las;
import static org.foresight.planner.policy.LasCluster.statistics;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.foresight.planner.BetterNode;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.Plan;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.placement.Snapshots;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.junit.jupiter.api.Test;

class KairosPolicyTest {
  private static final long NOW_MILLIS = 100_000;
  private static final KairosSettings SETTINGS = KairosSettings.DEFAULT.withQueueBound(2);
  private static final JobGoal SLO = new JobGoal(OptionalLong.of(1_000_000), false);

  private final KairosPolicy policy = new KairosPolicy(SETTINGS);
  private final LasCluster cluster = new LasCluster();

  @Test
  void servesJobsInTheOrderOfSubmission() {
    cluster.add("late", 20, JobGoal.BEST_EFFORT, Snapshots.tasks(1));
    cluster.add("early", 10, JobGoal.BEST_EFFORT, Snapshots.tasks(1));

    assertThat(next(las("node", 4, 0, 0))).isEqualTo("early");
    assertThat(policy.plan(cluster, NOW_MILLIS, () -> false).summary())
        .isEqualTo("kairos: 2 jobs in the order of submission");
  }

  @Test
  void takesAsManyTasksAsCoresAndTheBoundOfTheQueue() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));

    assertThat(next(las("node", 4, 5, 0))).isEqualTo("job");
    assertThat(next(las("node", 4, 6, 0))).as("not N + Q + 1").isEqualTo("NOTHING_FITS");
  }

  @Test
  void overcommitsNoMemory() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView full = las("node", 4, 3, 0).withFree(ResourceVector.of(1_023, 3));

    assertThat(next(full)).isEqualTo("NOTHING_FITS");
  }

  @Test
  void doesNotOvercommitNodesThatSuspendNothing() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));

    assertThat(next(Snapshots.node("", 4, 1))).isEqualTo("job");
    assertThat(next(Snapshots.node("", 4, 0))).isEqualTo("NOTHING_FITS");
  }

  @Test
  void takesNoMoreTasksThatAreNeverSuspendedThanCores() {
    cluster.add("slo", 0, SLO, Snapshots.tasks(9));
    cluster.add("master", 1, JobGoal.BEST_EFFORT, Snapshots.master());

    assertThat(next(las("node", 4, 4, 3))).isEqualTo("slo");
    assertThat(next(las("node", 4, 4, 4))).isEqualTo("NOTHING_FITS");
    cluster.add("be", 2, JobGoal.BEST_EFFORT, Snapshots.tasks(1));
    assertThat(next(las("node", 4, 4, 4))).isEqualTo("be");
  }

  @Test
  void neverSuspendsServices() {
    JobGoal service =
        new JobGoal(
            OptionalLong.empty(),
            false,
            JobGoal.BEST_EFFORT.preference(),
            JobGoal.USUAL_VALUE,
            true,
            OptionalLong.empty());
    cluster.add("service", 0, service, Snapshots.tasks(1));

    Plan plan = policy.plan(cluster, NOW_MILLIS, () -> false);

    assertThat(plan.jobs().get(0).suspendable()).isFalse();
  }

  @Test
  void countsACoreForEachContainerWhereTheHostMindsMemoryAlone() {
    ResourceVector task = new ResourceVector(ImmutableLongArray.of(1_024));
    cluster.add(
        "job",
        0,
        JobGoal.BEST_EFFORT,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", task, 9)));
    ResourceVector memory = new ResourceVector(ImmutableLongArray.of(64_000));

    assertThat(next(new NodeView("node", "", "", memory, memory, statistics(4, 5, 0, 0, 0))))
        .isEqualTo("job");
    assertThat(next(new NodeView("node", "", "", memory, memory, statistics(4, 6, 0, 0, 0))))
        .isEqualTo("NOTHING_FITS");
  }

  @Test
  void asksTheNodeWithTheFewestTasksFirst() {
    assertThat(order(las("two", 4, 2, 0), las("none", 4, 0, 0), las("six", 4, 6, 0)))
        .containsExactly("none", "two", "six");
  }

  @Test
  void aNodeWithAFreeCoreComesBeforeOneWithout() {
    assertThat(order(las("small", 2, 2, 0), las("large", 16, 15, 0), las("full", 2, 3, 0)))
        .containsExactly("small", "large", "full");
    assertThat(order(Snapshots.node("", 4, 1), las("full", 2, 3, 0)))
        .containsExactly("node", "full");
  }

  @Test
  void ofEqualNodesTheOneComesFirstWhoseTasksDifferLeast() {
    NodeView even = las("even", statistics(4, 2, 0, 500, 1));
    NodeView uneven = las("uneven", statistics(4, 2, 0, 100, 90));

    assertThat(order(uneven, even)).containsExactly("even", "uneven");
    assertThat(order(TieRule.SUM, even, uneven)).containsExactly("uneven", "even");
  }

  @Test
  void drawsAmongEqualNodesAsTheirTasksRun() {
    List<String> firsts =
        Stream.iterate(0, i -> i + 1)
            .limit(64)
            .map(
                i ->
                    order(
                            TieRule.RANDOM,
                            las("a", statistics(4, 2, 0, i, 0)),
                            las("b", statistics(4, 2, 0, i + 0.5, 0)))
                        .get(0))
            .toList();

    assertThat(firsts.stream().filter("a"::equals).count()).isBetween(12L, 52L);
  }

  @Test
  void leavesANodeWhileThereIsABetterOneForTheJob() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView busy = las("busy", 4, 4, 0);
    cluster.have(busy, las("idle", 4, 1, 0));
    cluster.lastStart("job", NOW_MILLIS - 1_000);

    assertThat(next(busy)).isEqualTo("BETTER_NODE");
    assertThat(next(cluster.nodes().get(1))).isEqualTo("job");
    cluster.keepOrder();
    assertThat(next(busy)).as("the host sees to it").isEqualTo("job");
  }

  @Test
  void doesNotWaitForABetterNodeThatHasNoRoom() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView busy = las("busy", 4, 4, 0);
    cluster.have(busy, las("full", 4, 1, 0).withFree(ResourceVector.of(100, 5)));
    cluster.lastStart("job", NOW_MILLIS - 1_000);

    assertThat(next(busy)).isEqualTo("job");
  }

  @Test
  void doesNotWaitLongForABetterNode() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView busy = las("busy", 4, 4, 0);
    cluster.have(busy, las("idle", 4, 1, 0));
    cluster.lastStart("job", NOW_MILLIS - BetterNode.PATIENCE_MILLIS);

    assertThat(next(busy)).isEqualTo("job");
  }

  @Test
  void doesNotLookAtAllNodesOfALargeClusterForABetterOne() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(9));
    NodeView busy = las("busy", 4, 4, 0);
    List<NodeView> full =
        new ArrayList<>(Collections.nCopies(BetterNode.MOST_CANDIDATES, las("full", 4, 6, 0)));
    full.add(las("idle", 4, 1, 0));
    cluster.have(full.toArray(NodeView[]::new));
    cluster.lastStart("job", NOW_MILLIS - 1_000);

    assertThat(next(busy)).isEqualTo("job");
  }

  @Test
  void hearsThatAJobWaitsAgain() {
    cluster.add("job", 0, JobGoal.BEST_EFFORT, Snapshots.tasks(1));
    NodeView node = las("node", 4, 0, 0);
    Dispatcher dispatcher =
        policy.dispatcher(
            policy.plan(cluster, NOW_MILLIS, () -> false), NodeAdmission.WHAT_RUNS_AT_ONCE);
    JobView job = cluster.waiting().remove(0);
    assertThat(dispatcher.next(node, cluster, NOW_MILLIS)).isInstanceOf(Decision.Hold.class);

    cluster.waiting().add(job);
    dispatcher.waitsAgain("job");

    assertThat(dispatcher.next(node, cluster, NOW_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void saysThatNothingWaits() {
    assertThat(next(las("node", 4, 0, 0))).isEqualTo("NOTHING_WAITS");
  }

  @Test
  void itsSettingsMakeSense() {
    assertThat(KairosSettings.DEFAULT.las(8, LasSettings.Service.MEASURED))
        .isEqualTo(new LasSettings(8, 50_000, 3, 1, LasSettings.Service.MEASURED));
    assertThat(SETTINGS.withMinimumShare(0).withQuantumMillis(7).withTieRule(TieRule.SUM))
        .isEqualTo(new KairosSettings(7, 2, TieRule.SUM, 3, 1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SETTINGS.withQueueBound(-1))
        .withMessage("The queueBound (-1) must not be negative.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SETTINGS.withMinimumShare(1))
        .withMessage("The minimumShare (1.0) must be at least 0 and below 1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SETTINGS.withQuantumMillis(0))
        .withMessageContaining("quantumMillis (0)");
  }

  /** The job that starts, or the code of the reason why none does. */
  private String next(NodeView node) {
    Plan plan = policy.plan(cluster, NOW_MILLIS, () -> false);
    Decision decision =
        policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE).next(node, cluster, NOW_MILLIS);
    return decision instanceof Decision.Start start
        ? start.jobId()
        : decision.reason().code().name();
  }

  private List<String> order(NodeView... nodes) {
    return order(TieRule.VARIANCE, nodes);
  }

  private static List<String> order(TieRule rule, NodeView... nodes) {
    NodeOrder order = new KairosPolicy(SETTINGS.withTieRule(rule)).nodeOrder().orElseThrow();
    return Stream.of(nodes).sorted(Comparator.comparing(order::rank)).map(NodeView::id).toList();
  }
}
