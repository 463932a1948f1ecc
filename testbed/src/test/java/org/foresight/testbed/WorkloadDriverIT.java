package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.foresight.testbed.TestJobs.bestEffort;
import static org.foresight.testbed.TestJobs.slo;
import static org.foresight.testbed.TestJobs.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.SignalContainerCommand;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.foresight.traces.JobRun;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WorkloadDriverIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final double TIME_SCALE = 0.05;

  /** Times are noted to the millisecond. */
  private static final long CLOCK_MILLIS = 4;

  private static LocalYarnCluster cluster;
  private static YarnClient client;

  @BeforeAll
  static void boot() throws Exception {
    cluster = LocalYarnCluster.start(LocalYarnParameters.DEFAULTS.withSize(2, 4));
    client = YarnClient.createYarnClient();
    client.init(cluster.configuration());
    client.start();
  }

  @AfterAll
  static void stop() {
    client.stop();
    cluster.close();
    assertThat(cluster.workFolder()).doesNotExist();
  }

  @Test
  void allJobsOfAWorkloadFinish() throws Exception {
    List<RunProgress> progress = new CopyOnWriteArrayList<>();
    Workload workload =
        workload(
            slo("comfortable", 0, 600_000, 20_000L, 20_000L),
            bestEffort("wide", 0, 20_000L, 20_000L, 20_000L, 20_000L, 20_000L),
            slo("hopeless", 20_000, 20_001, 20_000L));

    ImmutableList<JobRun> runs =
        new WorkloadDriver(cluster.configuration(), parameters(PATIENCE), InstantSource.system())
            .run(workload, progress::add);

    assertThat(runs).extracting(JobRun::id).containsExactly("comfortable", "wide", "hopeless");
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.succeeded()).isTrue();
              assertThat(run.tasksRerun()).isZero();
              assertThat(run.firstTaskStartMillis().orElseThrow())
                  .isGreaterThanOrEqualTo(run.submitMillis());
              assertThat(run.finishMillis().orElseThrow() - run.submitMillis())
                  .isGreaterThanOrEqualTo(20_000);
            });
    // The system's clock, by which times are noted, may be set back a little meanwhile.
    assertThat(runs.get(2).submitMillis())
        .isGreaterThanOrEqualTo(20_000 - Math.round(CLOCK_MILLIS / TIME_SCALE));
    RunMetrics metrics = RunMetrics.of(runs);
    assertThat(metrics.sloJobs()).isEqualTo(2);
    assertThat(metrics.sloMissed()).isEqualTo(1);
    assertThat(progress.get(progress.size() - 1)).isEqualTo(new RunProgress(3, 3, 0, 3));
  }

  @Test
  void applicationsCarryTheJobsUserQueueAndTags() throws Exception {
    new WorkloadDriver(cluster.configuration(), parameters(PATIENCE), InstantSource.system())
        .run(workload(slo("tagged", 0, 120_000, 1_000L)), progress -> {});

    ApplicationReport report = application("name-of-tagged");
    assertThat(report.getUser()).isEqualTo("user-of-production");
    assertThat(report.getQueue()).isEqualTo("root.production");
    assertThat(report.getYarnApplicationState()).isEqualTo(YarnApplicationState.FINISHED);
    assertThat(report.getApplicationTags())
        .contains("foresight.class=slo")
        .anySatisfy(tag -> assertThat(tag).matches("foresight\\.deadline=\\d{4}-.*[tT].*[zZ]"));
  }

  @Test
  void whatYarnAddsToEveryTaskIsMeasured() throws Exception {
    LatencyProbe probe = LatencyProbe.in(cluster);
    WorkloadJob job = bestEffort("measured", 0, 20_000L, 20_000L, 20_000L);

    JobRun run =
        new WorkloadDriver(cluster.configuration(), parameters(PATIENCE), InstantSource.system())
            .run(workload(job), progress -> {}, probe)
            .get(0);

    YarnLatencies latencies = probe.latencies().orElseThrow();
    assertThat(latencies.ask().count()).isEqualTo(1);
    assertThat(latencies.overhead().count()).isEqualTo(3);
    // The job takes at least as long as its parts.
    assertThat(latencies.launch().meanMillis()).isNotNegative();
    assertThat(latencies.report().meanMillis()).isNotNegative();
    assertThat(latencies.overhead().meanMillis()).isNotNegative();
    double realMillis =
        (run.finishMillis().orElseThrow() - run.submitMillis()) * TIME_SCALE + CLOCK_MILLIS;
    assertThat(latencies.ask().meanMillis() + latencies.overhead().meanMillis())
        .isPositive()
        .isLessThanOrEqualTo(realMillis - 20_000 * TIME_SCALE);
  }

  @Test
  void aStageWaitsForThoseBeforeItAndTellsTasksApart() throws Exception {
    TaskRecorder recorder = new TaskRecorder(TIME_SCALE);
    WorkloadJob maps = bestEffort("staged", 0, 20_000L, 40_000L);
    WorkloadStage reduce =
        new WorkloadStage(
            ImmutableLongArray.of(10_000), ImmutableIntArray.of(0), WorkloadStage.ONE_SLOT, "");
    WorkloadJob job =
        new WorkloadJob(
            maps.id(),
            0,
            maps.user(),
            maps.name(),
            maps.queue(),
            OptionalLong.empty(),
            false,
            ImmutableList.of(maps.stages().get(0), reduce),
            maps.preference(),
            maps.request());

    JobRun run =
        new WorkloadDriver(cluster.configuration(), parameters(PATIENCE), InstantSource.system())
            .run(workload(job), progress -> {}, recorder)
            .get(0);

    assertThat(run.succeeded()).isTrue();
    ImmutableList<TaskRun> tasks = recorder.tasks();
    assertThat(tasks).hasSize(3);
    assertThat(tasks.get(2).startMillis())
        .isGreaterThanOrEqualTo(
            Math.max(tasks.get(0).endMillis(), tasks.get(1).endMillis())
                - Math.round(CLOCK_MILLIS / TIME_SCALE));
    assertThat(tasks.get(2).runMillis()).isLessThan(tasks.get(1).runMillis());
  }

  @Test
  void theTaskOfAKilledContainerRunsAgain() throws Exception {
    WorkloadDriver driver =
        new WorkloadDriver(cluster.configuration(), parameters(PATIENCE), InstantSource.system());
    CompletableFuture<ImmutableList<JobRun>> runs =
        inBackground(driver, workload(bestEffort("victim", 0, 100_000L, 100_000L)));

    List<ContainerId> running =
        await()
            .atMost(PATIENCE)
            .until(() -> runningContainers("name-of-victim"), list -> list.size() == 2);
    client.signalToContainer(running.get(0), SignalContainerCommand.FORCEFUL_SHUTDOWN);

    JobRun run = runs.get().get(0);
    assertThat(run.tasksRerun()).isEqualTo(1);
    assertThat(run.succeeded()).isTrue();
  }

  @Test
  void whatRunsAtTheTimeoutIsKilled() throws Exception {
    WorkloadDriver driver =
        new WorkloadDriver(
            cluster.configuration(), parameters(Duration.ofSeconds(2)), InstantSource.system());

    ImmutableList<JobRun> runs =
        driver.run(
            workload(
                bestEffort("endless", 0, 36_000_000L),
                bestEffort("never-submitted", 36_000_000L, 1_000L)),
            progress -> {});

    assertThat(runs)
        .extracting(JobRun::finishMillis)
        .containsExactly(OptionalLong.empty(), OptionalLong.empty());
    await()
        .atMost(PATIENCE)
        .until(
            () -> application("name-of-endless").getYarnApplicationState(),
            YarnApplicationState.KILLED::equals);
    assertThat(cluster.resourceManager().getRMContext().getRMApps().values())
        .extracting(RMApp::getName)
        .doesNotContain("name-of-never-submitted");
  }

  private static DriverParameters parameters(Duration timeout) {
    return DriverParameters.DEFAULTS.withTimeScale(TIME_SCALE).withTimeout(timeout);
  }

  private static CompletableFuture<ImmutableList<JobRun>> inBackground(
      WorkloadDriver driver, Workload workload) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return driver.run(workload, progress -> {});
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static ApplicationReport application(String name) throws Exception {
    return client.getApplications().stream()
        .filter(report -> report.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<ContainerId> runningContainers(String name) {
    RMContext context = cluster.resourceManager().getRMContext();
    return context.getRMApps().values().stream()
        .filter(app -> app.getName().equals(name) && app.getState() == RMAppState.RUNNING)
        .flatMap(
            app ->
                context
                    .getScheduler()
                    .getSchedulerAppInfo(app.getCurrentAppAttempt().getAppAttemptId())
                    .getLiveContainers()
                    .stream())
        .filter(container -> container.getState() == RMContainerState.RUNNING)
        .map(RMContainer::getContainerId)
        .toList();
  }
}
