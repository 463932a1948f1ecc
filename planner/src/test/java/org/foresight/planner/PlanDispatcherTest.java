package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The dispatch that every policy inherits. */
class PlanDispatcherTest {

  private static final long NOW_MILLIS = 1_000;
  private static final NodeView NODE = Snapshots.node("", 4, 2);
  private static final Reason NOTHING_FITS =
      new Reason(Reason.Code.NOTHING_FITS, "No due job has a container that fits here.");
  private static final Reason NOTHING_WAITS =
      new Reason(Reason.Code.NOTHING_WAITS, "No due job waits for anything.");

  private final LiveView view = new LiveView();

  @Test
  void startsTheFirstJobOfThePlanWithThePlansReason() {
    view.add("a", 0, Snapshots.tasks(1));
    view.add("b", 0, Snapshots.tasks(1));

    assertThat(next(due("b", 1), due("a", 1))).isEqualTo(start("b"));
  }

  @Test
  void aJobOfMoreThanItsParallelismWaits() {
    view.add("full", 2, Snapshots.tasks(3));
    view.add("behind", 1, Snapshots.tasks(1));

    assertThat(next(due("full", 2), due("behind", 2))).isEqualTo(start("behind"));
    assertThat(next(due("full", 3), due("behind", 2))).isEqualTo(start("full"));
  }

  @Test
  void aJobStartsNotBeforeItsTime() {
    view.add("a", 0, Snapshots.tasks(1));

    assertThat(next(planned("a", OptionalLong.of(NOW_MILLIS + 1), 1, false)))
        .isEqualTo(nothingWaits());
    assertThat(next(planned("a", OptionalLong.of(NOW_MILLIS), 1, false))).isEqualTo(start("a"));
    assertThat(next(planned("a", OptionalLong.empty(), 0, false))).isEqualTo(nothingWaits());
  }

  @Test
  void whatDoesNotFitLetsTheNextOneGo() {
    view.add("large", 0, ask(TaskAsk.Kind.TASK, "", ResourceVector.of(100, 3)));
    view.add("small", 0, Snapshots.tasks(1));

    assertThat(next(due("large", 1), due("small", 1))).isEqualTo(start("small"));
    assertThat(next(due("large", 1))).isEqualTo(hold());
  }

  @Test
  void ofSeveralAsksAnyThatFitsWillDo() {
    view.add(
        "a",
        0,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(100, 3), 1),
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 1)));

    assertThat(next(due("a", 1))).isEqualTo(start("a"));
  }

  @Test
  void whatThePlanHoldsBackStartsAfterAllOthersInThePlansOrder() {
    view.add("sampled", 1, Snapshots.tasks(3));
    view.add("also", 1, Snapshots.tasks(3));
    view.add("other", 5, Snapshots.tasks(1));
    PlannedJob other = sharing("other", 1);

    assertThat(next(due("sampled", 9).holding(3), due("also", 9).holding(3), other))
        .isEqualTo(start("other"));
    view.add("other", 6, ImmutableList.of());
    assertThat(next(due("sampled", 9).holding(3), due("also", 9).holding(3), other))
        .isEqualTo(start("sampled"));
  }

  @Test
  void aJobThatWaitsForMoreThanIsHeldBackStartsInItsTurn() {
    view.add("sampled", 1, Snapshots.tasks(4));
    view.add("other", 0, Snapshots.tasks(1));

    assertThat(next(due("sampled", 9).holding(3), due("other", 9))).isEqualTo(start("sampled"));
  }

  @Test
  void aJobThatWaitsAgainIsSeenOnceThatIsSaid() {
    view.add("idle", 0, ImmutableList.of());
    view.add("held", 0, Snapshots.tasks(3));
    Dispatcher dispatcher =
        Dispatcher.inOrder(plan(due("idle", 1), due("held", 9).holding(3), due("unknown", 1)));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("held"));

    view.add("idle", 0, Snapshots.tasks(1));
    dispatcher.waitsAgain("idle");
    dispatcher.waitsAgain("in no plan");
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("idle"));

    view.add("idle", 1, ImmutableList.of());
    view.add("held", 0, Snapshots.tasks(4));
    view.add("unknown", 0, Snapshots.tasks(1));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("unknown"));
    dispatcher.waitsAgain("held");
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("held"));
  }

  @Test
  void whoUsesTheLeastOfItsShareIsFoundByWhatRunsNow() {
    view.add("a", 4, Snapshots.tasks(9));
    view.add("b", 5, Snapshots.tasks(9));
    view.add("c", 6, Snapshots.tasks(9));
    Dispatcher dispatcher =
        Dispatcher.inOrder(plan(sharing("a", 1), sharing("b", 1), sharing("c", 1)));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("a"));

    view.add("a", 7, Snapshots.tasks(8));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("b"));
    view.remove("b");
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("c"));
    view.add("b", 0, Snapshots.tasks(1));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("b"));
  }

  @Test
  void saysOfTasksAloneThatTheyMayBeSuspended() {
    view.add("task", 0, Snapshots.tasks(1));
    view.add("master", 0, Snapshots.master());

    assertThat(next(due("task", 1).suspendable(true)))
        .isEqualTo(new Decision.Start("task", true, reason("task")));
    assertThat(next(due("task", 1))).isEqualTo(start("task"));
    assertThat(next(due("master", 1).suspendable(true))).isEqualTo(start("master"));
  }

  @Test
  void anApplicationMasterIsNotHeldBack() {
    view.add("sampled", 0, Snapshots.master());
    view.add("other", 0, Snapshots.tasks(1));

    assertThat(next(due("sampled", 9).holding(3), due("other", 9))).isEqualTo(start("sampled"));
  }

  @Test
  void aTaskOfAnotherPartitionDoesNotStartHere() {
    view.add("gpu", 0, ask(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK));

    assertThat(next(due("gpu", 1))).isEqualTo(hold());
    assertThat(
            Dispatcher.inOrder(plan(due("gpu", 1)))
                .next(Snapshots.node("gpu", 1, 1), view, NOW_MILLIS))
        .isEqualTo(start("gpu"));
  }

  @Test
  void whatIsGoneOrIsNotInThePlanOrAsksForNothingIsPassedOver() {
    view.add("new", 0, Snapshots.tasks(1));
    view.add("idle", 0, ImmutableList.of());

    assertThat(next(due("gone", 1), due("idle", 1))).isEqualTo(nothingWaits());
    assertThat(Dispatcher.inOrder(Plan.empty(0)).next(NODE, view, NOW_MILLIS))
        .isEqualTo(nothingWaits());
  }

  @Test
  void aJobMayCeaseToWaitWhileItIsLookedAt() {
    List<ImmutableList<TaskAsk>> answers =
        new ArrayList<>(List.of(Snapshots.tasks(1), ImmutableList.of(), ImmutableList.of()));
    DispatchView.DispatchableJob served =
        new DispatchView.DispatchableJob() {
          @Override
          public ImmutableList<TaskAsk> asks() {
            return answers.remove(0);
          }

          @Override
          public int runningTasks() {
            return 0;
          }
        };
    DispatchView one =
        new DispatchView() {
          @Override
          public DispatchableJob job(String jobId) {
            return served;
          }

          @Override
          public ImmutableList<NodeView> nodes() {
            return ImmutableList.of(NODE);
          }
        };

    Decision decision = Dispatcher.inOrder(plan(due("a", 1))).next(NODE, one, NOW_MILLIS);

    assertThat(decision).isEqualTo(start("a")); // YARN tells that there was nothing to start.
  }

  @Test
  void theApplicationMasterOfAGangStartsBeforeThereIsRoomForItsTasks() {
    view.add("gang", 0, Snapshots.master());

    assertThat(next(planned("gang", OptionalLong.of(0), 9, true))).isEqualTo(start("gang"));
  }

  @Test
  void aGangStartsOnlyWhenAllOfItFitsAtOnce() {
    view.add("gang", 0, Snapshots.tasks(4));
    PlannedJob gang = planned("gang", OptionalLong.of(0), 4, true);

    view.nodes = ImmutableList.of(NODE, Snapshots.node("", 4, 1), Snapshots.node("gpu", 4, 4));
    assertThat(next(gang)).isEqualTo(hold());
    view.nodes = ImmutableList.of(NODE, Snapshots.node("", 4, -3), Snapshots.node("", 4, 2));
    assertThat(next(gang)).isEqualTo(start("gang"));
  }

  /** Such as one that was made when it still waited for its application master. */
  @Test
  void aGangDoesNotBeginByAPlanThatKnewOfAPartOfIt() {
    view.add("gang", 0, Snapshots.tasks(4));
    view.nodes = ImmutableList.of(NODE, Snapshots.node("", 16, 16));

    assertThat(next(planned("gang", OptionalLong.of(0), 1, true))).isEqualTo(hold());
  }

  @Test
  void aGangOfTwoSizesStartsOnlyWhenBothFitAtOnce() {
    view.add(
        "gang",
        0,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 1),
            new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(4 * 1_024, 1), 2)));
    PlannedJob gang = planned("gang", OptionalLong.of(0), 3, true);

    view.nodes = ImmutableList.of(node("a", "", 4), node("b", "", 4));
    assertThat(next(gang)).isEqualTo(hold());
    view.nodes = ImmutableList.of(node("a", "", 4), node("b", "", 4), node("c", "", 1));
    assertThat(next(gang)).isEqualTo(start("gang"));
  }

  @Test
  void aGangInTwoPartitionsStartsWhenThereIsRoomInBoth() {
    view.add(
        "gang",
        0,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 1),
            new TaskAsk(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK, 3)));
    PlannedJob gang = planned("gang", OptionalLong.of(0), 4, true);

    view.nodes = ImmutableList.of(node("a", "", 1), node("b", "gpu", 2));
    assertThat(next(gang)).isEqualTo(hold());
    view.nodes = ImmutableList.of(node("a", "", 1), node("b", "gpu", 3));
    assertThat(next(gang)).isEqualTo(start("gang"));
  }

  /** The workers need the node with the cores, which the server with much memory must leave. */
  @Test
  void aGangOfWhichEachSizeIsLargestInSomethingStartsWhereItFits() {
    view.add(
        "gang",
        0,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(8_192, 1), 1),
            new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(4_096, 4), 2)));
    view.nodes =
        ImmutableList.of(
            new NodeView("a", "", ResourceVector.of(8_192, 8), ResourceVector.of(8_192, 8)),
            new NodeView("b", "", ResourceVector.of(8_192, 1), ResourceVector.of(8_192, 1)));
    PlannedJob gang = planned("gang", OptionalLong.of(0), 3, true);

    assertThat(Dispatcher.inOrder(plan(gang)).next(view.nodes.get(1), view, NOW_MILLIS))
        .isEqualTo(start("gang"));
  }

  private static NodeView node(String id, String partition, int tasks) {
    ResourceVector room = ResourceVector.of(1_024L * tasks, tasks);
    return new NodeView(id, partition, room, room);
  }

  @Test
  void aGangThatHasBegunGoesOn() {
    view.add("gang", 1, Snapshots.tasks(3));
    view.nodes = ImmutableList.of(NODE);

    assertThat(next(planned("gang", OptionalLong.of(0), 4, true))).isEqualTo(start("gang"));
  }

  @Test
  void aGangThatHasBegunGoesBeforeJobsAheadOfItInThePlan() {
    view.add("ahead", 0, Snapshots.tasks(3));
    view.add("gang", 1, Snapshots.tasks(3));
    PlannedJob gang = planned("gang", OptionalLong.of(0), 4, true);

    assertThat(next(due("ahead", 3), gang)).isEqualTo(start("gang"));
  }

  @Test
  void asksNoMoreForWhatWaitsForNothing() {
    view.add("done", 0, ImmutableList.of());
    view.add("waits", 0, Snapshots.tasks(1));
    Dispatcher dispatcher =
        Dispatcher.inOrder(plan(due("gone", 1), due("done", 1), due("waits", 1)));

    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("waits"));
    view.asked.clear();
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("waits"));
    assertThat(view.asked).containsExactly("gone", "waits"); // What was gone may be shown again.
  }

  @Test
  void jobsThatWaitInAnotherPartitionCostNothingHere() {
    view.add("gpu", 0, ask(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK));
    view.add("held", 0, ask(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK));
    view.add("here", 0, Snapshots.tasks(1));
    Dispatcher dispatcher =
        Dispatcher.inOrder(plan(due("gpu", 1), due("held", 9).holding(1), due("here", 1)));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("here"));
    view.add("here", 0, ask(TaskAsk.Kind.TASK, "", ResourceVector.of(100, 3))); // It fits not.

    view.asked.clear();
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(hold());
    assertThat(view.asked).containsExactly("here");

    NodeView gpuNode = Snapshots.node("gpu", 1, 1);
    assertThat(dispatcher.next(gpuNode, view, NOW_MILLIS)).isEqualTo(start("gpu"));
    view.add("gpu", 1, ImmutableList.of());
    assertThat(dispatcher.next(gpuNode, view, NOW_MILLIS)).isEqualTo(start("held"));
  }

  @Test
  void aJobThatAsksInAnotherPartitionNextIsSeenThereOnceThatIsSaid() {
    view.add("moves", 0, ask(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK));
    view.add(
        "both",
        1,
        ImmutableList.of(
            new TaskAsk(TaskAsk.Kind.TASK, "gpu", Snapshots.TASK, 1),
            new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, 1)));
    Dispatcher dispatcher = Dispatcher.inOrder(plan(due("moves", 1), due("both", 2)));
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("both"));

    view.add("moves", 0, Snapshots.tasks(1));
    dispatcher.waitsAgain("moves");
    assertThat(dispatcher.next(NODE, view, NOW_MILLIS)).isEqualTo(start("moves"));
  }

  @Test
  void aJobThatRunsItsShareComesAfterTheOthers() {
    view.add("full", 2, Snapshots.tasks(3));
    view.add("behind", 1, Snapshots.tasks(1));

    assertThat(next(sharing("full", 2.9), sharing("behind", 2))).isEqualTo(start("behind"));
    assertThat(next(sharing("full", 3), sharing("behind", 2))).isEqualTo(start("full"));
  }

  @Test
  void beyondAllSharesTheSmallestMultipleOfItsShareGoesFirst() {
    view.add("none", 0, Snapshots.tasks(1));
    view.add("twice", 4, Snapshots.tasks(1));
    view.add("once", 3, Snapshots.tasks(1));
    view.add("large", 0, ask(TaskAsk.Kind.TASK, "", ResourceVector.of(100, 3)));

    assertThat(next(sharing("none", 0), sharing("twice", 2), sharing("once", 3)))
        .isEqualTo(start("once"));
    assertThat(next(sharing("large", 5), sharing("none", 0))).isEqualTo(start("none"));
  }

  @Test
  void theApplicationMasterIsWithinEveryShare() {
    view.add("first", 0, Snapshots.tasks(1));
    view.add("new", 0, Snapshots.master());

    assertThat(next(sharing("first", 0), sharing("new", 0))).isEqualTo(start("new"));
  }

  @Test
  void theSmallestPartOfItsShareGoesFirstEvenWithinShares() {
    view.add("half", 2, Snapshots.tasks(3));
    view.add("third", 1, Snapshots.tasks(3));
    Plan plan = plan(sharing("half", 4), sharing("third", 3));

    assertThat(
            Dispatcher.smallestPartFirst(plan, NodeAdmission.WHAT_RUNS_AT_ONCE)
                .next(NODE, view, NOW_MILLIS))
        .isEqualTo(start("third"));
    assertThat(Dispatcher.inOrder(plan).next(NODE, view, NOW_MILLIS)).isEqualTo(start("half"));
  }

  @Test
  void aShareBelowNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sharing("a", -0.1))
        .withMessage("The share (-0.1) of job (a) must not be negative.");
  }

  private Decision next(PlannedJob... jobs) {
    return Dispatcher.inOrder(plan(jobs)).next(NODE, view, NOW_MILLIS);
  }

  private static Plan plan(PlannedJob... jobs) {
    return new Plan(0, ImmutableList.copyOf(jobs), "by hand");
  }

  private static PlannedJob due(String jobId, int parallelism) {
    return planned(jobId, OptionalLong.of(0), parallelism, false);
  }

  private static PlannedJob sharing(String jobId, double share) {
    return new PlannedJob(jobId, OptionalLong.of(0), 9, share, false, reason(jobId));
  }

  private static PlannedJob planned(
      String jobId, OptionalLong startMillis, int parallelism, boolean gang) {
    return new PlannedJob(jobId, startMillis, parallelism, gang, reason(jobId));
  }

  private static Reason reason(String jobId) {
    return new Reason(Reason.Code.PLANNED_START, "The reason of " + jobId + ".");
  }

  private static Decision start(String jobId) {
    return new Decision.Start(jobId, reason(jobId));
  }

  private static Decision hold() {
    return new Decision.Hold(Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM, NOTHING_FITS);
  }

  private static Decision nothingWaits() {
    return new Decision.Hold(Decision.Hold.Scope.CLUSTER, NOTHING_WAITS);
  }

  private static ImmutableList<TaskAsk> ask(
      TaskAsk.Kind kind, String partition, ResourceVector demand) {
    return ImmutableList.of(new TaskAsk(kind, partition, demand, 1));
  }

  private record LiveJob(ImmutableList<TaskAsk> asks, int runningTasks)
      implements DispatchView.DispatchableJob {}

  private static final class LiveView implements DispatchView {
    private final Map<String, LiveJob> jobs = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private ImmutableList<NodeView> nodes = ImmutableList.of();

    void add(String jobId, int runningTasks, ImmutableList<TaskAsk> asks) {
      jobs.put(jobId, new LiveJob(asks, runningTasks));
    }

    void remove(String jobId) {
      jobs.remove(jobId);
    }

    @Override
    public @Nullable DispatchableJob job(String jobId) {
      asked.add(jobId);
      return jobs.get(jobId);
    }

    @Override
    public ImmutableList<NodeView> nodes() {
      return nodes;
    }
  }
}
