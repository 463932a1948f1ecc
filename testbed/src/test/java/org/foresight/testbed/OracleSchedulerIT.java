package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.testbed.TestJobs.bestEffort;
import static org.foresight.testbed.TestJobs.slo;
import static org.foresight.testbed.TestJobs.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import org.foresight.testbed.TaskRun.Ending;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.yarn.OracleScheduler;
import org.junit.jupiter.api.Test;

/** On a real YARN: policies that are only there to be compared with, and what is seen of them. */
class OracleSchedulerIT {

  private static final int SLOTS = 4;

  /** A tenth of the workload's time. */
  private static final DriverParameters PARAMETERS =
      DriverParameters.DEFAULTS.withTimeScale(0.1).withTimeout(Duration.ofSeconds(60));

  private record Result(ImmutableList<JobRun> jobs, ImmutableList<TaskRun> tasks) {}

  @Test
  void whatIsStoppedForADeadlineIsRecordedAndRunsAgain() throws Exception {
    Result result =
        run(
            ImmutableMap.of(
                OracleScheduler.POLICY_KEY,
                "prio",
                "foresight.preemption",
                "true",
                "foresight.preemption.grace-millis",
                "300"),
            workload(
                wide("filling", 0, 120_000), slo("urgent", 40_000, 400_000, 10_000L, 10_000L)));

    assertThat(result.jobs()).allMatch(JobRun::succeeded);
    assertThat(result.jobs().get(0).tasksRerun()).isEqualTo(2);
    List<TaskRun> stopped =
        result.tasks().stream().filter(task -> task.ending() == Ending.PREEMPTED).toList();
    assertThat(stopped)
        .hasSize(2)
        .allSatisfy(
            task -> {
              assertThat(task.jobId()).isEqualTo("filling");
              assertThat(task.beneficiary()).contains("urgent");
              assertThat(task.runMillis()).isBetween(1L, 120_000L);
            });
    assertThat(result.tasks().stream().filter(task -> task.ending() == Ending.SUCCEEDED))
        .hasSize(SLOTS + 2);
  }

  @Test
  void aPolicyThatKnowsTheFutureIsToldItByTheJobs() throws Exception {
    Result result =
        run(
            ImmutableMap.of(OracleScheduler.POLICY_KEY, "sjf-oracle"),
            workload(
                // Long before the others, so that it has all slots also where masters start slowly.
                wide("filling", 0, 90_000),
                wide("first", 50_000, 60_000),
                wide("shortest", 60_000, 10_000)));

    assertThat(result.jobs()).allMatch(JobRun::succeeded);
    assertThat(result.jobs().get(2).firstTaskStartMillis().orElseThrow())
        .as("start of the shortest, which came last")
        .isLessThan(result.jobs().get(1).firstTaskStartMillis().orElseThrow());
  }

  private static WorkloadJob wide(String id, long submitMillis, long taskMillis) {
    return bestEffort(
        id, submitMillis, Collections.nCopies(SLOTS, taskMillis).toArray(new Long[0]));
  }

  private static Result run(ImmutableMap<String, String> settings, Workload workload)
      throws Exception {
    LocalYarnParameters cluster =
        LocalYarnParameters.DEFAULTS
            .withSize(1, SLOTS)
            .withScheduler(
                OracleScheduler.class.getName(),
                true,
                ImmutableMap.<String, String>builder()
                    .putAll(settings)
                    .put("foresight.mode", "on")
                    .put("foresight.cycle-millis", "200")
                    .buildOrThrow());
    try (LocalYarnCluster yarn = LocalYarnCluster.start(cluster)) {
      TaskRecorder recorder = new TaskRecorder(PARAMETERS.timeScale());
      ImmutableList<JobRun> jobs =
          new WorkloadDriver(
                  yarn.configuration(), PARAMETERS.withOutcomesTold(true), InstantSource.system())
              .run(workload, progress -> {}, ContainerListener.of(recorder));
      return new Result(jobs, recorder.tasks());
    }
  }
}
