package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.junit.jupiter.api.Test;

class FairPolicyTest {

  private final FairPolicy policy = new FairPolicy();

  @Test
  void aJobThatComesLaterGetsHalfAsTasksOfTheFirstEnd() {
    VirtualCluster cluster = new VirtualCluster(policy, 2, 5, 1_000, 1_000);

    cluster.run(
        List.of(Job.bestEffort("a", 0, 20, 10_000), Job.bestEffort("b", 5_000, 20, 10_000)),
        60_000);

    assertThat(cluster.startsMillis("a")).isEqualTo(starts(10, 0, 5, 10_000, 5, 20_000));
    assertThat(cluster.startsMillis("b")).isEqualTo(starts(5, 10_000, 5, 20_000, 10, 30_000));
  }

  @Test
  void whatANarrowJobLeavesGoesToTheOthersInEqualParts() {
    VirtualCluster cluster = new VirtualCluster(policy, 2, 5, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("a", 0, 9, 10_000),
            Job.bestEffort("b", 0, 9, 10_000),
            Job.bestEffort("narrow", 0, 2, 10_000)),
        60_000);

    assertThat(cluster.startsMillis("a")).isEqualTo(starts(4, 0, 5, 10_000));
    assertThat(cluster.startsMillis("b")).isEqualTo(starts(4, 0, 5, 10_000));
    assertThat(cluster.startsMillis("narrow")).containsOnly(0L);
  }

  /** The example of the paper on DRF: 9 cores and 18 GB, tasks of (1, 4 GB) and of (3, 1 GB). */
  @Test
  void equalisesDominantShares() {
    ImmutableList<NodeView> node =
        ImmutableList.of(
            new NodeView("node", "", ResourceVector.of(18_000, 9), ResourceVector.of(18_000, 9)));
    Plan plan =
        policy.plan(
            Snapshots.cluster(
                node,
                asking("a", ResourceVector.of(4_000, 1)),
                asking("b", ResourceVector.of(1_000, 3))),
            500,
            () -> false);

    // An equal part of the cluster is half of the memory to one, half of the cores to the other.
    assertThat(share(plan, "a")).isCloseTo(9.0 / 4, within(1e-9));
    assertThat(share(plan, "b")).isCloseTo(9.0 / 6, within(1e-9));
    assertThat(plan.jobs()).allMatch(job -> job.isDue(500) && !job.gang());
    assertThat(plan.jobs().get(0).reason())
        .isEqualTo(
            new Reason(
                Reason.Code.FAIR_SHARE,
                "The smallest dominant share goes first; its own was 0.0 % when it was planned,"
                    + " each task being 22.2 %."));
  }

  @Test
  void tasksOfTwoSlotsCountTwice() {
    VirtualCluster cluster = new VirtualCluster(policy, 1, 6, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("wide", 0, 3, 10_000).needing(ResourceVector.of(2_048, 2)),
            Job.bestEffort("thin", 0, 6, 10_000)),
        60_000);

    // One of each, a thin one, another as 2 and 2 slots are equal and thin is first; then it is
    // 3 to 2 slots, but no wide one fits.
    assertThat(cluster.startsMillis("thin")).isEqualTo(starts(4, 0, 2, 10_000));
    assertThat(cluster.startsMillis("wide")).isEqualTo(starts(1, 0, 2, 10_000));
  }

  @Test
  void onlyComingsAndDemandsOutdateAPlan() {
    assertThat(policy.outdatesPlan(new ClusterEvent.DemandChanged(0, "a"))).isTrue();
    assertThat(policy.outdatesPlan(new ClusterEvent.NodeChanged(0, "node"))).isTrue();
    assertThat(policy.outdatesPlan(new ClusterEvent.TaskStarted(0, "a", "task", "stage")))
        .isFalse();
    assertThat(
            policy.outdatesPlan(
                new ClusterEvent.TaskFinished(0, "a", "task", ClusterEvent.TaskEnd.SUCCEEDED)))
        .isFalse();
    assertThat(
            policy.outdatesPlan(
                new ClusterEvent.TaskFinished(0, "a", "task", ClusterEvent.TaskEnd.LOST)))
        .isTrue();
  }

  @Test
  void plansWithoutNodes() {
    Plan plan =
        policy.plan(
            Snapshots.cluster(ImmutableList.of(), asking("a", Snapshots.TASK)), 500, () -> false);

    assertThat(plan.jobs()).hasSize(1);
  }

  private static List<Long> starts(long... countsAndMillis) {
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < countsAndMillis.length; i += 2) {
      starts.addAll(Collections.nCopies((int) countsAndMillis[i], countsAndMillis[i + 1]));
    }
    return starts;
  }

  private static double share(Plan plan, String jobId) {
    return plan.jobs().stream()
        .filter(job -> job.jobId().equals(jobId))
        .mapToDouble(PlannedJob::share)
        .findFirst()
        .orElseThrow();
  }

  private static JobView asking(String id, ResourceVector demand) {
    return Snapshots.job(
        id,
        JobGoal.BEST_EFFORT,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", demand, 100)),
        ImmutableList.of());
  }
}
