package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.testbed.ContainerListener;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LatencyProbe;
import org.foresight.testbed.ProgressListener;
import org.foresight.testbed.TaskRecorder;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;

/** Runs a workload on a YARN that is there. */
final class WorkloadRun {

  private static final String QUEUE_SETTINGS = "yarn.scheduler.";

  private WorkloadRun() {}

  /**
   * Runs it to its end or to the timeout.
   *
   * @param conf how to reach the YARN, and its queues
   * @param scheduler who schedules there
   * @param probe measures inside of it, where that can be done
   */
  static DemoOutcome on(
      Configuration conf,
      DemoScheduler scheduler,
      DemoPlan plan,
      ProgressListener progress,
      Optional<LatencyProbe> probe)
      throws InterruptedException {
    if (scheduler.isCapacity()) {
      return on(conf, scheduler, plan, progress, probe, Optional.empty());
    }
    String address = "http://" + conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    try (ForecastFollower follower =
        ForecastFollower.start(new ResourceManagerClient(ImmutableList.of(address), null))) {
      return on(conf, scheduler, plan, progress, probe, Optional.of(follower));
    }
  }

  private static DemoOutcome on(
      Configuration conf,
      DemoScheduler scheduler,
      DemoPlan plan,
      ProgressListener progress,
      Optional<LatencyProbe> probe,
      Optional<ForecastFollower> follower)
      throws InterruptedException {
    DriverParameters parameters = plan.driver().withOutcomesTold(scheduler.needsOracle());
    WorkloadDriver driver = new WorkloadDriver(conf, parameters, InstantSource.system());
    TaskRecorder recorder = new TaskRecorder(parameters.timeScale());
    ContainerListener containers =
        probe.map(p -> ContainerListener.of(p, recorder)).orElse(recorder);
    ImmutableList<JobRun> jobs = driver.run(plan.workload(), progress, containers);
    return new DemoOutcome(
        jobs,
        recorder.tasks(),
        follower
            .map(f -> f.byJob(recorder::job, recorder.begin(), parameters.timeScale()))
            .orElse(ImmutableMap.of()),
        queues(conf),
        probe.flatMap(LatencyProbe::latencies),
        follower.map(ForecastFollower::remarks).orElse(ImmutableList.of()));
  }

  /** The queues of a cluster of this configuration. */
  static CapacityQueues queues(Configuration conf) {
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    for (Map.Entry<String, String> setting : conf) {
      if (setting.getKey().startsWith(QUEUE_SETTINGS)) {
        settings.put(setting);
      }
    }
    return CapacityQueues.parse(settings.buildOrThrow());
  }
}
