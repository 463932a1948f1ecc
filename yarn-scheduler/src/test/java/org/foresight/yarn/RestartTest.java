package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ResourceManager is restarted at random moments, with work-preserving recovery: nothing is
 * lost or counted twice, and the next one's plans know what the last one's knew.
 */
class RestartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_ROUNDS = 50_000;
  private static final int APPLICATIONS = 9;
  private static final int APPLICATIONS_AT_ONCE = 4;
  private static final int MOST_TASKS = 5;
  private static final int RESTARTS = 3;

  /** What applications say, one after the other. In shadow mode nobody is refused. */
  private static final List<Map.Entry<String, Set<String>>> KINDS =
      List.of(
          Map.entry("on", Set.of("foresight.deadline=PT1H")),
          Map.entry("on", Set.of()),
          Map.entry("shadow", Set.of("foresight.deadline=soon", "foresight.gang=perhaps")),
          Map.entry("on", Set.of("foresight.deadline=PT20M", "foresight.gang=true")),
          Map.entry("on", Set.of("foresight.class=service")),
          Map.entry("shadow", Set.of("foresight.deadline=2020-01-01T00:00:00Z")),
          Map.entry("on", Set.of("foresight.deadline=PT30M", "foresight.value=7")));

  private static final Map<String, String> MODES =
      Map.of(
          "foresight.queue.root.on.mode", "on",
          "foresight.queue.root.shadow.mode", "shadow");

  private static final String NAME = "nightly";

  private static final JobFeatures FEATURES =
      JobFeatures.builder("ada", NAME, "root.on").jobType("YARN").priority(0).build();

  @TempDir private Path folder;

  /** Which ResourceManager is the next one; the last one is of no more use then. */
  private interface Succession {
    LocalResourceManager after(LocalResourceManager last) throws Exception;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void nothingIsLostOrCountedTwiceAndPlansGoOn(long seed) throws Exception {
    LivingCluster cluster = new LivingCluster(start(), new SplittableRandom(seed));
    try {
      goThrough(cluster, LocalResourceManager::restart);
    } finally {
      cluster.yarn().close();
    }
    assertKeptWhatIsToBeKept(cluster);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void norIsItWhereAnotherOneTakesOver(long seed) throws Exception {
    LivingCluster cluster;
    try (ResourceManagerPair pair =
        ResourceManagerPair.start(folder, folder.resolve("history"), MODES)) {
      cluster =
          new LivingCluster(ResourceManagerPair.activate(pair.first()), new SplittableRandom(seed));
      goThrough(
          cluster,
          active -> {
            active.standBy();
            return ResourceManagerPair.activate(pair.otherThan(active));
          });
    }
    assertKeptWhatIsToBeKept(cluster);
  }

  /** ResourceManagers end, or are put on standby, at random moments of applications' lives. */
  private static void goThrough(LivingCluster cluster, Succession succession) throws Exception {
    SplittableRandom random = cluster.random().split();
    for (int node = 0; node < 3; node++) {
      LivingCluster.Node unused = cluster.addNode(8);
    }
    int restarts = 0;
    int untilRestart = 5 + random.nextInt(20);
    long outcomesBefore = 0;
    for (int round = 0; !hasEnded(cluster, restarts); round++) {
      assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
      // One runs in the last life alone, however few rounds the others' took: it is learned.
      submitOrEndTasks(cluster, restarts == RESTARTS ? APPLICATIONS : APPLICATIONS - 1, random);
      cluster.round();
      if (untilRestart-- == 0 && restarts < RESTARTS) {
        outcomesBefore = withDeadlines(cluster, LivingCluster.Application::hasFinished);
        History before = ((WatchedScheduler) cluster.yarn().scheduler()).history();
        cluster.follow(succession.after(cluster.yarn()));
        restarts++;
        assertKnowsOfTasksWhatWasKnown(before, cluster);
        untilRestart = 1 + random.nextInt(30);
        assertSeenAsBefore(cluster);
      }
    }
    assertThat(restarts).isEqualTo(RESTARTS);
    endServices(cluster);

    for (LivingCluster.Application application : cluster.applications) {
      assertThat(application.app().getFinalApplicationStatus())
          .as("%s, which is %s", application.id, application.app().getState())
          .isEqualTo(FinalApplicationStatus.SUCCEEDED);
      assertThat(application.done()).hasSize(application.wanted);
    }
    cluster.assertRecount();
    long outcomes = withDeadlines(cluster, each -> true) - outcomesBefore;
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(outcomesCounted()).isEqualTo(outcomes));
    assertThat(cluster.yarn().scheduler().getRootQueue().getMetrics().getAllocatedContainers())
        .isZero();
    ForesightScheduler scheduler = (ForesightScheduler) cluster.yarn().scheduler();
    await().atMost(PATIENCE).until(() -> scheduler.holds("root.on"));
  }

  private static long withDeadlines(
      LivingCluster cluster, Predicate<LivingCluster.Application> wanted) {
    return cluster.applications.stream()
        .filter(wanted)
        .filter(each -> goal(each).deadlineMillis().isPresent())
        .count();
  }

  /** Of how many deadlines the ResourceManager that is active says what became of them. */
  private static long outcomesCounted() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(ForesightMetrics.RECORD).getMetrics(collector, true);
    Set<String> outcomes = Set.of("DeadlinesMet", "DeadlinesMissed", "DeadlinesFailed");
    return Streams.stream(collector.getRecords().get(0).metrics())
        .filter(metric -> outcomes.contains(metric.name()))
        .mapToLong(metric -> metric.value().longValue())
        .sum();
  }

  private void assertKeptWhatIsToBeKept(LivingCluster cluster) throws IOException {
    assertLearnedWhatWasSeenAsAWhole(cluster);
    assertNothingOfOursIsStoredBut(
        cluster.applications.stream().flatMap(each -> each.tags.stream()).toList());
  }

  private static boolean hasEnded(LivingCluster cluster, int restarts) {
    return restarts == RESTARTS
        && cluster.applications.size() == APPLICATIONS
        && cluster.applications.stream().allMatch(each -> each.isService() || each.hasFinished());
  }

  private static void submitOrEndTasks(
      LivingCluster cluster, int mostApplications, SplittableRandom random) throws Exception {
    long alive = cluster.applications.stream().filter(each -> !each.hasFinished()).count();
    int submitted = cluster.applications.size();
    if (submitted < mostApplications && alive < APPLICATIONS_AT_ONCE && random.nextInt(4) == 0) {
      Map.Entry<String, Set<String>> kind = KINDS.get(submitted % KINDS.size());
      LivingCluster.Application unused =
          cluster.submit(NAME, kind.getKey(), 1 + random.nextInt(MOST_TASKS), kind.getValue());
    }
    for (LivingCluster.Application application : cluster.applications) {
      if (!application.isService() && random.nextInt(4) == 0) {
        cluster.endTask(application);
      }
    }
  }

  private static void endServices(LivingCluster cluster) throws Exception {
    for (int round = 0;
        !cluster.applications.stream().allMatch(LivingCluster.Application::hasEnded);
        round++) {
      assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
      for (LivingCluster.Application application : cluster.applications) {
        cluster.endTask(application);
      }
      cluster.round();
    }
  }

  /** Between the lives of the ResourceManager nothing was learned. */
  private static void assertKnowsOfTasksWhatWasKnown(History before, LivingCluster cluster) {
    History after = ((WatchedScheduler) cluster.yarn().scheduler()).history();
    for (String stage : List.of(LivingCluster.STAGE, "unseen")) {
      assertThat(after.spreads().spread(FEATURES, stage))
          .as("how the tasks of stage %s differ", stage)
          .isEqualTo(before.spreads().spread(FEATURES, stage));
    }
  }

  /** Goals are those of the submission, and tasks run since they were created. */
  private static void assertSeenAsBefore(LivingCluster cluster) {
    WatchedScheduler scheduler = (WatchedScheduler) cluster.yarn().scheduler();
    Map<String, Long> created = cluster.createdMillis();
    Map<String, LivingCluster.Application> expected = new HashMap<>();
    for (LivingCluster.Application application : cluster.applications) {
      if (!application.hasFinished() && application.isIn("root.on")) {
        expected.put(application.id.toString(), application);
      }
    }
    await().atMost(PATIENCE).until(() -> ids(scheduler.seen().jobs()).equals(expected.keySet()));
    for (JobView job : scheduler.seen().jobs()) {
      LivingCluster.Application application = requireNonNull(expected.get(job.id()));
      assertThat(job.submitMillis()).isEqualTo(application.submitMillis);
      assertThat(job.goal()).isEqualTo(goal(application));
      for (RunningTask task : job.running()) {
        assertThat(task.startMillis()).as(task.taskId()).isEqualTo(created.get(task.taskId()));
      }
      assertThat(job.running())
          .as("tasks of %s", job.id())
          .hasSize(application.running().size() + (application.hasMaster() ? 1 : 0));
    }
  }

  private static Set<String> ids(ImmutableList<JobView> jobs) {
    return jobs.stream().map(JobView::id).collect(toSet());
  }

  private static JobGoal goal(LivingCluster.Application application) {
    return GoalParser.parse(application.tags, Map.of(), Map.of(), application.submitMillis).goal();
  }

  /** Of a job that ran through a restart some tasks were not seen: it teaches nothing. */
  private void assertLearnedWhatWasSeenAsAWhole(LivingCluster cluster) throws IOException {
    long whole =
        cluster.applications.stream()
            .filter(each -> each.ranInOneLife() && !each.isService())
            .count();
    assertThat(whole).isPositive().isLessThan(APPLICATIONS);
    MixturePredictor predictor = new MixturePredictor();
    try (HistoryStore kept =
        HistoryStore.open(
            new HadoopHistoryStorage(
                new org.apache.hadoop.fs.Path(folder.resolve("history").toUri()),
                new Configuration(false)),
            predictor,
            HistorySettings.of("a test"),
            problem -> {})) {
      assertThat(kept.recordsLearned()).isEqualTo(whole);
      assertThat(kept.spreads().valueCount()).isPositive();
    }
    assertThat(predictor.predict(FEATURES)).isPresent();
  }

  /** The store holds what users submitted and nothing that was predicted or planned. */
  private void assertNothingOfOursIsStoredBut(List<String> tags) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("store"))) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                String text = text(file).toLowerCase(Locale.ROOT); // As YARN keeps tags.
                for (String tag : tags) {
                  text = text.replace(tag.toLowerCase(Locale.ROOT), "");
                }
                assertThat(text.contains("foresight")).as(file.toString()).isFalse();
              });
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LocalResourceManager start() throws IOException {
    Map<String, String> settings = new HashMap<>(MODES);
    settings.put("foresight.cycle-millis", "5");
    settings.put("foresight.history.dir", folder.resolve("history").toString());
    return LocalResourceManager.start(
        WatchedScheduler.class,
        QueueFiles.twoQueues(folder),
        Set.of(),
        recovering(folder, settings));
  }

  /** Settings with which what is stored in a folder is recovered. */
  static Map<String, String> recovering(Path folder, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put(YarnConfiguration.RECOVERY_ENABLED, "true");
    settings.put(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "0");
    settings.put(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    settings.put(
        YarnConfiguration.FS_RM_STATE_STORE_URI, folder.resolve("store").toUri().toString());
    return settings;
  }
}
