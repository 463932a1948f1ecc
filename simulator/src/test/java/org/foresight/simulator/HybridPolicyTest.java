package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foresight.simulator.TestJobs.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.distributed.hybrid.HybridSettings;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** The hybrid schedulers, where what they do can be told beforehand. */
class HybridPolicyTest {
  private static final double CUTOFF_MILLIS = 10_000;
  private static final double SHARE = 0.2;

  /** Long ones fill what they may fill; short ones come while they run. */
  private static final List<WorkloadJob> MIXED = mixed();

  private static List<WorkloadJob> mixed() {
    List<WorkloadJob> jobs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      jobs.add(i % 10 == 0 ? equal("long" + i, i * 500L, 12, 30_000) : shortJob(i));
    }
    return jobs;
  }

  private static WorkloadJob shortJob(int number) {
    return equal("short" + number, number * 500L, 4, 900 + 10L * number);
  }

  private static WorkloadJob equal(String id, long submitMillis, int tasks, long taskMillis) {
    long[] runtimes = new long[tasks];
    Arrays.fill(runtimes, taskMillis);
    return job(id, submitMillis, runtimes);
  }

  @Test
  void aProbeAndAStartTakeADelayEach() {
    HybridRun run = run("sparrow", 5, 1, List.of(job("j", 0, 2_000)));

    // Probe, start, news of the end: one delay each.
    assertThat(run.latencyMillis("j")).isEqualTo(5 + 5 + 2_000 + 5);
    assertThat(run.counts().cancelled()).isLessThanOrEqualTo(1);
  }

  @Test
  void everyPolicyRunsEveryTaskOnce() {
    for (String policy : HybridPolicies.names()) {
      HybridRun run = run(policy, 1, 10, MIXED);

      assertThat(run.runs().values()).as(policy).hasSize(60).allMatch(JobRun::succeeded);
      assertThat(run.result().taskEvents()).as(policy).isEqualTo(2 * (54 * 4 + 6 * 12));
      assertThat(run.counts().longReserved()).as(policy).isZero();
    }
  }

  @Test
  void hawkStealsAndEagleQueuesNoShortTaskBehindALongOne() {
    HybridRun sparrow = run("sparrow", 1, 10, MIXED);
    HybridRun hawk = run("hawk", 1, 10, MIXED);
    HybridRun eagle = run("eagle", 1, 10, MIXED);

    assertThat(sparrow.counts().startedBehindLong()).isPositive();
    assertThat(hawk.counts().stolen()).isPositive();
    assertThat(hawk.counts().startedBehindLong()).isLessThan(sparrow.counts().startedBehindLong());
    assertThat(eagle.counts().rejected()).isPositive();
    assertThat(eagle.counts().queuedBehindLong()).isZero();
    assertThat(eagle.counts().startedBehindLong()).isZero();
    assertThat(meanShortMillis(hawk)).isLessThan(meanShortMillis(sparrow));
    assertThat(meanShortMillis(eagle)).isLessThan(meanShortMillis(hawk));
  }

  private static double meanShortMillis(HybridRun run) {
    return run.runs().keySet().stream()
        .filter(id -> id.startsWith("short"))
        .mapToLong(run::latencyMillis)
        .average()
        .orElseThrow();
  }

  /** The thesis' example (§3.4.1): nodes that are free early run the straggler tasks too. */
  @Test
  void aStickyProbeRunsSeveralTasksOfItsJob() {
    HybridSettings sticky = settings("sparrow").toBuilder().sticky(true).build();
    List<WorkloadJob> jobs = List.of(job("blocker", 0, 9_000), job("j", 10, 1_000, 1_000, 1_000));

    HybridRun run = HybridRun.of(sticky, ClusterSpec.ofSlots(2, 1), parameters(1, 3).build(), jobs);

    // All three on the node that is free, unless no probe at all went there.
    assertThat(run.latencyMillis("j")).isLessThan(4_000);
  }

  @Test
  void leastWorkLeftPlacesOneTaskOnEachNodeAndQueuesBehindTheShortest() {
    HybridRun run =
        run(
            "lwl",
            0,
            3,
            List.of(
                job("a", 0, 9_000), job("b", 0, 5_000), job("c", 0, 7_000), job("d", 0, 1_000)));

    assertThat(run.latencyMillis("d")).isEqualTo(6_000);
  }

  @Test
  void reportsOfNodesKeepTasksAwayFromLoadedOnes() {
    HybridRun run = run("dlwl-srpt", 1, 3, List.of(equal("a", 0, 2, 9_000), job("b", 4_000, 500)));

    assertThat(run.latencyMillis("b")).isLessThan(600);
  }

  @Test
  void whatIsSentToOrWaitsOnANodeThatFailsIsSentAnew() {
    for (String policy : HybridPolicies.names()) {
      SimulationParameters failing =
          parameters(1, 2).failures(new FailureModel(40_000, 5_000, 0.05)).build();

      HybridRun run = HybridRun.of(settings(policy), ClusterSpec.ofSlots(10, 1), failing, MIXED);

      assertThat(run.runs().values()).as(policy).hasSize(60).allMatch(JobRun::succeeded);
      assertThat(run.result().lostTasks()).as(policy).isPositive();
      assertThat(run.counts().longReserved()).as(policy).isZero();
    }
  }

  /** They wait, run and fail like tasks, and hold their slots. */
  @Test
  void applicationMastersArePlacedLikeTasks() {
    for (String policy : HybridPolicies.names()) {
      SimulationParameters withMasters =
          parameters(1, 2)
              .master(new MasterModel(ResourceVector.of(512, 1), 100, 100))
              .failures(new FailureModel(400_000, 5_000, 0))
              .build();

      HybridRun run =
          HybridRun.of(settings(policy), ClusterSpec.ofSlots(40, 2), withMasters, MIXED);

      assertThat(run.runs().values()).as(policy).hasSize(60).allMatch(JobRun::succeeded);
    }
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    for (String policy : HybridPolicies.names()) {
      assertThat(run(policy, 1, 10, MIXED)).as(policy).isEqualTo(run(policy, 1, 10, MIXED));
    }
    assertThat(run("sparrow", 1, 10, MIXED).runs())
        .isNotEqualTo(
            HybridRun.of(
                    settings("sparrow"),
                    ClusterSpec.ofSlots(10, 1),
                    parameters(1, 9).build(),
                    MIXED)
                .runs());
  }

  @Test
  void eagleNeedsANodeForShortJobs() {
    assertThatThrownBy(() -> run("eagle", 1, 1, MIXED))
        .hasMessage("The policy (hybrid) needs 2 nodes at least.");
  }

  private static HybridSettings settings(String policy) {
    return HybridPolicies.settings(policy, CUTOFF_MILLIS, SHARE);
  }

  private static SimulationParameters.Builder parameters(long delayMillis, long seed) {
    return SimulationParameters.builder().seed(seed).networkDelayMillis(delayMillis);
  }

  private static HybridRun run(String policy, long delayMillis, int nodes, List<WorkloadJob> jobs) {
    return HybridRun.of(
        settings(policy), ClusterSpec.ofSlots(nodes, 1), parameters(delayMillis, 1).build(), jobs);
  }
}
