package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that nothing is known of, beside one whose tasks fill the cluster, so that a task that is
 * held back finds no room that nobody else can use.
 */
class PilotsIT {
  private static final String POLICY = "foresight";
  private static final String MAPS = "20";
  private static final String REDUCES = "10";
  private static final String FILLING = "filling";

  /** More than are done while a test lasts. */
  private static final int FILLING_TASKS = 600;

  private static final int NODES = 3;
  private static final int SLOTS_PER_NODE = 4;
  private static final int SLOTS = NODES * SLOTS_PER_NODE;
  private static final ImmutableMap<String, String> NO_SETTINGS = ImmutableMap.of();

  /** Instead of a plan that nobody has made yet. */
  private static final PlannedJob NONE =
      new PlannedJob(
              "none", OptionalLong.empty(), 0, false, new Reason(Reason.Code.NOTHING_WAITS, ""))
          .holding(Integer.MAX_VALUE);

  @TempDir private Path folder;

  @Test
  void ofFortyMapsAPilotRunsFirstAndTheOthersWhenItHasEnded() throws Exception {
    try (MapReduceCluster cluster = mapReduce(NO_SETTINGS);
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> filling = fill(cluster.configuration(), "default");
      awaitThatItFills(client, cluster.resourceManager(), FILLING);

      Job job = cluster.job(40, 1, 2_000);
      job.submit();
      String id = applicationId(job).toString();
      String held = awaitAnswer(cluster.configuration(), id, "\"heldTasks\":39");
      await().atMost(Workloads.PATIENCE).until(() -> succeeded(cluster, id) > 0);
      String known = awaitAnswer(cluster.configuration(), id, "\"heldTasks\":0");
      client.killApplication(application(client, FILLING)); // To be done sooner.

      assertThat(job.waitForCompletion(false)).isTrue();
      ImmutableList<ClusterEvent> tasks = scheduler(cluster.resourceManager()).tasks(id);
      assertHeldUntilOneHasEnded(1, tasks);
      assertThat(ended(tasks, MAPS)).isEqualTo(40);
      assertThat(ended(tasks, REDUCES)).isEqualTo(1);
      assertThat(held)
          .containsPattern("In the queue of pilots: 0 of 1 pilot ended, [01] running, for 40 tasks")
          .contains("no history");
      assertThat(known)
          .containsPattern("In queue \\d+ of 10: .* of work left, in all p10 .*, p50 .*, p90 ")
          .contains(" by no history and ");
      assertThat(filling.get()).hasSize(1);
    }
  }

  @Test
  void twoMapsAreNotHeld() throws Exception {
    try (MapReduceCluster cluster = mapReduce(NO_SETTINGS);
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> filling = fill(cluster.configuration(), "default");
      awaitThatItFills(client, cluster.resourceManager(), FILLING);

      Job job = cluster.job(2, 0, 500);

      assertThat(job.waitForCompletion(false)).isTrue();
      client.killApplication(application(client, FILLING));
      String id = applicationId(job).toString();
      assertThat(ended(scheduler(cluster.resourceManager()).tasks(id), MAPS)).isEqualTo(2);
      assertThat(scheduler(cluster.resourceManager()).planned(id))
          .filteredOn(planned -> planned.reason().code() == Reason.Code.THIN_JOB)
          .isNotEmpty()
          .allMatch(planned -> planned.heldTasks() == 0);
      assertThat(filling.get()).hasSize(1);
    }
  }

  @Test
  void aJobGoesOnWhoseMasterIsLostWhileItsPilotRuns() throws Exception {
    try (MapReduceCluster cluster = mapReduce(NO_SETTINGS);
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> filling = fill(cluster.configuration(), "default");
      awaitThatItFills(client, cluster.resourceManager(), FILLING);
      Job job = cluster.job(8, 1, 5_000);
      job.submit();
      ApplicationId id = applicationId(job);
      await()
          .atMost(Workloads.PATIENCE)
          .until(() -> running(cluster.resourceManager(), id.toString()) == 1);

      client.failApplicationAttempt(
          client.getApplicationReport(id).getCurrentApplicationAttemptId());
      await()
          .atMost(Workloads.PATIENCE)
          .until(
              () ->
                  client.getApplicationReport(id).getCurrentApplicationAttemptId().getAttemptId()
                          == 2
                      && succeeded(cluster, id.toString()) > 0);
      client.killApplication(application(client, FILLING));

      assertThat(job.waitForCompletion(false)).isTrue();
      ImmutableList<ClusterEvent> tasks = scheduler(cluster.resourceManager()).tasks(id.toString());
      assertHeldUntilOneHasEnded(1, tasks);
      assertThat(Iterables.getFirst(ends(tasks), TaskEnd.SUCCEEDED)).isEqualTo(TaskEnd.LOST);
      assertThat(ended(tasks, MAPS)).isEqualTo(8);
      assertThat(filling.get()).hasSize(1);
    }
  }

  @Test
  void aJobGoesOnWhenTheResourceManagerRestartsWhileItsPilotRuns() throws Exception {
    try (MapReduceCluster cluster = mapReduce(recovering(folder.resolve("store")));
        YarnClient client = client(cluster.configuration())) {
      // A master that lives in this process would not get over the restart.
      Job filling = cluster.job(200, 0, 20_000);
      filling.setJobName(FILLING);
      filling.submit();
      awaitThatItFills(client, cluster.resourceManager(), FILLING);
      Job job = cluster.job(8, 1, 40_000);
      job.submit();
      String id = applicationId(job).toString();
      await().atMost(Workloads.PATIENCE).until(() -> running(cluster.resourceManager(), id) == 1);
      ImmutableList<ClusterEvent> before = scheduler(cluster.resourceManager()).tasks(id);

      cluster.restartResourceManager();

      await()
          .atMost(Workloads.PATIENCE)
          .until(() -> !scheduler(cluster.resourceManager()).tasks(id).isEmpty());
      ClusterEvent recovered = scheduler(cluster.resourceManager()).tasks(id).get(0);
      await()
          .atMost(Workloads.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(ends(scheduler(cluster.resourceManager()).tasks(id)))
                      .as(
                          "ends of %s; last plan: %s",
                          scheduler(cluster.resourceManager()).tasks(id),
                          Iterables.getLast(scheduler(cluster.resourceManager()).planned(id), NONE))
                      .contains(TaskEnd.SUCCEEDED));
      client.killApplication(application(client, FILLING));
      // All of them; until each has slept as long as the pilot would be a wait for nothing new.
      await()
          .atMost(Workloads.PATIENCE)
          .until(() -> started(scheduler(cluster.resourceManager()).tasks(id), MAPS) >= 8);
      ImmutableList<ClusterEvent> tasks = scheduler(cluster.resourceManager()).tasks(id);
      client.killApplication(ApplicationId.fromString(id));

      assertThat(recovered)
          .isInstanceOfSatisfying(
              ClusterEvent.TaskStarted.class,
              started ->
                  assertThat(started.taskId())
                      .isEqualTo(((ClusterEvent.TaskStarted) before.get(0)).taskId()));
      assertHeldUntilOneHasEnded(1, tasks);
      assertThat(started(tasks, MAPS)).as("each once: %s", tasks).isEqualTo(8);
      assertThat(ends(tasks)).containsOnly(TaskEnd.SUCCEEDED);
    }
  }

  @Test
  void aPilotWhoseNodeStopsIsReplacedAndTellsNothing() throws Exception {
    try (LocalYarnCluster cluster =
            local(ImmutableMap.of("yarn.nm.liveness-monitor.expiry-interval-ms", "3000"));
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> filling = fill(cluster.configuration(), "adhoc");
      awaitThatItFills(client, cluster.resourceManager(), FILLING);
      CompletableFuture<ImmutableList<JobRun>> runs =
          Workloads.runInBackground(cluster, Workloads.bestEffort("sampled", 8, 6_000));
      String id = awaitPilot(client, cluster.resourceManager(), "sampled");

      cluster.stopNode(nodeOfPilot(cluster.resourceManager(), id));

      await()
          .atMost(Workloads.PATIENCE)
          .until(
              () ->
                  ends(scheduler(cluster.resourceManager()).tasks(id)).contains(TaskEnd.SUCCEEDED));
      client.killApplication(application(client, FILLING));
      assertThat(runs.get()).allMatch(JobRun::succeeded);
      ImmutableList<ClusterEvent> tasks = scheduler(cluster.resourceManager()).tasks(id);
      assertHeldUntilOneHasEnded(1, tasks);
      assertThat(ends(tasks).get(0)).isEqualTo(TaskEnd.LOST);
      assertThat(filling.get()).hasSize(1);
    }
  }

  @Test
  void aPilotThatHangsLetsItsJobGoAfterThePatience() throws Exception {
    try (LocalYarnCluster cluster =
            local(ImmutableMap.of("foresight.pilot-patience-millis", "3000"));
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> filling = fill(cluster.configuration(), "adhoc");
      awaitThatItFills(client, cluster.resourceManager(), FILLING);
      CompletableFuture<ImmutableList<JobRun>> hanging =
          Workloads.runInBackground(cluster, Workloads.bestEffort("sampled", 8, 300_000));
      String id = awaitPilot(client, cluster.resourceManager(), "sampled");

      awaitPlan(cluster.resourceManager(), id, planned -> planned.heldTasks() == 0);
      client.killApplication(application(client, FILLING));
      await().atMost(Workloads.PATIENCE).until(() -> used(client, "sampled") == 8);

      assertThat(ends(scheduler(cluster.resourceManager()).tasks(id))).isEmpty();
      client.killApplication(application(client, "sampled"));
      assertThat(filling.get()).hasSize(1);
      assertThat(hanging.get()).hasSize(1);
    }
  }

  @Test
  void onAnIdleClusterTheHeldTasksStartToo() throws Exception {
    try (LocalYarnCluster cluster = local(NO_SETTINGS);
        YarnClient client = client(cluster.configuration())) {
      CompletableFuture<ImmutableList<JobRun>> alone =
          Workloads.runInBackground(cluster, Workloads.bestEffort("sampled", SLOTS, 300_000));

      await().atMost(Workloads.PATIENCE).until(() -> used(client, "sampled") == SLOTS);

      String id = application(client, "sampled").toString();
      assertThat(scheduler(cluster.resourceManager()).planned(id))
          .as("plans that hold all but the pilot")
          .anyMatch(planned -> planned.heldTasks() == SLOTS - 1);
      assertThat(ends(scheduler(cluster.resourceManager()).tasks(id))).isEmpty();
      client.killApplication(application(client, "sampled"));
      assertThat(alone.get()).hasSize(1);
    }
  }

  // --- what the jobs did ------------------------------------------------------------------------

  /** Until one has ended well, no more than so many run at a time. */
  private static void assertHeldUntilOneHasEnded(int pilots, ImmutableList<ClusterEvent> tasks) {
    Set<String> running = new HashSet<>();
    for (ClusterEvent event : tasks) {
      if (event instanceof ClusterEvent.TaskStarted started) {
        running.add(started.taskId());
        assertThat(running)
            .as("tasks that run while pilots do: %s", tasks)
            .hasSizeLessThanOrEqualTo(pilots);
      } else if (event instanceof ClusterEvent.TaskFinished finished) {
        running.remove(finished.taskId());
        if (finished.end() == TaskEnd.SUCCEEDED) {
          return;
        }
      }
    }
    throw new AssertionError("No task has ended well: " + tasks);
  }

  /** How many tasks of a stage have started. */
  private static long started(ImmutableList<ClusterEvent> tasks, String stage) {
    return tasks.stream()
        .filter(
            event ->
                event instanceof ClusterEvent.TaskStarted started && started.stage().equals(stage))
        .count();
  }

  /** How many tasks of a stage have ended well. */
  private static int ended(ImmutableList<ClusterEvent> tasks, String stage) {
    Map<String, String> stages = new HashMap<>();
    int ended = 0;
    for (ClusterEvent event : tasks) {
      if (event instanceof ClusterEvent.TaskStarted started) {
        stages.put(started.taskId(), started.stage());
      } else if (event instanceof ClusterEvent.TaskFinished finished
          && finished.end() == TaskEnd.SUCCEEDED
          && stage.equals(stages.get(finished.taskId()))) {
        ended++;
      }
    }
    return ended;
  }

  private static ImmutableList<TaskEnd> ends(ImmutableList<ClusterEvent> tasks) {
    return tasks.stream()
        .filter(ClusterEvent.TaskFinished.class::isInstance)
        .map(event -> ((ClusterEvent.TaskFinished) event).end())
        .collect(toImmutableList());
  }

  private static long succeeded(MapReduceCluster cluster, String id) {
    return ends(scheduler(cluster.resourceManager()).tasks(id)).stream()
        .filter(TaskEnd.SUCCEEDED::equals)
        .count();
  }

  private static long running(ResourceManager resourceManager, String id) {
    ImmutableList<ClusterEvent> tasks = scheduler(resourceManager).tasks(id);
    return tasks.size() - 2L * ends(tasks).size();
  }

  private static RecordingScheduler scheduler(ResourceManager resourceManager) {
    return (RecordingScheduler) resourceManager.getResourceScheduler();
  }

  private static int used(YarnClient client, String name) throws Exception {
    Optional<ApplicationId> id = find(client, name);
    return id.isEmpty()
        ? 0
        : client
            .getApplicationReport(id.get())
            .getApplicationResourceUsageReport()
            .getNumUsedContainers();
  }

  private static ApplicationId application(YarnClient client, String name) throws Exception {
    return find(client, name).orElseThrow();
  }

  private static Optional<ApplicationId> find(YarnClient client, String name) throws Exception {
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .map(ApplicationReport::getApplicationId)
        .findFirst();
  }

  private static ApplicationId applicationId(Job job) {
    return TypeConverter.toYarn(job.getJobID()).getAppId();
  }

  /** The node on which the first of the job's tasks runs. */
  private static NodeId nodeOfPilot(ResourceManager resourceManager, String jobId) {
    RecordingScheduler scheduler = scheduler(resourceManager);
    ClusterEvent.TaskStarted pilot = (ClusterEvent.TaskStarted) scheduler.tasks(jobId).get(0);
    return scheduler.getRMContainer(ContainerId.fromString(pilot.taskId())).getAllocatedNode();
  }

  /** Waits until the ResourceManager says this of a job; returns all that it says. */
  private static String awaitAnswer(Configuration conf, String jobId, String said) {
    return await()
        .atMost(Workloads.PATIENCE)
        .until(() -> answer(conf, jobId), answer -> answer.contains(said));
  }

  private static String answer(Configuration conf, String jobId) throws Exception {
    URI address =
        URI.create(
            "http://"
                + conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS)
                + "/ws/v1/foresight/jobs/"
                + jobId);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  // --- the clusters -----------------------------------------------------------------------------

  private MapReduceCluster mapReduce(ImmutableMap<String, String> settings) throws IOException {
    return MapReduceCluster.start(
        folder,
        RecordingScheduler.class,
        NODES,
        SLOTS_PER_NODE,
        ImmutableMap.<String, String>builder()
            .put("foresight.policy", POLICY)
            .putAll(settings)
            .buildOrThrow());
  }

  /** Settings with which a ResourceManager finds again what the one before it left. */
  private static ImmutableMap<String, String> recovering(Path store) throws IOException {
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    settings.put(YarnConfiguration.RECOVERY_ENABLED, "true");
    // As by default: else a map may start as the pilot before the pilot's node is back.
    settings.put(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "10000");
    settings.put(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    settings.put(YarnConfiguration.FS_RM_STATE_STORE_URI, store.toUri().toString());
    settings.put(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "200");
    settings.put(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, "1");
    settings.put(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_RETRY_INTERVAL_KEY, "200");
    // By default nodes call the ResourceManager that was there when they started as an object.
    settings.put(YarnConfiguration.YARN_MINICLUSTER_USE_RPC, "true");
    settings.put(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, "true");
    for (String address :
        ImmutableList.of(
            YarnConfiguration.NM_ADDRESS,
            YarnConfiguration.NM_LOCALIZER_ADDRESS,
            YarnConfiguration.NM_WEBAPP_ADDRESS)) {
      settings.put(address, "localhost:0");
    }
    for (String address :
        ImmutableList.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_WEBAPP_ADDRESS)) {
      try (ServerSocket free = new ServerSocket(0)) {
        settings.put(address, "localhost:" + free.getLocalPort());
      }
    }
    return settings.buildOrThrow();
  }

  private static LocalYarnCluster local(ImmutableMap<String, String> settings) throws Exception {
    return LocalYarnCluster.start(
        LocalYarnParameters.DEFAULTS
            .withSize(NODES, SLOTS_PER_NODE)
            .withScheduler(
                RecordingScheduler.class.getName(),
                true,
                ImmutableMap.<String, String>builder()
                    .put("foresight.mode", "on")
                    .put("foresight.policy", POLICY)
                    .put("foresight.cycle-millis", "200")
                    .put("foresight.slot-millis", "500")
                    .putAll(settings)
                    .buildOrThrow()));
  }

  private static YarnClient client(Configuration conf) {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    return client;
  }

  /** Runs short tasks, more than a test lasts for, in the queue. */
  private static CompletableFuture<ImmutableList<JobRun>> fill(Configuration conf, String queue) {
    WorkloadJob filling =
        Workloads.job(FILLING, "bob", queue, OptionalLong.empty(), FILLING_TASKS, 4_000);
    Workload workload =
        new Workload("it", "made by hand", ImmutableList.of(), ImmutableList.of(filling));
    DriverParameters parameters =
        DriverParameters.DEFAULTS.withTimeScale(1.0).withTimeout(Duration.ofMinutes(10));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new WorkloadDriver(conf, parameters, InstantSource.system())
                .run(workload, progress -> {});
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Waits until a job has all of the cluster, and it is known how large it is. */
  private static void awaitThatItFills(
      YarnClient client, ResourceManager resourceManager, String name) throws Exception {
    await().atMost(Workloads.PATIENCE).until(() -> used(client, name) == SLOTS);
    awaitPlan(resourceManager, application(client, name).toString(), job -> job.heldTasks() == 0);
  }

  /** Waits until the last plan with a job says this of it. */
  private static void awaitPlan(
      ResourceManager resourceManager, String jobId, Predicate<PlannedJob> said) {
    await()
        .atMost(Workloads.PATIENCE)
        .until(() -> Iterables.getLast(scheduler(resourceManager).planned(jobId), NONE), said);
  }

  /** Waits until a task of the job runs; returns the job's id. */
  private static String awaitPilot(YarnClient client, ResourceManager resourceManager, String name)
      throws Exception {
    await()
        .atMost(Workloads.PATIENCE)
        .until(
            () ->
                find(client, name)
                    .filter(id -> running(resourceManager, id.toString()) == 1)
                    .isPresent());
    return application(client, name).toString();
  }
}
