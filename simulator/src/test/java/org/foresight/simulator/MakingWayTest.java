package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.simulator.TestJobs.job;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** Other policies than Kairos on nodes where best-effort tasks make way for others. */
class MakingWayTest {
  private static final KairosSettings PUBLISHED =
      KairosSettings.DEFAULT.withQuantumMillis(1_000).withMinimumShare(0);

  private static SimulatedRun run(
      String policy, int nodes, int vcores, int queueBound, List<WorkloadJob> jobs) {
    KairosSettings settings = PUBLISHED.withQueueBound(queueBound);
    ClusterSpec cluster =
        new ClusterSpec(
                ImmutableList.of("memory-mb", "vcores"),
                ImmutableList.of(
                    new NodeClass("node", nodes, ResourceVector.of(64_000, vcores), "", 1.0, 0)))
            .makingWay(queueBound);
    return SimulatedRun.of(
            oracle ->
                Policies.create(
                    policy,
                    new PolicyContext(
                            ThreeSigmaSettings.DEFAULT,
                            RuntimeSource.perfect(oracle),
                            new LagrangianSolver(),
                            Optional.of(oracle),
                            Optional.empty())
                        .with(settings)
                        .suspending(true)),
            cluster)
        .with(SimulationParameters.builder().cycleMillis(1_000))
        .with(new LasNodeScheduler(settings, 0))
        .run(jobs);
  }

  private static WorkloadJob slo(String id, long submitMillis, long taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        "user",
        id,
        "queue",
        OptionalLong.of(submitMillis + 2 * taskMillis),
        false,
        ImmutableList.of(taskMillis));
  }

  @Test
  void aJobWithADeadlineStartsAtOnceAndNobodyLosesWork() {
    SimulatedRun run =
        run("fifo", 1, 1, 0, ImmutableList.of(job("long", 0, 20_000), slo("slo", 5_000, 3_000)));

    assertThat(run.finishMillis("slo")).isEqualTo(8_000);
    assertThat(run.finishMillis("long")).isEqualTo(23_000);
    assertThat(run.job("long").tasksRerun()).isZero();
  }

  @Test
  void bestEffortTasksBeyondTheCoresTakeTurnsIfTheyMay() {
    List<WorkloadJob> jobs = ImmutableList.of(job("long", 0, 20_000), job("short", 5_000, 500));

    assertThat(run("fifo", 1, 1, 0, jobs).finishMillis("short")).isEqualTo(20_500);
    assertThat(run("fifo", 1, 1, 1, jobs).finishMillis("short")).isEqualTo(5_500);
  }

  @Test
  void shortJobsRunAtOnceBesideLongOnesUnderTwoClasses() {
    List<WorkloadJob> jobs = ImmutableList.of(job("long", 0, 200_000), job("short", 5_000, 500));

    SimulatedRun run = run("bigc", 1, 1, 0, jobs);
    assertThat(run.finishMillis("short")).isEqualTo(5_500);
    assertThat(run.finishMillis("long")).isEqualTo(200_500);
  }

  @Property(tries = 60)
  void tasksOfJobsWithDeadlinesRunFromStartToEndAndAllTasksEnd(
      @ForAll("policies") String policy,
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll @IntRange(min = 1, max = 3) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int vcores,
      @ForAll @IntRange(max = 4) int queueBound) {
    SimulatedRun run = run(policy, nodes, vcores, queueBound, jobs);

    assertThat(run.result().finished()).isEqualTo(jobs.size());
    for (WorkloadJob job : jobs) {
      assertThat(run.job(job.id()).tasksRerun()).isZero();
      boolean startsInTime =
          run.firstStartMillis(job.id()) < job.deadlineMillis().orElse(Long.MIN_VALUE);
      if (startsInTime) { // Later it is one like the others.
        assertThat(run.finishMillis(job.id()) - run.firstStartMillis(job.id()))
            .as(job.id())
            .isEqualTo(job.spanMillis());
      }
    }
    assertThat(run.result().usage().usedVcores().asList())
        .allMatch(used -> used <= (double) nodes * vcores + 1e-9);
  }

  @Provide
  Arbitrary<String> policies() {
    return Arbitraries.of("fifo", "fair", "las", "gs-posterior", "threesigma", "foresight", "bigc");
  }

  @Provide
  Arbitrary<List<WorkloadJob>> workloads() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 4_000),
            Arbitraries.of(true, false),
            Arbitraries.longs().between(1, 9_000).list().ofMinSize(1).ofMaxSize(5))
        .as(Draft::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .map(MakingWayTest::jobs);
  }

  /** A job with a deadline has its first task alone. */
  private record Draft(long gapMillis, boolean isSlo, List<Long> taskMillis) {}

  private static List<WorkloadJob> jobs(List<Draft> drafts) {
    List<WorkloadJob> jobs = new ArrayList<>();
    long submitMillis = 0;
    for (Draft draft : drafts) {
      submitMillis += draft.gapMillis;
      String id = "job-" + jobs.size();
      jobs.add(
          draft.isSlo
              ? slo(id, submitMillis, draft.taskMillis.get(0))
              : job(
                  id,
                  submitMillis,
                  draft.taskMillis.stream().mapToLong(Long::longValue).toArray()));
    }
    return jobs;
  }
}
