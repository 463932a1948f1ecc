package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.foresight.simulator.TestJobs.job;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Longs;
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
import org.foresight.planner.policy.KairosPolicy;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;

/** The policy {@code kairos} on nodes that schedule by least attained service. */
class LasNodeSchedulerTest {
  private static final KairosSettings PUBLISHED =
      KairosSettings.DEFAULT.withQuantumMillis(1_000).withQueueBound(2).withMinimumShare(0);

  private static SimulatedRun run(
      int nodes, int vcores, KairosSettings settings, long resizeMillis, List<WorkloadJob> jobs) {
    ClusterSpec cluster =
        new ClusterSpec(
                ImmutableList.of("memory-mb", "vcores"),
                ImmutableList.of(
                    new NodeClass("node", nodes, ResourceVector.of(64_000, vcores), "", 1.0, 0)))
            .withWaitingTasks(settings.queueBound());
    return SimulatedRun.of(oracle -> new KairosPolicy(settings), cluster)
        .with(SimulationParameters.builder().cycleMillis(0))
        .with(new LasNodeScheduler(settings, resizeMillis))
        .run(jobs);
  }

  private static SimulatedRun oneCore(KairosSettings settings, WorkloadJob... jobs) {
    return run(1, 1, settings, 0, ImmutableList.copyOf(jobs));
  }

  @Test
  void aShortTaskOvertakesALongOneAndNothingIsLost() {
    SimulatedRun run = oneCore(PUBLISHED, job("long", 0, 20_000), job("short", 5_000, 500));

    assertThat(run.finishMillis("short")).isEqualTo(5_500);
    assertThat(run.finishMillis("long")).isEqualTo(20_500);
    assertThat(run.job("long").tasksRerun()).isZero();
  }

  @Test
  void tasksThatHaveAttainedTheSameTakeTurns() {
    SimulatedRun run = oneCore(PUBLISHED, job("a", 0, 3_000), job("b", 1_000, 3_000));

    // a until 1 s, then b, which has caught up at 2 s; in turns from then on: a b a b.
    assertThat(run.finishMillis("a")).isEqualTo(5_000);
    assertThat(run.finishMillis("b")).isEqualTo(6_000);
  }

  @Test
  void aNodeTakesAsManyAsCoresAndTheBoundAndNoMore() {
    SimulatedRun run =
        oneCore(
            PUBLISHED, job("a", 0, 9_000), job("b", 0, 9_000), job("c", 0, 9_000), job("d", 0, 10));

    assertThat(run.firstStartMillis("c")).isZero();
    assertThat(run.firstStartMillis("d")).isGreaterThanOrEqualTo(9_000);
  }

  @Test
  void aSuspendedTaskKeepsItsShareAndTheRunningOneHasTheRest() {
    SimulatedRun run =
        oneCore(PUBLISHED.withMinimumShare(0.05), job("long", 0, 20_000), job("short", 5_000, 950));

    // The short one has 95 % of the core, the long one has done 50 ms of its work meanwhile.
    assertThat(run.finishMillis("short")).isEqualTo(6_000);
    assertThat(run.finishMillis("long")).isEqualTo(20_950);
  }

  @Test
  void idleCoresLeaveRunningTasksAtFullSpeed() {
    SimulatedRun run =
        run(
            1,
            2,
            PUBLISHED.withMinimumShare(0.05),
            0,
            ImmutableList.of(job("a", 0, 4_000), job("b", 0, 4_000)));

    assertThat(run.finishMillis("a")).isEqualTo(4_000);
    assertThat(run.finishMillis("b")).isEqualTo(4_000);
  }

  @Test
  void aResizeTakesItsTime() {
    List<WorkloadJob> jobs = ImmutableList.of(job("long", 0, 20_000), job("short", 5_000, 500));

    SimulatedRun run = run(1, 1, PUBLISHED, 10, jobs);

    assertThat(run.finishMillis("short")).isEqualTo(5_510);
    assertThat(run.finishMillis("long")).isEqualTo(20_520);
  }

  @Test
  void sharesNeverAddUpToMoreCoresThanThereAre() {
    SimulatedRun run =
        oneCore(
            PUBLISHED.withMinimumShare(0.9),
            job("a", 0, 3_000),
            job("b", 0, 3_000),
            job("c", 0, 3_000));

    // Three shares of 90 % do not fit one core: a third of it each.
    assertThat(run.finishMillis("a")).isCloseTo(9_000, within(3L));
    assertThat(run.result().usage().usedVcores().asList()).allMatch(used -> used <= 1.0 + 1e-9);
  }

  @Test
  void theNodeWithTheFewestTasksGetsTheNext() {
    SimulatedRun run = run(3, 1, PUBLISHED, 0, ImmutableList.of(job("a", 0, 5_000, 5_000, 5_000)));

    assertThat(run.finishMillis("a")).as("one on each").isEqualTo(5_000);
  }

  @Test
  void memoryLimitsWhatANodeTakes() {
    ImmutableSortedMap<String, Long> large =
        ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, 40_000L, WorkloadStage.VCORES, 1L);
    SimulatedRun run =
        oneCore(
            PUBLISHED,
            TestJobs.staged("a", 0, TestJobs.stageOf(large, "", 9_000)),
            TestJobs.staged("b", 0, TestJobs.stageOf(large, "", 10)),
            job("c", 0, 10));

    assertThat(run.firstStartMillis("c")).isZero();
    assertThat(run.firstStartMillis("b")).isGreaterThanOrEqualTo(9_000);
  }

  @Test
  void aNegativeResizeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LasNodeScheduler(PUBLISHED, -1))
        .withMessage("The resizeMillis (-1) must not be negative.");
  }

  /** Whether cores are exceeded, or work is lost, the simulation sees by itself. */
  @Property(tries = 100)
  void everyTaskEndsAndTheSameInputGivesTheSameRun(
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll @IntRange(min = 1, max = 3) int nodes,
      @ForAll @IntRange(min = 3, max = 4) int vcores,
      @ForAll @IntRange(max = 4) int queueBound,
      @ForAll("shares") double minimumShare,
      @ForAll @IntRange(max = 20) int resizeMillis) {
    KairosSettings settings = PUBLISHED.withQueueBound(queueBound).withMinimumShare(minimumShare);

    SimulatedRun run = run(nodes, vcores, settings, resizeMillis, jobs);

    assertThat(run.result().finished()).isEqualTo(jobs.size());
    assertThat(run.runs().values()).allMatch(each -> each.tasksRerun() == 0);
    for (WorkloadJob job : jobs) {
      assertThat(run.finishMillis(job.id()) - job.submitMillis())
          .isGreaterThanOrEqualTo(job.spanMillis());
    }
    List<JobRun> again =
        ImmutableList.copyOf(run(nodes, vcores, settings, resizeMillis, jobs).runs().values());
    assertThat(again).isEqualTo(ImmutableList.copyOf(run.runs().values()));
  }

  @Provide
  Arbitrary<Double> shares() {
    return Arbitraries.of(0.0, 0.05, 0.3);
  }

  @Provide
  Arbitrary<List<WorkloadJob>> workloads() {
    Arbitrary<Long> gaps = Arbitraries.longs().between(0, 4_000);
    Arbitrary<Long> vcores = Arbitraries.longs().between(1, 3);
    Arbitrary<List<Long>> tasks =
        Arbitraries.longs().between(1, 9_000).list().ofMinSize(1).ofMaxSize(5);
    return Combinators.combine(gaps, vcores, tasks)
        .as(Draft::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .map(LasNodeSchedulerTest::jobs);
  }

  private record Draft(long gapMillis, long vcores, List<Long> taskMillis) {}

  private static List<WorkloadJob> jobs(List<Draft> drafts) {
    List<WorkloadJob> jobs = new ArrayList<>();
    long submitMillis = 0;
    for (Draft draft : drafts) {
      submitMillis += draft.gapMillis;
      ImmutableSortedMap<String, Long> demand =
          ImmutableSortedMap.of(
              WorkloadStage.MEMORY_MIB, 1_024L, WorkloadStage.VCORES, draft.vcores);
      jobs.add(
          TestJobs.staged(
              "job-" + jobs.size(),
              submitMillis,
              TestJobs.stageOf(demand, "", Longs.toArray(draft.taskMillis))));
    }
    return jobs;
  }
}
