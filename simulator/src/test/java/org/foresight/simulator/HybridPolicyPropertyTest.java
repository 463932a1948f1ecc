package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.simulator.TestJobs.stageAfter;
import static org.foresight.simulator.TestJobs.staged;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.distributed.hybrid.HybridSettings;
import org.foresight.planner.distributed.hybrid.Placement;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;

/** Any jobs on any cluster, under any of the hybrid schedulers and their parts. */
class HybridPolicyPropertyTest {
  private static final double CUTOFF_MILLIS = 3_000;

  @Property(tries = 300)
  void everyTaskRunsOnceToSuccess(
      @ForAll("settings") HybridSettings settings,
      @ForAll @IntRange(min = 2, max = 9) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int slots,
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll("behaviours") SimulationParameters parameters) {
    HybridRun run = HybridRun.of(settings, ClusterSpec.ofSlots(nodes, slots), parameters, jobs);

    assertThat(run.runs().values()).hasSize(jobs.size()).allMatch(JobRun::succeeded);
    long tasks = jobs.stream().mapToLong(WorkloadJob::width).sum();
    long rerun = run.runs().values().stream().mapToLong(JobRun::tasksRerun).sum();
    assertThat(run.result().taskEvents()).isEqualTo(2 * (tasks + rerun));
    assertThat(run.counts().longReserved()).isZero();
    if (settings.sharesState()) {
      assertThat(run.counts().queuedBehindLong()).isZero();
      assertThat(run.counts().startedBehindLong()).isZero();
    }
    if (settings.stealAttempts() == 0) {
      assertThat(run.counts().stolen()).isZero();
    }
  }

  @Property(tries = 60)
  void theSameSeedGivesTheSameRun(
      @ForAll("settings") HybridSettings settings,
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll("behaviours") SimulationParameters parameters) {
    ClusterSpec cluster = ClusterSpec.ofSlots(4, 2);

    assertThat(HybridRun.of(settings, cluster, parameters, jobs))
        .isEqualTo(HybridRun.of(settings, cluster, parameters, jobs));
  }

  /**
   * Early binding on one node, or for one job at a time, leaves no slot idle while a task waits.
   */
  @Property(tries = 100)
  void aSingleNodeIsNeverIdleWhileATaskWaits(@ForAll("workloads") List<WorkloadJob> jobs) {
    for (String policy : List.of("sparrow", "lwl")) {
      HybridRun run =
          HybridRun.of(
              HybridPolicies.settings(policy, CUTOFF_MILLIS, 0),
              ClusterSpec.ofSlots(1, 1),
              SimulationParameters.builder().build(),
              jobs);

      long workMillis = jobs.stream().mapToLong(WorkloadJob::workMillis).sum();
      long lastSubmitMillis = jobs.get(jobs.size() - 1).submitMillis();
      assertThat(run.result().endMillis()).isLessThanOrEqualTo(lastSubmitMillis + workMillis);
    }
  }

  @Property(tries = 60)
  void tasksThatFitFewNodesFindThem(
      @ForAll("settings") HybridSettings settings, @ForAll("workloads") List<WorkloadJob> jobs) {
    ClusterSpec cluster =
        new ClusterSpec(
            ImmutableList.of("memory-mb", "vcores"),
            ImmutableList.of(
                new NodeClass("tiny", 3, ResourceVector.of(512, 1), "", 1.0, 0),
                new NodeClass("labelled", 2, ResourceVector.of(4096, 4), "label", 1.0, 0),
                NodeClass.ofSlots("node", 2, 2)));

    HybridRun run =
        HybridRun.of(
            settings, cluster, SimulationParameters.builder().networkDelayMillis(1).build(), jobs);

    assertThat(run.runs().values()).hasSize(jobs.size()).allMatch(JobRun::succeeded);
  }

  @Provide
  Arbitrary<HybridSettings> settings() {
    return Arbitraries.of(
        published("sparrow"),
        published("hawk"),
        published("hawk").toBuilder().shortShare(0).build(),
        published("hawk").toBuilder().stealAttempts(0).build(),
        published("hawk").toBuilder().longJobs(Placement.PROBES).build(),
        published("eagle"),
        published("eagle").toBuilder().sharesState(false).build(),
        published("eagle").toBuilder().sticky(false).build(),
        published("eagle").toBuilder().shortestFirst(false).build(),
        published("lwl"),
        published("dlwl-srpt"));
  }

  private static HybridSettings published(String policy) {
    return HybridPolicies.settings(policy, CUTOFF_MILLIS, 0.3);
  }

  @Provide
  Arbitrary<List<WorkloadJob>> workloads() {
    Arbitrary<long[]> tasks =
        Arbitraries.longs().between(1, 8_000).array(long[].class).ofMinSize(1).ofMaxSize(8);
    Arbitrary<long[]> second =
        Arbitraries.longs().between(1, 2_000).array(long[].class).ofMinSize(1).ofMaxSize(3);
    return Combinators.combine(
            tasks, second, Arbitraries.longs().between(0, 3_000), Arbitraries.of(true, false))
        .as(Draft::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .map(HybridPolicyPropertyTest::jobs);
  }

  private static List<WorkloadJob> jobs(List<Draft> drafts) {
    List<WorkloadJob> jobs = new ArrayList<>();
    long submitMillis = 0;
    for (Draft draft : drafts) {
      submitMillis += draft.gapMillis();
      String id = "j" + jobs.size();
      jobs.add(
          draft.hasTwoStages()
              ? staged(
                  id, submitMillis, TestJobs.stage(draft.tasks()), stageAfter(0, draft.second()))
              : TestJobs.job(id, submitMillis, draft.tasks()));
    }
    return jobs;
  }

  /** A job before it has a number. */
  @SuppressWarnings("ArrayRecordComponent") // Read once.
  private record Draft(long[] tasks, long[] second, long gapMillis, boolean hasTwoStages) {}

  @Provide
  Arbitrary<SimulationParameters> behaviours() {
    Arbitrary<FailureModel> failures =
        Arbitraries.of(
            FailureModel.NONE,
            new FailureModel(60_000, 3_000, 0),
            new FailureModel(30_000, 1, 0.2));
    return Combinators.combine(
            Arbitraries.longs().between(1, 1_000), Arbitraries.longs().between(0, 20), failures)
        .as(
            (seed, delayMillis, failure) ->
                SimulationParameters.builder()
                    .seed(seed)
                    .networkDelayMillis(delayMillis)
                    .failures(failure)
                    .build());
  }
}
