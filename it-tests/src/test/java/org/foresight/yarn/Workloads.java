package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/** Small clusters and workloads in real time for the tests of this package. */
final class Workloads {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private Workloads() {}

  /** A small YARN under this scheduler, with a quick planner for all queues. */
  static LocalYarnCluster cluster(
      Class<? extends ForesightScheduler> scheduler,
      boolean asynchronous,
      Map<String, String> extraConfiguration)
      throws Exception {
    return LocalYarnCluster.start(
        LocalYarnParameters.DEFAULTS
            .withSize(2, 4)
            .withScheduler(
                scheduler.getName(),
                asynchronous,
                ImmutableMap.<String, String>builder()
                    .put("foresight.mode", "on")
                    .put("foresight.cycle-millis", "200")
                    .put("foresight.slot-millis", "500")
                    .put("foresight.planner-timeout-millis", "1000")
                    .putAll(extraConfiguration)
                    .buildOrThrow()));
  }

  static LocalYarnCluster cluster(Class<? extends ForesightScheduler> scheduler) throws Exception {
    return cluster(scheduler, true, ImmutableMap.of());
  }

  static WorkloadJob slo(String id, long deadlineMillis, int tasks, long taskMillis) {
    return job(id, "alice", "production", OptionalLong.of(deadlineMillis), tasks, taskMillis);
  }

  static WorkloadJob bestEffort(String id, int tasks, long taskMillis) {
    return job(id, "bob", "adhoc", OptionalLong.empty(), tasks, taskMillis);
  }

  static WorkloadJob job(
      String id,
      String user,
      String queue,
      OptionalLong deadlineMillis,
      int tasks,
      long taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        0,
        user,
        id,
        queue,
        deadlineMillis,
        false,
        ImmutableList.copyOf(Collections.nCopies(tasks, taskMillis)));
  }

  /** Runs the jobs, all submitted at once, and returns when they have ended. */
  static ImmutableList<JobRun> run(LocalYarnCluster cluster, WorkloadJob... jobs)
      throws InterruptedException {
    Configuration conf = cluster.configuration();
    DriverParameters parameters =
        DriverParameters.DEFAULTS.withTimeScale(1.0).withTimeout(PATIENCE);
    Workload workload =
        new Workload("it", "made by hand", ImmutableList.of(), ImmutableList.copyOf(jobs));
    return new WorkloadDriver(conf, parameters, InstantSource.system())
        .run(workload, progress -> {});
  }

  static CompletableFuture<ImmutableList<JobRun>> runInBackground(
      LocalYarnCluster cluster, WorkloadJob... jobs) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(cluster, jobs);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
