package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import org.foresight.planner.Plan;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.placement.Snapshots;
import org.foresight.predictor.JobOutcome;
import org.junit.jupiter.api.Test;

class SjfOraclePolicyTest {

  private static final Map<String, Long> WORK =
      ImmutableMap.of("long", 80_000L, "short", 20_000L, "tie-b", 40_000L, "tie-a", 40_000L);

  private final SjfOraclePolicy policy =
      new SjfOraclePolicy(id -> new JobOutcome(1, 1, WORK.getOrDefault(id, 0L)));

  @Test
  void theLeastWorkRunsFirstAndOfEqualWorkTheFirstThatCame() {
    VirtualCluster cluster = new VirtualCluster(policy, 1, 4, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("long", 0, 8, 10_000),
            Job.bestEffort("tie-b", 1_000, 4, 10_000),
            Job.bestEffort("tie-a", 1_000, 4, 10_000),
            Job.bestEffort("short", 2_000, 2, 10_000)),
        90_000);

    assertThat(cluster.startsMillis("long"))
        .containsExactly(0L, 0L, 0L, 0L, 30_000L, 30_000L, 40_000L, 40_000L);
    assertThat(cluster.startsMillis("short")).containsOnly(10_000L);
    assertThat(cluster.startsMillis("tie-a")).containsExactly(10_000L, 10_000L, 20_000L, 20_000L);
    assertThat(cluster.startsMillis("tie-b")).containsExactly(20_000L, 20_000L, 30_000L, 30_000L);
  }

  @Test
  void theReasonSaysTheWork() {
    Plan plan =
        policy.plan(
            Snapshots.cluster(
                ImmutableList.of(Snapshots.node("", 4, 4)),
                Snapshots.job(
                    "short", JobGoal.BEST_EFFORT, Snapshots.tasks(2), ImmutableList.of())),
            0,
            () -> false);

    assertThat(plan.jobs().get(0).reason())
        .isEqualTo(
            new Reason(
                Reason.Code.SHORTEST_FIRST, "Shortest first: its tasks are 20000 ms of work."));
  }
}
