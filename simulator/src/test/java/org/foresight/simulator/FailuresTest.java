package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.simulator.TestJobs.job;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static final ClusterSpec CLUSTER = ClusterSpec.ofSlots(10, 2);

  private static final List<WorkloadJob> JOBS =
      IntStream.range(0, 60).mapToObj(i -> job("j" + i, i * 1_000L, 5_000, 7_000, 9_000)).toList();

  @Test
  void aTaskThatFailsRunsAgainUntilItSucceeds() {
    SimulatedRun run =
        SimulatedRun.of("fifo", CLUSTER)
            .with(parameters(new FailureModel(Double.POSITIVE_INFINITY, 0, 0.3)))
            .run(JOBS);

    int rerun = run.runs().values().stream().mapToInt(JobRun::tasksRerun).sum();
    assertThat(run.result().finished()).isEqualTo(60);
    // 180 tasks × 0.3/0.7 = 77 failures are expected, their deviation is 10.5.
    assertThat(rerun).isBetween(45, 110);
    assertThat(run.result().taskEvents()).isEqualTo(2L * (180 + rerun));
    assertThat(run.runs().values())
        .allSatisfy(job -> assertThat(job.lostWorkMillis() > 0).isEqualTo(job.tasksRerun() > 0));
  }

  @Test
  void theSameTasksFailUnderEveryPolicyAndOnEveryCluster() {
    SimulationParameters.Builder parameters =
        parameters(new FailureModel(Double.POSITIVE_INFINITY, 0, 0.3));

    SimulatedRun wide =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(100, 2)).with(parameters).run(JOBS);
    SimulatedRun narrow =
        SimulatedRun.of("threesigma", ClusterSpec.ofSlots(2, 2))
            .with(parameters.cycleMillis(10_000))
            .run(JOBS);

    assertThat(narrow.runs().keySet()).hasSize(60);
    assertThat(narrow.runs().values())
        .allSatisfy(job -> assertThat(job.tasksRerun()).isEqualTo(wide.job(job.id()).tasksRerun()));
  }

  @Test
  void whatRunsOnANodeThatFailsIsLostAndRunsAgainElsewhere() {
    SimulatedRun run =
        SimulatedRun.of("fifo", CLUSTER)
            .with(parameters(new FailureModel(60_000, 20_000, 0)))
            .run(JOBS);

    assertThat(run.result().finished()).isEqualTo(60);
    assertThat(run.result().lostTasks()).isPositive();
    assertThat(run.runs().values().stream().mapToLong(JobRun::tasksRerun).sum())
        .isEqualTo(run.result().lostTasks());
  }

  @Test
  void aLostApplicationMasterIsReplacedAndItsJobGoesOnFromWhatHadSucceeded() {
    SimulatedRun run =
        SimulatedRun.of("fifo", CLUSTER)
            .with(
                parameters(new FailureModel(60_000, 20_000, 0))
                    .master(new MasterModel(ResourceVector.of(1024, 1), 500, 500)))
            .run(JOBS);

    assertThat(run.result().finished()).isEqualTo(60);
    assertThat(run.result().lostTasks())
        .isGreaterThan(run.runs().values().stream().mapToLong(JobRun::tasksRerun).sum());
  }

  @Test
  void theSameSeedGivesTheSameRunAndAnotherSeedAnother() {
    FailureModel failures = new FailureModel(60_000, 20_000, 0.1);

    assertThat(runs(failures, 7)).isEqualTo(runs(failures, 7)).isNotEqualTo(runs(failures, 8));
  }

  @Test
  void aClusterWithoutNodesWaitsForTheirReturn() {
    WorkloadJob long1 = job("a", 0, 30_000);
    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(1, 1))
            .with(parameters(new FailureModel(20_000, 100_000, 0)))
            .run(ImmutableList.copyOf(Collections.nCopies(1, long1)));

    assertThat(run.job("a").tasksRerun()).isPositive();
    assertThat(run.finishMillis("a")).isGreaterThan(130_000);
  }

  @Test
  void oneTaskAfterTheOtherIsNoReasonToGiveUp() {
    long[] taskMillis = new long[150_000];
    Arrays.fill(taskMillis, 10);

    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(1, 1)).run(job("long", 0, taskMillis));

    assertThat(run.finishMillis("long")).isEqualTo(1_500_000);
  }

  @Test
  void whatAlwaysFailsBeforeItEndsIsGivenUp() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(1, 1))
            .with(parameters(new FailureModel(1_000, 0, 0)))
            .run(job("hopeless", 0, 3_600_000));

    assertThat(run.result().unfinished()).isEqualTo(1);
    assertThat(run.job("hopeless").tasksRerun()).isGreaterThan(100_000);
  }

  @Test
  void nodesThatAreAwayForLongAreWaitedFor() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(200, 1))
            .with(parameters(new FailureModel(2_000, 10_000_000, 0)))
            .run(job("a", 0, 1_000, 1_000, 1_000, 1_000), job("b", 10_000, 500, 500));

    assertThat(run.result().finished()).isEqualTo(2);
  }

  private static List<JobRun> runs(FailureModel failures, long seed) {
    return ImmutableList.copyOf(
        SimulatedRun.of("fifo", CLUSTER)
            .with(parameters(failures).seed(seed))
            .run(JOBS)
            .runs()
            .values());
  }

  private static SimulationParameters.Builder parameters(FailureModel failures) {
    return SimulationParameters.builder().cycleMillis(0).failures(failures);
  }
}
