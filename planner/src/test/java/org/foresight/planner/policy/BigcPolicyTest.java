package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.foresight.planner.policy.LasCluster.las;

import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.placement.Snapshots;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class BigcPolicyTest {
  private static final long NOW_MILLIS = 100_000;
  private static final BigcSettings SETTINGS = new BigcSettings(60_000, 0.75);

  private final LasCluster cluster = new LasCluster();
  private final BigcPolicy policy =
      new BigcPolicy(
          SETTINGS,
          new JobRuntimes(
              (id, features) ->
                  id.startsWith("unknown")
                      ? Optional.empty()
                      : Optional.of(
                          TablePredictor.exactly(id.startsWith("long") ? 60_000 : 59_999)),
              600_000));

  private void submit(String id, long submitMillis, JobGoal goal, int tasks) {
    cluster.add(id, submitMillis, goal, Snapshots.tasks(tasks));
    policy.onEvent(
        new ClusterEvent.JobSubmitted(submitMillis, id, new JobFeatures("ada", id, ""), goal));
  }

  private Plan plan() {
    return policy.plan(cluster, NOW_MILLIS, () -> false);
  }

  /** The job that starts, or the code of the reason why none does. */
  private String next(NodeView node) {
    Decision decision =
        policy.dispatcher(plan(), NodeAdmission.WHAT_RUNS_AT_ONCE).next(node, cluster, NOW_MILLIS);
    return decision instanceof Decision.Start start
        ? start.jobId()
        : decision.reason().code().name();
  }

  private PlannedJob planned(String id) {
    return plan().jobs().stream().filter(job -> job.jobId().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void shortJobsGoFirstAndLongOnesMayBeSuspended() {
    cluster.have(las("node", 8, 0, 0));
    submit("long-1", 0, JobGoal.BEST_EFFORT, 1);
    submit("unknown", 1, JobGoal.BEST_EFFORT, 1);
    submit("short-2", 2, JobGoal.BEST_EFFORT, 1);
    submit("short-1", 1, JobGoal.BEST_EFFORT, 1);

    assertThat(plan().jobs())
        .extracting(PlannedJob::jobId)
        .containsExactly("short-1", "short-2", "long-1", "unknown");
    assertThat(plan().jobs())
        .filteredOn(PlannedJob::suspendable)
        .extracting(PlannedJob::jobId)
        .containsExactly("long-1", "unknown");
  }

  @Test
  void shortTasksTakeCoresOfLongOnesAndLongOnesWait() {
    cluster.have(las("node", 4, 4, 3));
    submit("long", 0, JobGoal.BEST_EFFORT, 9);
    assertThat(next(las("node", 4, 4, 3))).isEqualTo("NOTHING_FITS");
    assertThat(next(las("node", 4, 3, 3))).isEqualTo("long");

    submit("short", 1, JobGoal.BEST_EFFORT, 9);
    assertThat(next(las("node", 4, 4, 3))).isEqualTo("short");
    assertThat(next(las("node", 4, 4, 4))).as("of short ones").isEqualTo("NOTHING_FITS");
  }

  @Test
  void whoMustNotBeSuspendedIsServedWithTheShortOnes() {
    cluster.have(las("node", 4, 0, 0));
    submit("long-slo", 0, new JobGoal(OptionalLong.of(1_000_000), false), 1);
    submit("long-gang", 0, new JobGoal(OptionalLong.empty(), true), 1);

    assertThat(plan().jobs()).noneMatch(PlannedJob::suspendable);
  }

  @Test
  void shortJobsLeaveLongOnesTheirPartWhileTheseWait() {
    cluster.have(las("node", 8, 0, 0));
    submit("short", 0, JobGoal.BEST_EFFORT, 20);
    assertThat(planned("short").parallelism()).isGreaterThanOrEqualTo(20);

    submit("long", 1, JobGoal.BEST_EFFORT, 20);
    assertThat(planned("short").parallelism()).isEqualTo(6);
    assertThat(planned("long").share()).isEqualTo(2);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BigcSettings(0, 0.5))
        .withMessageContaining("cutoffMillis (0.0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BigcSettings(1, 1))
        .withMessageContaining("shortShare (1.0)");
  }
}
