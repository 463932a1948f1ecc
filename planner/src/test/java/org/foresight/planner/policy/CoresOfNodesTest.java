package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.NodeStatistics;

class CoresOfNodesTest {
  private static final long NOW_MILLIS = 1_000;
  private static final JobGoal SLO = new JobGoal(OptionalLong.of(2 * NOW_MILLIS), false);

  /**
   * A node, the tasks of a best-effort job and those of a job with a deadline.
   *
   * @param booked how many virtual cores may be booked
   */
  private static ClusterSnapshot cluster(
      int vcores, int booked, List<Integer> bestEffort, List<Integer> slo) {
    int unsuspendable = slo.stream().mapToInt(Integer::intValue).sum();
    int all = unsuspendable + bestEffort.stream().mapToInt(Integer::intValue).sum();
    NodeStatistics las =
        new NodeStatistics(
            vcores, bestEffort.size() + slo.size(), 0, all, unsuspendable, 0, 0, 1_000);
    NodeView node =
        new NodeView(
            "node",
            "",
            "",
            ResourceVector.of(64_000, booked),
            ResourceVector.of(32_000, booked - all),
            Optional.of(las));
    return ClusterSnapshot.of(
        ImmutableList.of(node),
        ImmutableList.of(job("be", JobGoal.BEST_EFFORT, bestEffort), job("slo", SLO, slo)));
  }

  private static JobView job(String id, JobGoal goal, List<Integer> vcores) {
    List<RunningTask> tasks = new ArrayList<>();
    for (int each : vcores) {
      tasks.add(
          new RunningTask(
              id + tasks.size(), "node", TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, each), 0));
    }
    return JobView.of(id, goal, 0, ImmutableList.of(), ImmutableList.copyOf(tasks));
  }

  private static long cores(CoresOfNodes cores, int job) {
    return cores.blocking(cores.jobs().get(job)).stream()
        .mapToLong(task -> task.held().amount(1))
        .sum();
  }

  @Property
  void allCoresAreForecastAndNoMoreThanThereAre(
      @ForAll @IntRange(min = 1, max = 8) int vcores,
      @ForAll @IntRange(max = 8) int more,
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 4) Integer> bestEffort,
      @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 4) Integer> slo) {
    long unsuspendable = slo.stream().mapToInt(Integer::intValue).sum();
    Assume.that(unsuspendable <= vcores);
    CoresOfNodes cores =
        CoresOfNodes.makingWay(cluster(vcores, vcores + more, bestEffort, slo), 0, NOW_MILLIS);

    long free = cores.nodes().get(0).free().amount(1);
    long given = free + cores(cores, 0) + cores(cores, 1);
    assertThat(cores.nodes().get(0).total().amount(1)).isEqualTo(vcores);
    assertThat(given).as("free now or given back").isEqualTo(vcores);
  }

  @Example
  void coresOfWideTasksComeBackAsTheyEnd() {
    CoresOfNodes cores =
        CoresOfNodes.makingWay(cluster(8, 10, List.of(4, 4), List.of()), 0, NOW_MILLIS);

    assertThat(cores.nodes().get(0).free().amount(1)).isEqualTo(2);
    assertThat(cores(cores, 0)).isEqualTo(6);
  }

  @Example
  void jobThatMovedWhileItWasLookedForIsSeenOnce() {
    ClusterSnapshot cluster = cluster(8, 10, List.of(4, 4), List.of());
    JobView moved = cluster.jobs().get(0);

    CoresOfNodes cores =
        CoresOfNodes.makingWay(
            ClusterSnapshot.of(cluster.nodes(), ImmutableList.of(moved, moved)), 0, NOW_MILLIS);

    assertThat(cores(cores, 0)).isEqualTo(6);
  }

  @Example
  void bestEffortTasksDoNotMakeWayForEachOther() {
    ClusterSnapshot cluster = cluster(4, 8, List.of(1, 1, 1), List.of(1, 1));
    NodeView node = cluster.nodes().get(0);

    CoresOfNodes making = CoresOfNodes.makingWay(cluster, 2, NOW_MILLIS);
    assertThat(making.nodes().get(0).free().amount(1)).isEqualTo(2);
    assertThat(making.bestEffortRoom(making.nodes().get(0)).amount(1)).isEqualTo(1);

    CoresOfNodes held = CoresOfNodes.heldToTheEnd(cluster);
    assertThat(held.nodes().get(0).free().amount(1)).isEqualTo(-1);
    assertThat(held.nodes().get(0).free().amount(0)).isEqualTo(node.free().amount(0));
    assertThat(held.makesWay()).isFalse();
  }
}
