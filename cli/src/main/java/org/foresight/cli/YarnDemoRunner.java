package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStore;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.foresight.testbed.ContainerListener;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LatencyProbe;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.TaskRecorder;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/** Runs the demo on a local YARN, a fresh one for each scheduler. */
final class YarnDemoRunner implements DemoRunner {

  private static final String QUEUE_SETTINGS = "yarn.scheduler.";

  @Override
  public DemoOutcome run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException {
    Path folder = folder(scheduler, plan);
    Path history = folder.resolve("history");
    save(history(plan.workload(), plan.driver().timeScale()), history);
    LocalYarnParameters parameters =
        LocalYarnParameters.DEFAULTS
            .withScheduler(
                scheduler.schedulerClass(),
                plan.asynchronous(),
                scheduler.configuration(history, plan.preemption()))
            .withWorkFolder(folder, plan.keepFolder().isPresent());
    view.booting();
    try (LocalYarnCluster cluster = LocalYarnCluster.start(parameters)) {
      return scheduler.isCapacity()
          ? run(cluster, scheduler, plan, view, Optional.empty())
          : runFollowed(cluster, scheduler, plan, view);
    } finally {
      view.close();
    }
  }

  private static DemoOutcome runFollowed(
      LocalYarnCluster cluster, DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws InterruptedException {
    String address = "http://" + cluster.configuration().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    try (ForecastFollower follower =
        ForecastFollower.start(new ResourceManagerClient(ImmutableList.of(address), null))) {
      return run(cluster, scheduler, plan, view, Optional.of(follower));
    }
  }

  private static DemoOutcome run(
      LocalYarnCluster cluster,
      DemoScheduler scheduler,
      DemoPlan plan,
      ProgressView view,
      Optional<ForecastFollower> follower)
      throws InterruptedException {
    DriverParameters parameters = plan.driver().withOutcomesTold(scheduler.needsOracle());
    WorkloadDriver driver =
        new WorkloadDriver(cluster.configuration(), parameters, InstantSource.system());
    LatencyProbe probe = LatencyProbe.in(cluster);
    TaskRecorder recorder = new TaskRecorder(parameters.timeScale());
    ImmutableList<JobRun> jobs =
        driver.run(plan.workload(), view, ContainerListener.of(probe, recorder));
    return new DemoOutcome(
        jobs,
        recorder.tasks(),
        follower
            .map(f -> f.byJob(recorder::job, recorder.begin(), parameters.timeScale()))
            .orElse(ImmutableMap.of()),
        queues(cluster.configuration()),
        probe.latencies(),
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

  private static Path folder(DemoScheduler scheduler, DemoPlan plan) throws IOException {
    return plan.keepFolder().isPresent()
        ? Files.createDirectories(plan.keepFolder().get().resolve(scheduler.id()))
        : Files.createTempDirectory("foresight-demo-");
  }

  /** Writes a history as a scheduler would have left it. */
  private static void save(ImmutableList<HistoryRecord> history, Path folder) throws IOException {
    try (HistoryStore store =
        HistoryStore.open(
            new LocalHistoryStorage(folder),
            new ThreeSigmaPredictor(),
            HistorySettings.of("demo"),
            problem -> {
              throw new IllegalStateException(problem.message()); // The folder is new.
            })) {
      history.forEach(job -> store.learn(job, Optional.empty()));
    }
  }

  /** What a scheduler on the cluster would have learnt, in real time as the cluster lives in it. */
  static ImmutableList<HistoryRecord> history(Workload workload, double timeScale) {
    return workload.history().stream()
        .map(job -> record(job, timeScale))
        .collect(toImmutableList());
  }

  private static HistoryRecord record(WorkloadJob job, double timeScale) {
    return new HistoryRecord(
        new JobFeatures(job.user(), job.name(), "root." + job.queue()),
        new JobOutcome(
            Math.round(job.spanMillis() * timeScale),
            job.width(),
            Math.round(job.workMillis() * timeScale)));
  }
}
