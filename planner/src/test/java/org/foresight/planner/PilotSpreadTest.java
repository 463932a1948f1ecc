package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.junit.jupiter.api.Test;

/** Where the dispatch starts the pilots of a job. */
class PilotSpreadTest {

  private static final String JOB = "job";
  private static final long START_MILLIS = 1_000;
  private static final int MANY = 100;

  private final Cluster cluster = new Cluster();

  @Test
  void aPilotLeavesANodeThatHasOneForOneThatHasNone() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    cluster.add("b", "", 4);

    assertThat(cluster.next("a", 10, START_MILLIS))
        .isEqualTo(
            new Decision.Hold(
                Decision.Hold.Scope.NODE,
                new Reason(
                    Reason.Code.PILOTS_FIRST,
                    "What fits here are pilots, and there is room for them where fewer of their"
                        + " job's tasks run.")));
    assertThat(cluster.next("b", 10, START_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void ofNodesWithAsManyTheClassWithTheFewestIsPreferred() {
    cluster.add("fast-1", "fast", 4);
    cluster.run("fast-1", 1);
    cluster.add("fast-2", "fast", 4);
    cluster.add("slow", "slow", 4);

    assertThat(cluster.next("fast-2", 10, START_MILLIS)).isInstanceOf(Decision.Hold.class);
    assertThat(cluster.next("slow", 10, START_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void aPilotTakesWhatThereIsWhereNoOtherNodeHasRoom() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    cluster.add("full", "", 0);

    assertThat(cluster.next("a", 10, START_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void aNodeOnWhichTheJobMayNotRunIsNotWaitedFor() {
    cluster.add("a", "good", 4);
    cluster.run("a", 1);
    cluster.add("b", "bad", 4);

    Dispatcher dispatcher = Dispatcher.inOrder(plan(planned(10).on(ImmutableSet.of("good"))));

    assertThat(dispatcher.next(cluster.node("a"), cluster, START_MILLIS))
        .isInstanceOf(Decision.Start.class);
  }

  @Test
  void aPilotThatWaitsForABetterNodeInVainTakesAny() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    cluster.add("never-offered", "", 4);
    long inVainMillis = START_MILLIS + BetterNode.PATIENCE_MILLIS;

    assertThat(cluster.next("a", 10, inVainMillis - 1)).isInstanceOf(Decision.Hold.class);
    assertThat(cluster.next("a", 10, inVainMillis)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void tasksOfAJobThatIsNotHeldGoAnywhere() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    cluster.add("b", "", 4);

    assertThat(cluster.next("a", 0, START_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void heldTasksTakeTheRoomThatNobodyElseCanUse() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    cluster.add("b", "", 4);

    assertThat(cluster.next("a", MANY, START_MILLIS)).isInstanceOf(Decision.Start.class);
  }

  @Test
  void ofALargeClusterOnlySomeNodesAreLookedAt() {
    cluster.add("a", "", 4);
    cluster.run("a", 1);
    for (int node = 0; node < 2 * BetterNode.MOST_CANDIDATES; node++) {
      cluster.add("full-" + node, "", 0);
    }
    AtomicInteger looked = new AtomicInteger();

    boolean allowed =
        new PilotSpread(cluster.job(JOB))
            .allows(
                cluster.node("a"),
                cluster::nodes,
                node -> looked.incrementAndGet() < 0,
                START_MILLIS);

    assertThat(allowed).isTrue();
    assertThat(looked.get()).isPositive().isLessThanOrEqualTo(BetterNode.MOST_CANDIDATES);
  }

  @Test
  void aJobThatRunsEnoughTasksIsSpreadAlready() {
    cluster.add("a", "", 4 * PilotSpread.ENOUGH_TASKS);
    cluster.run("a", PilotSpread.ENOUGH_TASKS);
    cluster.add("b", "", 4);

    assertThat(
            new PilotSpread(cluster.job(JOB))
                .allows(
                    cluster.node("a"),
                    () -> {
                      throw new AssertionError("nothing is to be looked at");
                    },
                    node -> true,
                    START_MILLIS))
        .isTrue();
  }

  /** Whatever the order in which nodes report: all pilots start, and none crowd on a node. */
  @Property
  void onEmptyNodesPilotsLieAsEvenlyAsTheyCan(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 4) Integer> rooms,
      @ForAll @IntRange(min = 1, max = 12) int pilots,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 0, max = 7) Integer> reports) {
    Cluster empty = new Cluster();
    int room = 0;
    for (int node = 0; node < rooms.size(); node++) {
      empty.add("node" + node, "class" + node % 2, rooms.get(node));
      room += rooms.get(node);
    }
    int started = 0;
    int wanted = Math.min(pilots, room);
    for (int report = 0; started < wanted && report < rooms.size() * MANY; report++) {
      // Some report again and again, all of them some time.
      int node =
          report % 2 == 0
              ? reports.get(report / 2 % reports.size()) % rooms.size()
              : report / 2 % rooms.size();
      String id = "node" + node;
      if (empty.next(id, MANY - pilots, START_MILLIS) instanceof Decision.Start) {
        empty.run(id, 1);
        started++;
      }
    }

    assertThat(started).isEqualTo(wanted);
    for (String one : empty.rooms.keySet()) {
      for (String other : empty.rooms.keySet()) {
        boolean couldTakeMore = empty.rooms.get(other) > empty.running(other);
        assertThat(couldTakeMore && empty.running(one) > empty.running(other) + 1)
            .as("%s crowded beside %s", one, other)
            .isFalse();
      }
    }
  }

  private static PlannedJob planned(int heldTasks) {
    return new PlannedJob(
            JOB,
            OptionalLong.of(0),
            Integer.MAX_VALUE,
            false,
            new Reason(Reason.Code.PILOTS_FIRST, "a test says so"))
        .holding(heldTasks);
  }

  private static Plan plan(PlannedJob planned) {
    return new Plan(0, ImmutableList.of(planned), "a test's plan");
  }

  /** Nodes, and a job that waits for {@link #MANY} tasks beside those that run. */
  private static final class Cluster implements DispatchView {
    private final Map<String, Integer> rooms = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();
    private final List<String> tasks = new ArrayList<>();

    void add(String node, String nodeClass, int room) {
      rooms.put(node, room);
      classes.put(node, nodeClass);
    }

    void run(String node, int count) {
      for (int i = 0; i < count; i++) {
        tasks.add(node);
      }
    }

    int running(String node) {
      return (int) tasks.stream().filter(node::equals).count();
    }

    Decision next(String node, int heldTasks, long nowMillis) {
      return Dispatcher.inOrder(plan(planned(heldTasks))).next(node(node), this, nowMillis);
    }

    NodeView node(String id) {
      int free = Math.max(0, rooms.getOrDefault(id, 0) - running(id));
      ResourceVector room = ResourceVector.of(1_024L * free, free);
      return new NodeView(id, "", classes.getOrDefault(id, ""), room, room);
    }

    @Override
    public DispatchableJob job(String jobId) {
      return new DispatchableJob() {
        @Override
        public ImmutableList<TaskAsk> asks() {
          int waiting = MANY - tasks.size();
          return ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", Snapshots.TASK, waiting));
        }

        @Override
        public int runningTasks() {
          return tasks.size();
        }

        @Override
        public ImmutableList<RunningTask> running() {
          return tasks.stream()
              .map(
                  node ->
                      new RunningTask(
                          "task",
                          node,
                          TaskAsk.Kind.TASK,
                          "",
                          classes.getOrDefault(node, ""),
                          Snapshots.TASK,
                          START_MILLIS))
              .collect(ImmutableList.toImmutableList());
        }
      };
    }

    @Override
    public ImmutableList<NodeView> nodes() {
      return rooms.keySet().stream().map(this::node).collect(ImmutableList.toImmutableList());
    }
  }
}
