package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.util.Records;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes of the configuration of a real CapacityScheduler in a ResourceManager that is initialised
 * but does not run.
 */
class ForesightSchedulerTest {
  private static final long SUBMITTED = 990_000;

  @TempDir private Path folder;
  private final Map<String, String> site = new TreeMap<>();
  private final ResourceManager resourceManager = new ResourceManager();
  private RecordingScheduler scheduler = new RecordingScheduler();

  @BeforeAll
  static void allowManyResourceManagersInOneProcess() {
    DefaultMetricsSystem.setMiniClusterMode(true);
  }

  @BeforeEach
  void initialise() throws Exception {
    RecordingScheduler.policies.clear();
    RecordingScheduler.creationFails.set(false);
    RecordingScheduler.planningFails.set(false);
    writeQueues("etl", "adhoc");
    site.put("foresight.cycle-millis", "1");
  }

  @AfterEach
  void stop() {
    scheduler.stop();
    resourceManager.stop();
  }

  @Test
  void whereEveryQueueIsOffNothingOfForesightRuns() throws Exception {
    start();

    assertThat(RecordingScheduler.policies).isEmpty();
    assertThat(scheduler.shadowScore()).isEmpty();
    assertOwnOrder("root.etl");
  }

  @Test
  void queueThatIsOnIsHeldOnceThereIsAPlanAndNoOtherIs() throws Exception {
    mode("root.etl", "on");
    start();

    await().until(() -> holds("root.etl"));
    assertOwnOrder("root.adhoc");
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.ON);
    assertThat(RecordingScheduler.policies).hasSize(1);
  }

  @Test
  void queueInShadowModeIsPlannedForAndLeftAlone() throws Exception {
    mode("root.etl", "shadow");
    start();

    await().until(() -> RecordingScheduler.policies.get(0).plans.get() > 0);

    assertOwnOrder("root.etl");
    assertThat(RecordingScheduler.policies).hasSize(1);
    assertThat(scheduler.shadowScore()).isPresent();
    assertThat(scheduler.status().queuesOn()).isZero();
    assertThat(scheduler.status().queuesInShadow()).isEqualTo(1);
    await().until(() -> figure("ShadowPlansMade") > 0);
    assertThat(figure("PlansMade")).isZero();
    assertThat(figure("QueuesShadow")).isEqualTo(1);
  }

  @Test
  void modesChangeWithARefreshAndTheSwitchTurnsAllOff() throws Exception {
    start();
    mode("root.etl", "shadow");
    refresh();
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.SHADOW);
    assertOwnOrder("root.etl");
    await().until(() -> policy(0).plans.get() > 0);

    mode("root.etl", "on");
    refresh();
    await().until(() -> holds("root.etl"));
    await().until(() -> policy(0).hasEnded()); // No queue is in shadow mode any more.

    site.put("foresight.enabled", "false");
    refresh();
    assertOwnOrder("root.etl");
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
    await().until(() -> policy(1).hasEnded());

    site.put("foresight.enabled", "true");
    refresh();
    await().until(() -> holds("root.etl"));
    assertThat(RecordingScheduler.policies).hasSize(3);
  }

  @Test
  void onAndShadowQueuesHaveAPlannerEach() throws Exception {
    mode("root.etl", "on");
    mode("root.adhoc", "shadow");
    start();

    await().until(() -> holds("root.etl"));
    assertThat(RecordingScheduler.policies).hasSize(2);
    assertOwnOrder("root.adhoc");
  }

  @Test
  void shadowPlannerPlansOnlyWhileALeafQueueIsInShadowMode() throws Exception {
    site.put("foresight.mode", "shadow");
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl") && policy(1).plans.get() > 0);
    assertThat(planners()).containsExactly(Mode.ON, Mode.SHADOW);

    mode("root.adhoc", "on");
    refresh();
    assertThat(planners()).containsExactly(Mode.ON);
    await().until(() -> policy(1).hasEnded());

    writeQueues("etl", "adhoc", "new");
    refresh();
    await().until(() -> planners().contains(Mode.SHADOW));
    assertThat(scheduler.mode("root.new")).isEqualTo(Mode.SHADOW);
    await().until(() -> last().plans.get() > 0);
  }

  @ParameterizedTest
  @CsvSource({"on, shadow", "shadow, on"})
  void queueThatComesBackToAModeShowsNothingOfBefore(String mode, String between) throws Exception {
    mode("root.etl", mode);
    start();
    await().until(() -> lane().planMillis().isPresent());

    mode("root.etl", between);
    refresh();
    RecordingScheduler.planningFails.set(true);
    mode("root.etl", mode);
    refresh();

    assertThat(planners()).extracting(Mode::text).containsExactly(mode);
    assertThat(lane()).isEqualTo(LaneStatus.NONE);
  }

  private LaneStatus lane() {
    return scheduler.status().planners().get(0).lane();
  }

  private static RecordingPolicy last() {
    return policy(RecordingScheduler.policies.size() - 1);
  }

  private List<Mode> planners() {
    return scheduler.status().planners().stream().map(PlannerStatus::mode).toList();
  }

  @Test
  void refreshThatChangesNoPlanningKeepsThePlanner() throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));

    mode("root.adhoc", "on");
    refresh();

    assertThat(holds("root.etl")).isTrue();
    assertThat(holds("root.adhoc")).isTrue();
    assertThat(RecordingScheduler.policies).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.policy, fifo",
    "foresight.solver, greedy",
    "foresight.cycle-millis, 2",
    "foresight.slot-millis, 500",
    "foresight.look-ahead-slots, 7",
    "foresight.deadline-margin-millis, 1",
    "foresight.am-lead-millis, 1",
    "foresight.planner-timeout-millis, 60000",
  })
  void anotherWayOfPlanningTakesAnotherPlannerAndNoQueueIsLetGo(String key, String value)
      throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));

    site.put(key, value);
    refresh();

    assertThat(holds("root.etl")).isTrue();
    await().until(() -> policy(0).hasEnded());
    assertThat(holds("root.etl")).isTrue();
    assertThat(RecordingScheduler.policies).hasSize(2);
    assertThat(policy(1).planning).isNotEqualTo(policy(0).planning);
  }

  @ParameterizedTest
  @CsvSource({"foresight.predictor, history-3sigma", "foresight.history.dir, /elsewhere"})
  void whatNeedsARestartIsAcceptedAndLeftAsItIs(String key, String value) throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));

    site.put(key, value);
    mode("root.etl", "shadow");
    refresh();

    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.SHADOW);
    assertThat(policy(1).history).isSameAs(policy(0).history);
    assertThat(policy(1).history.predictor().name())
        .isEqualTo(policy(0).history.predictor().name());
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.mode, half, the value is named",
    "foresight.cylce-millis, 5, the key is unknown",
    "foresight.queues, root.etl, the key is a former one",
  })
  void refusedRefreshLeavesEverythingAsItIs(String key, String value, String why) throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    writeQueues("etl", "adhoc", "new");
    mode("root.etl", "off");
    mode("root.adhoc", "on");
    site.put(key, value);

    assertThatIOException()
        .as(why)
        .isThrownBy(this::refresh)
        .withMessageStartingWith(
            "Foresight's configuration is not accepted; the old one stays in force."
                + " foresight-site.xml: The")
        .withMessageContaining(key)
        .withMessageContaining(value);

    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.ON);
    assertThat(holds("root.etl")).isTrue();
    assertOwnOrder("root.adhoc");
    assertThat((Object) scheduler.getQueue("new")).isNull();
    assertThat(RecordingScheduler.policies).hasSize(1);
  }

  @Test
  void whereCapacitySchedulerRefusesNothingOfForesightChangesEither() throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    mode("root.etl", "off");
    writeQueues("etl"); // A queue that runs can't go.

    assertThatIOException().isThrownBy(this::refresh).withMessageContaining("adhoc");

    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.ON);
    assertThat(holds("root.etl")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.predictor, history-3sigma",
    "foresight.history.dir, /refused",
  })
  void whatCapacitySchedulerRefusesFixesNothingUntilARestart(String key, String value)
      throws Exception {
    start();
    mode("root.etl", "on");
    site.put(key, value);
    writeQueues("etl"); // A queue that runs can't go.
    assertThatIOException().isThrownBy(this::refresh).withMessageContaining("adhoc");
    assertThat(scheduler.fixedValues()).doesNotContainEntry(key, value);

    site.remove(key);
    writeQueues("etl", "adhoc");
    refresh();

    assertThat(scheduler.fixedValues()).containsKey(key).doesNotContainEntry(key, value);
    assertThat(last().history).isNotSameAs(policy(0).history);
  }

  @ParameterizedTest
  @CsvSource({"foresight.mode, half", "foresight.cylce-millis, 5"})
  void switchWorksWhateverElseIsNotAccepted(String key, String value) throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    site.put(key, value);
    site.put("foresight.enabled", "false");

    refresh();

    assertOwnOrder("root.etl");
    await().until(() -> policy(0).hasEnded());
    site.put("foresight.enabled", "true");
    assertThatIOException().isThrownBy(this::refresh).withMessageContaining(key);
    site.remove(key);
    refresh();
    await().until(() -> holds("root.etl"));
  }

  @Test
  void switchWorksWhereNothingWasEverAccepted() throws Exception {
    site.put("foresight.mode", "half");
    start();
    site.put("foresight.enabled", "false");
    writeQueues("etl", "adhoc", "new");

    refresh();

    assertThat((Object) scheduler.getQueue("new")).isNotNull();
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
  }

  @Test
  void switchWorksWhereCapacitySchedulerRefuses() throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    writeQueues("etl"); // A queue that runs can't go.
    site.put("foresight.enabled", "false");

    assertThatIOException()
        .isThrownBy(this::refresh)
        .withMessageStartingWith("Foresight is switched off, but: ")
        .withMessageContaining("adhoc");

    assertOwnOrder("root.etl");
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
    await().until(() -> policy(0).hasEnded());
  }

  @Test
  void plannerThatCannotBeMadeRefusesTheRefresh() throws Exception {
    start();
    mode("root.etl", "on");
    RecordingScheduler.creationFails.set(true);

    assertThatIOException().isThrownBy(this::refresh).withMessageContaining("made up by a test");

    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
    RecordingScheduler.creationFails.set(false);
    refresh();
    await().until(() -> holds("root.etl"));
  }

  @Test
  void malformedConfigurationAtTheStartLeavesCapacitySchedulerAlone() throws Exception {
    mode("root.etl", "on");
    site.put("foresight.mode", "half");
    start();
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
    assertThat(RecordingScheduler.policies).isEmpty();

    site.remove("foresight.mode");
    refresh();

    await().until(() -> holds("root.etl"));
  }

  @Test
  void resourceManagerThatIsAboutToBecomeActiveIsNotHeldUp() throws Exception {
    start();
    mode("root.etl", "half");
    RMContext standby =
        new RMContextImpl() {
          @Override
          public boolean isHAEnabled() {
            return true;
          }

          @Override
          public HAServiceState getHAServiceState() {
            return HAServiceState.STANDBY;
          }
        };
    writeQueues("etl", "adhoc", "new");

    refresh(standby);

    assertThat((Object) scheduler.getQueue("new")).isNotNull();
    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.OFF);
  }

  @Test
  void whatWasReadBeforeTheStartCountsFromTheStartOn() throws Exception {
    initialiseResourceManager();
    mode("root.etl", "on");
    refresh(); // As a ResourceManager does that becomes active.
    assertThat(RecordingScheduler.policies).isEmpty();
    assertThat(scheduler.holds("root.etl")).isFalse();

    scheduler.start();

    await().until(() -> holds("root.etl"));
    assertThat(RecordingScheduler.policies).hasSize(1);
  }

  @Test
  void modesOfManyRefreshesAreThoseOfTheLastOne() throws Exception {
    start();
    for (int i = 0; i < 20; i++) {
      mode("root.etl", i % 2 == 0 ? "on" : "shadow");
      site.put("foresight.slot-millis", Integer.toString(1_000 + i));
      refresh();
    }
    site.put("foresight.enabled", "false");
    refresh();

    assertOwnOrder("root.etl");
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.matches("foresight-.*planner|foresight-learning")));
  }

  @Test
  void applicationsThatCameWhileAllWasOffArePlannedWithTheirGoals() throws Exception {
    start();
    ApplicationId early = submit(1, "etl", Set.of("foresight.deadline=pt1m"));
    ApplicationId gone = submit(2, "etl", Set.of());
    remove(gone);

    mode("root.etl", "on");
    refresh();
    await().until(() -> holds("root.etl"));
    ApplicationId late = submit(3, "adhoc", Set.of());

    await().untilAsserted(() -> assertThat(policy(0).submitted()).hasSize(2));
    assertThat(policy(0).submitted())
        .extracting(ClusterEvent.JobSubmitted::jobId)
        .containsExactly(early.toString(), late.toString());
    assertThat(policy(0).submitted().get(0).goal().deadlineMillis())
        .isEqualTo(OptionalLong.of(SUBMITTED + 60_000));
    assertThat(policy(0).submitted().get(0).atMillis()).isEqualTo(SUBMITTED);
  }

  @Test
  void applicationsOfAQueueThatIsSwitchedOnLaterAreKnownToEveryNewPlanner() throws Exception {
    mode("root.adhoc", "shadow");
    start();
    ApplicationId id = submit(1, "etl", Set.of());

    mode("root.etl", "on");
    refresh();

    await().until(() -> holds("root.etl"));
    assertThat(policy(1).submitted())
        .extracting(ClusterEvent.JobSubmitted::jobId)
        .containsExactly(id.toString());
  }

  @Test
  void onlyJobsThatWereInShadowModeAllTheirLifeAreScored() throws Exception {
    start();
    ApplicationId early = submit(1, "etl", Set.of());
    mode("root.etl", "shadow");
    refresh();
    ApplicationId whole = submit(2, "etl", Set.of());
    ApplicationId moved = submit(3, "etl", Set.of());
    ApplicationId elsewhere = submit(4, "adhoc", Set.of());
    scheduler.moveApplication(moved, "adhoc");

    remove(early);
    remove(moved);
    remove(elsewhere);
    remove(whole);

    await().until(() -> scheduler.shadowScore().orElseThrow().jobs() > 0);
    assertThat(scheduler.shadowScore().orElseThrow().jobs()).isEqualTo(1);
  }

  @Test
  void newGoalsOfQueuesHoldForNewApplications() throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    submit(1, "etl", Set.of());

    site.put("foresight.queue.root.deadline", "PT2M");
    refresh();
    submit(2, "etl", Set.of());

    await().until(() -> policy(0).submitted().size() == 2);
    assertThat(policy(0).submitted())
        .extracting(submitted -> submitted.goal().deadlineMillis())
        .containsExactly(OptionalLong.empty(), OptionalLong.of(SUBMITTED + 120_000));
    assertThat(RecordingScheduler.policies).hasSize(1);
  }

  @Test
  void validationOfAConfigurationChangesNoMode() throws Exception {
    mode("root.etl", "on");
    start();
    await().until(() -> holds("root.etl"));
    mode("root.etl", "off");
    Configuration queues = new Configuration(scheduler.getConfiguration());
    writeSite();

    scheduler.reinitialize(queues, resourceManager.getRMContext(), true);

    assertThat(scheduler.mode("root.etl")).isEqualTo(Mode.ON);
    assertThat(holds("root.etl")).isTrue();
  }

  private void start() throws Exception {
    initialiseResourceManager();
    scheduler.start();
  }

  private void initialiseResourceManager() throws Exception {
    writeSite();
    Configuration conf = new YarnConfiguration();
    conf.setClassLoader(new FolderFirst(folder));
    conf.set(YarnConfiguration.RM_SCHEDULER, RecordingScheduler.class.getName());
    conf.setBoolean("yarn.webapp.api-service.enable", false);
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", false);
    resourceManager.init(conf);
    scheduler = (RecordingScheduler) resourceManager.getResourceScheduler();
  }

  private void mode(String queue, String mode) {
    site.put("foresight.queue." + queue + ".mode", mode);
  }

  private void refresh() throws IOException {
    refresh(resourceManager.getRMContext());
  }

  private void refresh(RMContext context) throws IOException {
    writeSite();
    Configuration yarnSite = new Configuration(false);
    yarnSite.setClassLoader(new FolderFirst(folder));
    scheduler.reinitialize(yarnSite, context);
  }

  private void writeSite() throws IOException {
    write("foresight-site.xml", site);
  }

  private void writeQueues(String... names) throws IOException {
    Map<String, String> keys = new TreeMap<>();
    String root = "yarn.scheduler.capacity.root.";
    keys.put(root + "queues", String.join(",", names));
    for (String name : names) {
      keys.put(
          root + name + ".capacity", name.equals("new") ? "0" : names.length == 1 ? "100" : "50");
      keys.put(root + name + ".maximum-capacity", "100");
    }
    write("capacity-scheduler.xml", keys);
  }

  private void write(String name, Map<String, String> keys) throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>");
    keys.forEach(
        (key, value) ->
            xml.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(key, value)));
    Files.writeString(folder.resolve(name), xml.append("</configuration>"));
  }

  private ApplicationId submit(int number, String queue, Set<String> tags) {
    ApplicationId id = FakeYarn.id(number);
    RMApp app = mock(RMApp.class);
    when(app.getApplicationId()).thenReturn(id);
    when(app.getUser()).thenReturn("ada");
    when(app.getName()).thenReturn("nightly");
    when(app.getQueue()).thenReturn(queue);
    when(app.getState()).thenReturn(RMAppState.ACCEPTED);
    when(app.getSubmitTime()).thenReturn(SUBMITTED);
    when(app.getApplicationTags()).thenReturn(tags);
    when(app.getApplicationType()).thenReturn("SPARK");
    when(app.getApplicationPriority()).thenReturn(Priority.newInstance(0));
    when(app.getApplicationSchedulingEnvs()).thenReturn(Map.of());
    when(app.getFinalApplicationStatus()).thenReturn(FinalApplicationStatus.SUCCEEDED);
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setQueue(queue);
    context.setApplicationTimeouts(Map.of());
    when(app.getApplicationSubmissionContext()).thenReturn(context);
    resourceManager.getRMContext().getRMApps().put(id, app);
    scheduler.handle(new AppAddedSchedulerEvent("ada", context, false, Priority.newInstance(0)));
    assertThat(scheduler.getSchedulerApplications()).containsKey(id);
    return id;
  }

  private void remove(ApplicationId id) {
    scheduler.handle(new AppRemovedSchedulerEvent(id, RMAppState.FINISHED));
  }

  /** What is measured of the whole. */
  private static long figure(String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(ForesightMetrics.RECORD).getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals(name)) {
        return metric.value().longValue();
      }
    }
    throw new AssertionError("Nothing is measured by the name (" + name + ").");
  }

  private boolean holds(String queue) {
    return leaf(queue).getOrderingPolicy() instanceof HoldingOrderingPolicy
        && scheduler.holds(queue);
  }

  private void assertOwnOrder(String queue) {
    assertThat(leaf(queue).getOrderingPolicy()).isNotInstanceOf(HoldingOrderingPolicy.class);
    assertThat(scheduler.holds(queue)).isFalse();
  }

  private AbstractLeafQueue leaf(String queue) {
    return (AbstractLeafQueue) scheduler.getQueue(queue);
  }

  private static RecordingPolicy policy(int number) {
    return RecordingScheduler.policies.get(number);
  }

  /** Finds the files of a folder before those of the class path. */
  private static final class FolderFirst extends ClassLoader {
    private final Path folder;

    FolderFirst(Path folder) {
      super(ForesightSchedulerTest.class.getClassLoader());
      this.folder = folder;
    }

    @Override
    public URL getResource(String name) {
      try {
        Path file = folder.resolve(name);
        return Files.exists(file) ? file.toUri().toURL() : super.getResource(name);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Made by the ResourceManager, so that what it makes is to be found here. */
  public static final class RecordingScheduler extends ForesightScheduler {
    static final List<RecordingPolicy> policies = new CopyOnWriteArrayList<>();
    static final AtomicBoolean creationFails = new AtomicBoolean();
    static final AtomicBoolean planningFails = new AtomicBoolean();

    @Override
    SchedulingPolicy createPolicy(Planning planning, History history) {
      if (creationFails.get()) {
        throw new IllegalStateException("made up by a test");
      }
      RecordingPolicy policy = new RecordingPolicy(planning, history);
      policies.add(policy);
      return policy;
    }
  }

  /** Plans nothing. */
  private static final class RecordingPolicy implements SchedulingPolicy {
    final Planning planning;
    final History history;
    final List<ClusterEvent> events = new CopyOnWriteArrayList<>();
    final AtomicInteger plans = new AtomicInteger();
    volatile Thread thread = Thread.currentThread();

    RecordingPolicy(Planning planning, History history) {
      this.planning = planning;
      this.history = history;
    }

    List<ClusterEvent.JobSubmitted> submitted() {
      return events.stream()
          .filter(ClusterEvent.JobSubmitted.class::isInstance)
          .map(ClusterEvent.JobSubmitted.class::cast)
          .toList();
    }

    boolean hasEnded() {
      return plans.get() > 0 && !thread.isAlive();
    }

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public void onEvent(ClusterEvent event) {
      events.add(event);
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      thread = Thread.currentThread();
      if (RecordingScheduler.planningFails.get()) {
        throw new IllegalStateException("made up by a test");
      }
      plans.incrementAndGet();
      return new Plan(nowMillis, ImmutableList.of(), "plan " + plans.get());
    }
  }
}
