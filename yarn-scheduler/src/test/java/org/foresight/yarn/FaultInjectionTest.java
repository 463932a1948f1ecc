package org.foresight.yarn;

import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever of Foresight fails, and however: applications finish, the ResourceManager lives, its
 * books are right, and a planner that works again is in charge again.
 */
class FaultInjectionTest {
  private static final int MOST_ROUNDS = 300_000;
  private static final int WANTED_FAULTS = 10_000;
  private static final int WANTED_STORE_FAULTS = 1_000;
  private static final int WANTED_HANGS_OUT_OF_CHARGE = 5;
  private static final int WANTED_STOPS = 100;
  private static final int PLANNER_TIMEOUT_MILLIS = 50;
  private static final int APPLICATIONS_AT_ONCE = 6;
  private static final int MOST_QUIET_ROUNDS = 20;
  private static final int TASKS = 5;
  private static final String LASTING = "lasting";
  private static final int LASTING_TASKS = 23;
  private static final int URGENT_AT_ONCE = 4;
  private static final int URGENT_TASKS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Resource TASK = Resource.newInstance(1_024, 1);

  private static final Logger LOG = Logger.getLogger("org.foresight");

  private static @Nullable Level levelBefore;
  private static Faults faults = new Faults(0);

  /** Everything of it fails now and then. */
  public static final class Faulty extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(Planning planning, History history) {
      return faults.in(
          Policies.create(
              planning.policy(),
              PolicyContext.of(
                  planning.settings(),
                  planning.gs(),
                  unlessLasting(RuntimeSource.of(history.predictor())),
                  faults.in(PlanSolvers.create(planning.solver())))));
    }

    /** Of the job that lasts nothing is known, however the others have run. */
    private static RuntimeSource unlessLasting(RuntimeSource others) {
      return (id, features) ->
          features.jobName().equals(LASTING) ? Optional.empty() : others.estimate(id, features);
    }

    @Override
    EngineObserver createObserver(EngineObserver good) {
      return faults.in(good);
    }

    @Override
    PlannerThread.Listener createListener(PlannerThread.Listener good) {
      return faults.inListener(good);
    }

    @Override
    History createHistory(ForesightConfiguration configuration, Configuration conf) {
      return History.in(
          () -> faults.in(Predictors.create(configuration.predictor())),
          faults.in(new LocalHistoryStorage(Path.of(conf.get("test.history")))),
          "a test");
    }
  }

  /** An application that runs tasks until it has run all. */
  private final class Running {
    private final MockAM master;
    private final List<Container> tasks = new ArrayList<>();
    private int ended;

    Running(MockAM master) {
      this.master = master;
    }

    /** Returns whether it has finished. */
    boolean goOn() throws Exception {
      tasks.addAll(master.schedule().getAllocatedContainers());
      if (!tasks.isEmpty()) {
        end(tasks.remove(0));
        ended++;
      }
      if (ended < TASKS) {
        return false;
      }
      master.unregisterAppAttempt();
      nodes.get(0).nodeHeartbeat(master.getApplicationAttemptId(), 1, ContainerState.COMPLETE);
      return true;
    }
  }

  @BeforeAll
  static void leaveOutTenThousandStackTraces() {
    levelBefore = LOG.getLevel();
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOG.setLevel(levelBefore);
  }

  @TempDir private Path folder;
  private final List<MockNM> nodes = new ArrayList<>();
  private final List<RMApp> launching = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private final List<RMApp> all = new ArrayList<>();
  private boolean wasInCharge;

  /** How often a planner that hung was out of charge. */
  private int hangsOutOfCharge;

  @Test
  void applicationsFinishWhateverFails() throws Exception {
    faults = new Faults(20_261_128);
    try (LocalResourceManager yarn = start()) {
      for (int node = 0; node < 3; node++) {
        nodes.add(yarn.addNode(node, Resource.newInstance(8_192, 8), NO_LABEL));
      }
      int rounds = 0;
      int quietRounds = 0;
      while (!isEnough() || !launching.isEmpty() || !running.isEmpty()) {
        assertThat(rounds++)
            .as("rounds; %s applications so far, faults %s", all.size(), faults.injected())
            .isLessThan(MOST_ROUNDS);
        int before = faults.count();
        if (!isEnough()) {
          submitSome(yarn, quietRounds > MOST_QUIET_ROUNDS);
        }
        round(yarn);
        lookAtThePlanner(yarn);
        quietRounds = faults.count() == before ? quietRounds + 1 : 0;
        if (faults.count() == before || faults.count() >= WANTED_FAULTS) {
          // It is the planner that is waited for, which backs off, and keeps a plan, by time.
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
      }

      assertThat(all)
          .allMatch(app -> app.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED);
      assertAllIsWell(yarn);
    }
  }

  /** A planner that has hung for longer than it may be silent is in charge of nothing. */
  private void lookAtThePlanner(LocalResourceManager yarn) {
    OptionalLong since = faults.longHangSinceNanos();
    long now = System.nanoTime();
    boolean isInCharge = isInCharge(yarn);
    if (since.isPresent() && since.equals(faults.longHangSinceNanos())) { // Still the same one.
      if (TimeUnit.NANOSECONDS.toMillis(now - since.getAsLong()) > PLANNER_TIMEOUT_MILLIS) {
        assertThat(isInCharge).isFalse();
      }
      if (wasInCharge && !isInCharge) {
        hangsOutOfCharge++;
      }
    }
    wasInCharge = isInCharge;
  }

  private static boolean isInCharge(LocalResourceManager yarn) {
    return ((ForesightScheduler) yarn.scheduler()).holds("root.on");
  }

  /** Once all applications have ended. */
  private static void assertAllIsWell(LocalResourceManager yarn) {
    assertThat(yarn.resourceManager().getServiceState()).isEqualTo(Service.STATE.STARTED);
    assertMetricsCanBeRead();
    assertThat(ManagementFactory.getThreadMXBean().findDeadlockedThreads()).isNull();
    assertBooksAreRight(yarn);
    faults.end();
    await().atMost(PATIENCE).until(() -> isInCharge(yarn));
  }

  /** Beside one that fills the cluster and never ends by itself. */
  @Test
  void roomIsMadeForDeadlinesWhateverFails() throws Exception {
    faults = Faults.quick(20_261_130);
    try (LocalResourceManager yarn = start()) {
      LivingCluster cluster = new LivingCluster(yarn, new SplittableRandom(1));
      for (int node = 0; node < 3; node++) {
        LivingCluster.Node unused = cluster.addNode(8);
      }
      LivingCluster.Application lasting = cluster.submit(LASTING, "on", LASTING_TASKS, Set.of());
      List<LivingCluster.Application> urgent = new ArrayList<>();
      for (int round = 0; counters(yarn).stopped() < WANTED_STOPS; round++) {
        assertThat(round).as("rounds; %s", counters(yarn)).isLessThan(MOST_ROUNDS);
        urgent.removeIf(LivingCluster.Application::hasEnded);
        if (urgent.size() < URGENT_AT_ONCE) {
          urgent.add(
              cluster.submit("urgent", "on", URGENT_TASKS, Set.of("foresight.deadline=PT1M")));
        }
        round(cluster, urgent);
      }
      urgent.add(lasting);
      for (int round = 0; !urgent.stream().allMatch(LivingCluster.Application::hasEnded); round++) {
        assertThat(round).as("rounds; %s", counters(yarn)).isLessThan(MOST_ROUNDS);
        round(cluster, urgent);
      }

      cluster.assertRecount();
      assertAllIsWell(yarn);
      PreemptionCounters.Totals totals = counters(yarn);
      assertThat(totals.stopped() + totals.ended() + totals.spared()).isEqualTo(totals.told());
      assertThat(faults.injected().elementSet())
          .extracting(Faults.Fault::part)
          .contains(
              Faults.Part.PLANNER, Faults.Part.EVENT, Faults.Part.SOLVER, Faults.Part.LISTENER);
    }
  }

  private static void round(LivingCluster cluster, List<LivingCluster.Application> whoseTasksEnd)
      throws Exception {
    whoseTasksEnd.forEach(cluster::endTask);
    cluster.round();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // Plans and graces take time.
  }

  private static PreemptionCounters.Totals counters(LocalResourceManager yarn) {
    return ((ForesightScheduler) yarn.scheduler()).preemptionCounters().totals();
  }

  @Test
  void jobsAreLearnedAndRememberedWhateverTheStorageDoes() {
    faults = new Faults(20_261_129);
    HistoryStorage good = new LocalHistoryStorage(folder);
    JobFeatures features = new JobFeatures("ada", "nightly", "root.etl");
    int learned = 0;
    while (faults.count() < WANTED_STORE_FAULTS) {
      History history =
          History.in(() -> Predictors.create("default"), faults.in(good), "owner " + learned);
      history.start();
      history.learned(features, new JobOutcome(1_000, 1, 1_000), Optional.empty());
      learned++;
      assertThat(history.predictor().predict(features)).isPresent();
      history.close();
    }

    faults.end();
    History history = History.in(() -> Predictors.create("default"), good, "the last owner");
    history.start();
    assertThat(history.predictor().predict(features)).isPresent();
    history.close();
    assertThat(faults.injected().elementSet()).hasSameSizeAs(Faults.Kind.values());
  }

  /**
   * Dispatch fails seldom, a solver is asked less often than a planner, and one that hangs is
   * replaced after a while alone, so that more may be needed than were wanted.
   */
  private boolean isEnough() {
    Set<Faults.Fault> injected = faults.injected().elementSet();
    return faults.count() >= WANTED_FAULTS
        && hangsOutOfCharge >= WANTED_HANGS_OUT_OF_CHARGE
        && faults.policies() > 1
        && injected.stream().anyMatch(fault -> fault.part() == Faults.Part.DISPATCH)
        && Stream.of(
                Faults.Part.PLANNER,
                Faults.Part.EVENT,
                Faults.Part.SOLVER,
                Faults.Part.PREDICTOR,
                Faults.Part.LISTENER,
                Faults.Part.METRICS)
            .flatMap(part -> Stream.of(Faults.Kind.values()).map(of -> new Faults.Fault(part, of)))
            .allMatch(injected::contains);
  }

  private LocalResourceManager start() throws Exception {
    return LocalResourceManager.start(
        Faulty.class,
        QueueFiles.oneQueue(folder),
        Set.of(),
        Map.of(
            "foresight.mode", "on",
            "foresight.cycle-millis", "1",
            "foresight.planner-timeout-millis", Integer.toString(PLANNER_TIMEOUT_MILLIS),
            "foresight.preemption", "true",
            "foresight.preemption.grace-millis", "2",
            "foresight.preemption.window-millis", "1", // Else the one that lasts is soon spared.
            "foresight.slot-millis", "1000",
            "test.history", folder.resolve("history").toString()));
  }

  /**
   * Submits another application.
   *
   * @param isQuiet whether nothing has happened for long: a garbled plan that holds all of them
   *     stays in force for ten seconds otherwise
   */
  private void submitSome(LocalResourceManager yarn, boolean isQuiet) throws Exception {
    if (isQuiet || launching.size() + running.size() < APPLICATIONS_AT_ONCE) {
      RMApp app = submit(yarn);
      all.add(app);
      launching.add(app);
    }
  }

  /** Applications get on and go; every node reports. */
  private void round(LocalResourceManager yarn) throws Exception {
    for (MockNM node : nodes) {
      node.nodeHeartbeat(true);
    }
    yarn.resourceManager().drainEvents();
    for (RMApp app : List.copyOf(launching)) {
      if (app.getCurrentAppAttempt().getState() == RMAppAttemptState.ALLOCATED) {
        launching.remove(app);
        running.add(register(yarn, app));
      }
    }
    for (Running application : List.copyOf(running)) {
      if (application.goOn()) {
        running.remove(application);
      }
    }
    yarn.resourceManager().drainEvents();
  }

  private RMApp submit(LocalResourceManager yarn) throws Exception {
    return MockRMAppSubmitter.submit(
        yarn.resourceManager(),
        MockRMAppSubmissionData.Builder.createWithMemory(1_024, yarn.resourceManager())
            .withUser("ada")
            .withAppName("nightly-" + all.size())
            .withQueue("on")
            .withApplicationTags(all.size() % 2 == 0 ? Set.of("foresight.deadline=PT5S") : Set.of())
            .build());
  }

  private Running register(LocalResourceManager yarn, RMApp app) throws Exception {
    MockAM master =
        yarn.resourceManager().sendAMLaunched(app.getCurrentAppAttempt().getAppAttemptId());
    master.registerAppAttempt();
    master.allocate(
        List.of(
            BuilderUtils.newResourceRequest(
                Priority.newInstance(20), ResourceRequest.ANY, TASK, TASKS)),
        List.of());
    return new Running(master);
  }

  private void end(Container task) throws Exception {
    for (MockNM node : nodes) {
      if (node.getNodeId().equals(task.getNodeId())) {
        node.nodeHeartbeat(
            task.getId().getApplicationAttemptId(),
            task.getId().getContainerId(),
            ContainerState.COMPLETE);
      }
    }
  }

  /** Whatever it has missed. */
  private static void assertMetricsCanBeRead() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(ForesightMetrics.RECORD).getMetrics(collector, true);
    assertThat(collector.getRecords())
        .isNotEmpty()
        .flatExtracting(record -> ImmutableList.copyOf(record.metrics()))
        .allSatisfy(
            metric -> assertThat(metric.value().doubleValue()).as(metric.name()).isNotNegative());
  }

  /** Everything has been given back, and nothing is counted that is not there. */
  private static void assertBooksAreRight(LocalResourceManager yarn) {
    for (CSQueue queue : yarn.scheduler().getCapacitySchedulerQueueManager().getQueues().values()) {
      assertThat(queue.getUsedResources()).as(queue.getQueuePath()).isEqualTo(Resources.none());
      assertThat(queue.getMetrics().getAllocatedContainers()).isZero();
      assertThat(queue.getMetrics().getPendingContainers()).isZero();
      assertThat(queue.getMetrics().getReservedMB()).isZero();
    }
    yarn.scheduler()
        .getNodeTracker()
        .getAllNodes()
        .forEach(
            node -> assertThat(node.getUnallocatedResource()).isEqualTo(node.getTotalResource()));
  }
}
