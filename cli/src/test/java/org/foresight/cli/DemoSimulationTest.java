package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.testbed.DriverParameters;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

class DemoSimulationTest {

  private static final int SLOTS = 32;

  @Test
  void theClustersLatenciesAreRealTimeAndTheResultIsWorkloadTime() {
    WorkloadJob job = job("one", "production", OptionalLong.empty(), 1, 4_000);

    JobRun run = run(DemoScheduler.CAPACITY, DemoOutcomes.QUEUES, 0.5, job).get(0);

    assertThat(run.job()).isEqualTo(job);
    assertThat(run.submitMillis()).isZero();
    // It asks after 300 ms of real time.
    assertThat(run.firstTaskStartMillis()).hasValue(600);
    // Of 450 ms that its container outlasts the 2 s of its task, 50 ms are the mean wait for the
    // report of its node, which happens to be due at once; the job knows of it 100 ms later.
    assertThat(run.finishMillis()).hasValue(2 * (300 + 400 + 2_000 + 100));
  }

  @Test
  void theClustersQueuesHold() {
    WorkloadJob wide = job("wide", "production", OptionalLong.empty(), SLOTS, 10_000);

    long free = finishMillis(run(DemoScheduler.CAPACITY, DemoOutcomes.QUEUES, 1, wide).get(0));
    long capped =
        finishMillis(run(DemoScheduler.CAPACITY, DemoOutcomes.queues(50), 1, wide).get(0));

    assertThat(free).isBetween(10_000L, 12_000L);
    assertThat(capped).isBetween(20_000L, 22_000L);
  }

  @Test
  void everySchedulerDecidesByItsOwnPolicy() {
    WorkloadJob urgent = job("urgent", "production", OptionalLong.of(13_000), SLOTS, 10_000);
    WorkloadJob patient = job("patient", "adhoc", OptionalLong.empty(), SLOTS, 10_000);

    ImmutableList<JobRun> capacity =
        run(DemoScheduler.CAPACITY, DemoOutcomes.QUEUES, 1, urgent, patient);
    ImmutableList<JobRun> foresight =
        run(DemoScheduler.FORESIGHT, DemoOutcomes.QUEUES, 1, urgent, patient);

    assertThat(capacity.get(0).missedDeadline()).isTrue();
    assertThat(foresight.get(0).missedDeadline()).isFalse();
    assertThat(finishMillis(foresight.get(1))).isGreaterThan(20_000);
  }

  @Test
  void onlyIfItMayPreemptionMakesRoomForADeadline() {
    WorkloadJob filling = job("long", "adhoc", OptionalLong.empty(), SLOTS, 30_000);
    WorkloadJob urgent =
        job("urgent", "production", OptionalLong.of(17_000), 4, 5_000)
            .at("urgent", 5_000, OptionalLong.of(17_000));

    ImmutableList<JobRun> waited =
        run(DemoScheduler.FORESIGHT, DemoOutcomes.QUEUES, 1, false, filling, urgent);
    ImmutableList<JobRun> stopped =
        run(DemoScheduler.FORESIGHT, DemoOutcomes.QUEUES, 1, true, filling, urgent);

    assertThat(waited.get(1).missedDeadline()).isTrue();
    assertThat(waited.get(0).tasksRerun()).isZero();
    assertThat(stopped.get(1).missedDeadline()).isFalse();
    assertThat(stopped.get(0).tasksRerun()).isEqualTo(4);
    assertThat(stopped.get(0).succeeded()).isTrue();
  }

  @Test
  void policiesThatKnowTheFutureAreToldIt() {
    WorkloadJob wide = job("wide", "adhoc", OptionalLong.empty(), SLOTS, 10_000);
    WorkloadJob small = job("small", "adhoc", OptionalLong.empty(), SLOTS, 1_000);

    ImmutableList<JobRun> runs =
        run(new DemoScheduler("sjf-oracle"), DemoOutcomes.QUEUES, 1, wide, small);

    assertThat(finishMillis(runs.get(1))).isLessThan(finishMillis(runs.get(0)));
  }

  @Test
  void whatRunsAtTheTimeoutOrComesLaterDidNotFinish() {
    ImmutableList<JobRun> runs =
        run(
            DemoScheduler.CAPACITY,
            DemoOutcomes.QUEUES,
            1,
            job("short", "adhoc", OptionalLong.empty(), 1, 1_000),
            job("endless", "adhoc", OptionalLong.empty(), 1, 3_600_000),
            job("late", "adhoc", OptionalLong.empty(), 1, 1_000)
                .at("late", 3_600_000, OptionalLong.empty()));

    assertThat(runs).extracting(JobRun::id).containsExactly("short", "endless", "late");
    assertThat(runs).extracting(JobRun::succeeded).containsExactly(true, false, false);
  }

  private static ImmutableList<JobRun> run(
      DemoScheduler scheduler, CapacityQueues queues, double timeScale, WorkloadJob... jobs) {
    return run(scheduler, queues, timeScale, false, jobs);
  }

  private static ImmutableList<JobRun> run(
      DemoScheduler scheduler,
      CapacityQueues queues,
      double timeScale,
      boolean preemption,
      WorkloadJob... jobs) {
    Workload workload =
        new Workload("test", "made by hand", history(jobs), ImmutableList.copyOf(jobs));
    DriverParameters driver =
        DriverParameters.DEFAULTS.withTimeScale(timeScale).withTimeout(Duration.ofMinutes(2));
    return DemoSimulation.run(
        scheduler,
        new DemoPlan(workload, driver, true, preemption, Optional.empty()),
        queues,
        DemoOutcomes.LATENCIES);
  }

  /** Every job has run often, and as long as it will. */
  private static ImmutableList<WorkloadJob> history(WorkloadJob... jobs) {
    ImmutableList.Builder<WorkloadJob> history = ImmutableList.builder();
    for (WorkloadJob job : jobs) {
      history.addAll(Collections.nCopies(20, job));
    }
    return history.build();
  }

  private static WorkloadJob job(
      String id, String queue, OptionalLong deadlineMillis, int tasks, long taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        0,
        "user-of-" + queue,
        id,
        queue,
        deadlineMillis,
        false,
        ImmutableList.copyOf(Collections.nCopies(tasks, taskMillis)));
  }

  private static long finishMillis(JobRun run) {
    return run.finishMillis().orElseThrow();
  }
}
