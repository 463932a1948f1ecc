package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.OptionalLong;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Best-effort jobs fill a cluster; then comes a gang with a deadline. */
class PreemptionIT {
  private static final ImmutableMap<String, String> PREEMPTION =
      ImmutableMap.of("foresight.preemption", "true", "foresight.preemption.grace-millis", "500");
  private static final int WIDTH = 4;

  /** With the application master they fill two nodes of four slots. */
  private static final int MAPS = 7;

  private static final long GANG_SUBMIT_MILLIS = 5_000;
  private static final long DEADLINE_MILLIS = 25_000;

  @ParameterizedTest(name = "asynchronous scheduling: {0}")
  @ValueSource(booleans = {true, false})
  void aBestEffortJobShrinksForAGangAndFinishesAllTheSame(boolean asynchronous) throws Exception {
    try (LocalYarnCluster cluster =
        Workloads.cluster(ForesightScheduler.class, asynchronous, PREEMPTION)) {
      WorkloadJob filling = Workloads.bestEffort("filling", 8, 30_000);

      ImmutableList<JobRun> runs = Workloads.run(cluster, filling, gang("production"));

      JobRun filled = runs.get(0);
      assertGangIsInTime(runs.get(1));
      assertThat(filled.succeeded()).isTrue();
      assertThat(filled.tasksRerun()).isEqualTo(WIDTH);
      PreemptionCounters.Totals totals = counters(cluster.resourceManager());
      assertThat(totals.stopped()).isEqualTo(WIDTH);
      assertThat(totals.lostWorkMillis()).isPositive();
    }
  }

  @Test
  void mapsThatMakeRoomCountAsKilledAndTheirJobSucceeds(@TempDir Path folder) throws Exception {
    try (MapReduceCluster cluster =
        MapReduceCluster.start(folder, ForesightScheduler.class, 2, 4, PREEMPTION)) {
      Job maps = cluster.job(MAPS, 0, 30_000);
      maps.submit();
      QueueMetrics used = cluster.resourceManager().getResourceScheduler().getRootQueueMetrics();
      await().atMost(Workloads.PATIENCE).until(() -> used.getAllocatedContainers() == 1 + MAPS);

      Workload workload =
          new Workload("it", "made by hand", ImmutableList.of(), ImmutableList.of(gang("default")));
      DriverParameters parameters =
          DriverParameters.DEFAULTS.withTimeScale(1.0).withTimeout(Workloads.PATIENCE);
      ImmutableList<JobRun> runs =
          new WorkloadDriver(cluster.configuration(), parameters, InstantSource.system())
              .run(workload, progress -> {});

      assertThat(runs).allMatch(JobRun::succeeded);
      assertThat(maps.waitForCompletion(false)).isTrue();
      long stopped = counters(cluster.resourceManager()).stopped();
      assertThat(stopped).isPositive();
      assertThat(maps.getCounters().findCounter(JobCounter.NUM_KILLED_MAPS).getValue())
          .isEqualTo(stopped);
      assertThat(maps.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue()).isZero();
    }
  }

  private static WorkloadJob gang(String queue) {
    return WorkloadJob.ofOneStage(
        "gang",
        GANG_SUBMIT_MILLIS,
        "alice",
        "gang",
        queue,
        OptionalLong.of(GANG_SUBMIT_MILLIS + DEADLINE_MILLIS),
        true,
        ImmutableList.copyOf(Collections.nCopies(WIDTH, 1_000L)));
  }

  private static void assertGangIsInTime(JobRun gang) {
    assertThat(gang.succeeded()).isTrue();
    assertThat(gang.finishMillis().orElseThrow())
        .as("end of the gang, which without preemption could not begin before 30 s")
        .isLessThan(GANG_SUBMIT_MILLIS + DEADLINE_MILLIS);
    assertThat(gang.tasksRerun()).isZero();
  }

  private static PreemptionCounters.Totals counters(ResourceManager resourceManager) {
    return ((ForesightScheduler) resourceManager.getResourceScheduler())
        .preemptionCounters()
        .totals();
  }
}
