package org.foresight.yarn;

import static java.util.stream.Collectors.toSet;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ApplicationAttemptBridge;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerBridge;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.Turns;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Foresight in the ResourceManager: a CapacityScheduler whose chosen leaf queues are served by a
 * plan.
 *
 * <p>Set {@code yarn.resourcemanager.scheduler.class} to this class and give queues a {@link Mode}
 * in foresight-site.xml. All that capacity-scheduler.xml says stays in force: queues, limits, ACLs,
 * labels. Where no queue is on, and whenever the planner fails, it is CapacityScheduler and nothing
 * else. Nothing that Foresight throws reaches YARN, except that a refresh with a configuration that
 * is not accepted is refused.
 */
public class ForesightScheduler extends CapacitySchedulerBridge {
  private static final Logger LOG = LoggerFactory.getLogger(ForesightScheduler.class);

  /** Held while the configuration changes, at the start and at the stop; before YARN's locks. */
  private final ReentrantLock changing = new ReentrantLock();

  /** All of Foresight; null while every queue is off. */
  private volatile @Nullable Engine engine;

  private final ForesightMetrics metrics =
      new ForesightMetrics(
          this::status, this::predictionScore, this::leafQueuePaths, () -> createClock().instant());

  private final EngineObserver observer = new GuardedObserver(createObserver(metrics));

  /** Set when the service is initialised. */
  private @Nullable ConfigurationFiles files;

  /** Whether the web server asks Foresight. Set when the service is initialised. */
  private volatile boolean hasWeb;

  /** The one in force; null until one has been accepted. Written under the lock. */
  private volatile @Nullable ForesightConfiguration configuration;

  /** Made when a queue is not off for the first time. Written under the lock. */
  private volatile @Nullable KeptHistory kept;

  /** Written under the lock. */
  private volatile boolean isRunning;

  /** What a plan starts, while it is being committed. Under YARN's write lock. */
  private @Nullable ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> ofPlan;

  /** A history, which outlives every engine, and what it was made for. */
  private record KeptHistory(History history, ForesightConfiguration madeFor) {}

  /**
   * A configuration that was accepted.
   *
   * @param to the engine that it wants; null for none
   * @param kept what this engine learns and knows; null without one
   * @param planners new ones for this engine; null while it is not running
   */
  private record Change(
      ForesightConfiguration next,
      @Nullable Engine to,
      @Nullable KeptHistory kept,
      Engine.@Nullable Planners planners) {

    /** One that wants no engine. */
    static Change toNone(ForesightConfiguration next) {
      return new Change(next, null, null, null);
    }
  }

  /** For the ResourceManager, which makes its scheduler by reflection. */
  public ForesightScheduler() {}

  /** The policy to plan with; a test may choose one that misbehaves. */
  SchedulingPolicy createPolicy(Planning planning, History history) {
    return Policies.create(
        planning.policy(),
        PolicyContext.of(
                planning.settings(),
                planning.gs(),
                RuntimeSource.of(history.predictor()),
                measured(PlanSolvers.create(planning.solver())))
            .with(planning.kairos())
            .with(planning.bigc())
            .suspending(planning.suspends())
            .withSpreads(history.spreads()));
  }

  private PlanSolver measured(PlanSolver solver) {
    return (instance, warmStart, budget) -> {
      PlanSolution solution = solver.solve(instance, warmStart, budget);
      observer.solved(solution);
      return solution;
    };
  }

  /** Who is told how planning goes; a test may choose one that misbehaves. */
  EngineObserver createObserver(EngineObserver good) {
    return good;
  }

  /** Is told of plans, by one planner at a time; a test may choose one that misbehaves. */
  PlannerThread.Listener createListener(PlannerThread.Listener good) {
    return good;
  }

  /** Lets no job wait for ever; a test may choose less patient ones. */
  Turns createTurns() {
    return new Turns(System::nanoTime);
  }

  /** The host's clock; a test may choose one that steps. */
  InstantSource createClock() {
    return InstantSource.system();
  }

  @Override
  public void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    guarded("look for its jar", LoadedJar::get); // Before another one may take its place.
    guarded("look for its files", () -> files = new ConfigurationFiles(conf));
    ConfigurationFiles found = files;
    if (found == null) {
      return;
    }
    guarded(
        "answer questions",
        () -> {
          if (found.wantsWeb()) {
            ForesightWebFilterInitializer.addTo(conf);
          }
          // Also by another scheduler, before this process took over from itself.
          hasWeb = ForesightWebFilterInitializer.isIn(conf);
        });
    guarded(
        "start",
        () -> {
          try {
            Change first = prepare(found.readFirst());
            publish(first);
            report(first.next());
          } catch (InvalidConfigurationException e) {
            LOG.error(
                "Foresight's configuration is not accepted; CapacityScheduler schedules all"
                    + " queues. {}",
                e.getMessage());
          }
        });
  }

  /** Makes what a configuration needs; nothing changes yet. */
  private Change prepare(ForesightConfiguration read) {
    KeptHistory known = kept;
    ForesightConfiguration inForce = known == null ? read.withWeb(hasWeb) : known.madeFor();
    for (String key : read.fixedOtherThan(inForce)) {
      LOG.warn(
          "{} has changed; the new value counts from the next start of the ResourceManager on.",
          key);
    }
    ForesightConfiguration next = read.withFixedOf(inForce);
    if (next.modes().areOff()) {
      return Change.toNone(next);
    }
    KeptHistory keeps =
        known == null ? new KeptHistory(createHistory(next, getConfig()), next) : known;
    Engine now = engine;
    Engine to = now == null ? newEngine(next, keeps.history()) : now;
    return new Change(next, to, keeps, isRunning ? to.make(next) : null);
  }

  private Engine newEngine(ForesightConfiguration next, History history) {
    return new Engine(
        this,
        this::application,
        (id, why) -> tell(new RMAppEvent(id, RMAppEventType.KILL, why)),
        this::commit,
        this::createPolicy,
        history,
        createTurns(),
        observer,
        metrics.preemptions(),
        this::createListener,
        createClock(),
        System::nanoTime,
        next);
  }

  /**
   * What was learned, and will be; not opened yet: a ResourceManager on standby would take it from
   * the active one. A test may choose one that misbehaves.
   */
  History createHistory(ForesightConfiguration configuration, Configuration conf) {
    Supplier<RuntimePredictor> newPredictor = () -> Predictors.create(configuration.predictor());
    if (configuration.history().isEmpty()) {
      return History.inMemory(newPredictor);
    }
    HistoryLocation location = configuration.history().get();
    if (location.isLocal() && HAUtil.isHAEnabled(conf)) {
      LOG.warn(
          "{} is a local folder ({}): unless both see the same one there, after a failover the other"
              + " ResourceManager won't know what this one has learned. Name a folder of a file"
              + " system that both see.",
          ForesightKeys.HISTORY.name(),
          location.folder());
    }
    return History.in(
        newPredictor,
        location.storage(conf),
        ProcessHandle.current().pid() + "@" + NetUtils.getHostname() + " " + UUID.randomUUID());
  }

  private Optional<PredictionScore> predictionScore() {
    Engine e = engine;
    return e == null ? Optional.empty() : e.predictionScore();
  }

  /** From now on this configuration counts. */
  private void publish(Change change) {
    configuration = change.next();
    Engine to = change.to();
    if (to != null) {
      kept = change.kept();
      to.change(change.next());
      holdQueues(to);
    }
    engine = to;
  }

  /** What a change leaves to do that takes its time, so without YARN's locks. */
  private void complete(@Nullable Engine from, Change change) {
    Engine to = change.to();
    if (from != null && to == null) {
      from.change(change.next());
      from.stop();
    }
    if (to != null && change.planners() != null) {
      if (from == null) {
        adoptApplications(to);
        startHistory();
      }
      to.use(change.planners());
    }
    report(change.next());
  }

  /** The applications that came while every queue was off. */
  private void adoptApplications(Engine to) {
    getSchedulerApplications()
        .forEach(
            (id, app) -> {
              to.events()
                  .applicationAdded(id, ClusterReader.path(app.getQueue()), Arrival.SWITCH_ON);
              if (!getSchedulerApplications().containsKey(id)) {
                to.applicationRemoved(id); // Its end may have been told before its beginning.
              }
            });
  }

  private void startHistory() {
    KeptHistory known = kept;
    if (known != null) {
      known.history().start();
    }
  }

  private void report(ForesightConfiguration now) {
    if (now.modes().areOff()) {
      LOG.info("Every queue is off: this is CapacityScheduler and nothing else.");
      return;
    }
    LOG.info("Foresight's modes are ({}), by the policy {}.", now.modes(), now.planning().policy());
    if (now.modes().mayBe(Mode.ON) && StockPreemption.isMonitorOn(getConfig())) {
      LOG.warn(
          "{} is true: the preemption monitor takes what a plan holds back for demand, and stops"
              + " containers for it. Set it to false, or {} of the queues to true.",
          YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS,
          "yarn.scheduler.capacity.<queue path>.disable_preemption");
    }
    for (String key : now.keysWithoutQueue(leafQueuePaths())) {
      LOG.warn("{}", SiteCheck.noQueue(key));
    }
  }

  private Set<String> leafQueuePaths() {
    return getCapacitySchedulerQueueManager().getQueues().values().stream()
        .filter(AbstractLeafQueue.class::isInstance)
        .map(CSQueue::getQueuePath)
        .collect(toSet());
  }

  @Override
  public void serviceStart() throws Exception {
    super.serviceStart();
    changing.lock();
    try {
      isRunning = true;
      guarded("publish its metrics", metrics::register);
      ForesightConfiguration now = configuration;
      if (now != null) {
        withEngine(
            "start",
            e -> {
              startHistory();
              e.use(e.make(now));
            });
      }
    } finally {
      changing.unlock();
    }
  }

  @Override
  public void serviceStop() throws Exception {
    changing.lock();
    try {
      isRunning = false;
      guarded("withdraw its metrics", metrics::unregister);
      withEngine("stop", Engine::stop);
      KeptHistory known = kept;
      if (known != null) {
        guarded("close its history", known.history()::close);
      }
    } finally {
      changing.unlock();
    }
    super.serviceStop();
  }

  /**
   * Reads Foresight's configuration anew and then CapacityScheduler's; both count, or neither.
   * Queues may have been added, and every leaf queue has its ordering policy made anew, even where
   * CapacityScheduler rejects the new configuration and goes back to the old one.
   *
   * @throws IOException also if Foresight's configuration is not accepted
   */
  @Override
  public void reinitialize(Configuration newConf, RMContext context, boolean validation)
      throws IOException {
    changing.lock();
    try {
      if (!validation && switchOff(newConf)) {
        refreshSwitchedOff(newConf, context);
        return;
      }
      Change change = validation ? null : changeTo(newConf, context);
      Engine from = engine;
      // Under one lock: nothing is committed while queues have the policies that
      // CapacityScheduler gives them. Asynchronous threads may look at those meanwhile; what they
      // find is looked at when it is committed.
      writeLock.lock();
      try {
        super.reinitialize(newConf, context, validation);
        if (change != null) {
          guarded("change its configuration", () -> publish(change));
        }
      } finally {
        try {
          withEngine(
              "refresh",
              e -> {
                holdQueues(e);
                // New limits may have activated applications, and a queue may have been switched
                // on.
                e.events().nodeChanged("refresh");
              });
        } finally {
          writeLock.unlock();
        }
      }
      if (change != null) {
        guarded("change its planners", () -> complete(from, change));
      }
    } finally {
      changing.unlock();
    }
  }

  /**
   * Switches everything off if the files say so, whatever else they say: who is in trouble may have
   * come into it by a key that is not accepted, or by queues that are not.
   *
   * @return whether they do
   */
  private boolean switchOff(Configuration newConf) {
    ConfigurationFiles known = files;
    ForesightConfiguration inForce = configuration;
    if (known == null || !known.wantsOff(newConf)) {
      return false;
    }
    Engine from = engine;
    Change change;
    try {
      change = prepare(known.read(newConf));
    } catch (InvalidConfigurationException | RuntimeException | Error e) {
      LOG.error(
          "Every queue is switched off. Beside that Foresight's configuration is not accepted, and"
              + " would not be without the switch: {}",
          e.getMessage());
      if (inForce == null) {
        return true; // Nothing was ever accepted: everything is off.
      }
      change = Change.toNone(inForce.off());
    }
    Change off = change;
    writeLock.lock();
    try {
      guarded("switch its queues off", () -> publish(off));
    } finally {
      writeLock.unlock();
    }
    guarded("end its planners", () -> complete(from, off));
    return true;
  }

  private void refreshSwitchedOff(Configuration newConf, RMContext context) throws IOException {
    try {
      super.reinitialize(newConf, context, false);
    } catch (IOException e) {
      throw new IOException("Foresight is switched off, but: " + e.getMessage(), e);
    }
  }

  /** What the files ask for now; null if everything stays as it is. */
  private @Nullable Change changeTo(Configuration newConf, RMContext context) throws IOException {
    ConfigurationFiles known = files;
    if (known == null) {
      return null;
    }
    String problem;
    try {
      return prepare(known.read(newConf));
    } catch (InvalidConfigurationException e) {
      problem = e.getMessage();
    } catch (RuntimeException | Error e) {
      LOG.error("Foresight could not prepare its new configuration.", e);
      problem = "It could not be prepared: " + e;
    }
    String refusal =
        "Foresight's configuration is not accepted; the old one stays in force. " + problem;
    if (context.isHAEnabled()
        && context.getHAServiceState() != HAServiceProtocol.HAServiceState.ACTIVE) {
      LOG.error("{}", refusal); // It is to become active, which an exception would prevent.
      return null;
    }
    throw new IOException(refusal);
  }

  private void holdQueues(Engine e) {
    // A refresh at the same time would change the policies between the look and the change.
    writeLock.lock();
    try {
      for (AbstractLeafQueue queue : e.queuesOn()) {
        if (!(queue.getOrderingPolicy() instanceof HoldingOrderingPolicy)) {
          String path = queue.getQueuePath();
          setOrderingPolicy(
              queue,
              new HoldingOrderingPolicy(
                  queue.getOrderingPolicy(), () -> holds(path), this::leftToYarn));
        }
      }
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Whether a plan decides who starts in the leaf queue of this path; of the engine that there is
   * when it is asked, not of the one that wrapped the queue.
   */
  boolean holds(String queuePath) {
    Engine e = engine;
    return e != null && e.holds(queuePath);
  }

  private LeftToYarn leftToYarn() {
    Engine e = engine;
    return e == null ? LeftToYarn.NOTHING : e.leftToYarn();
  }

  /** What Foresight does with the leaf queue of this path. */
  Mode mode(String queuePath) {
    Engine e = engine;
    return e == null ? Mode.OFF : e.mode(queuePath);
  }

  /**
   * How good the predictions for queues in shadow mode were, since a queue was last switched on or
   * to shadow while all were off; empty while all are.
   */
  Optional<ShadowScore> shadowScore() {
    return Optional.ofNullable(engine).map(Engine::shadowScore);
  }

  /** What has been stopped to make room, since the scheduler was made. */
  PreemptionCounters preemptionCounters() {
    return metrics.preemptions();
  }

  /** How Foresight stands now; holds no lock. */
  StatusReport status() {
    Engine e = engine;
    if (e != null) {
      return e.status();
    }
    ForesightConfiguration now = configuration;
    return StatusReport.off(
        now == null || now.modes().enabled() ? Modes.ofAll(Mode.OFF) : now.modes());
  }

  /**
   * What is in force of what a refresh does not change, by the names of the keys that say it. While
   * all queues have been off since the start a refresh changes most of it.
   */
  ImmutableMap<String, String> fixedValues() {
    KeptHistory known = kept;
    return known == null
        ? ImmutableMap.of(ForesightKeys.WEB.name(), Boolean.toString(hasWeb))
        : known.madeFor().fixedValues();
  }

  /**
   * What is set and in force, as it is set, of the keys of which a refresh reads new values, but
   * for modes; by their names. Empty while no configuration has been accepted.
   */
  Optional<ImmutableMap<String, String>> refreshedValues() {
    return Optional.ofNullable(configuration).map(ForesightConfiguration::given);
  }

  /** The ResourceManager's view of an application; null if it does not know it. */
  @Nullable RMApp application(ApplicationId id) {
    return rmContext.getRMApps().get(id);
  }

  /**
   * The full path of a queue, which may be named by its last part where there is no other of that
   * name; empty if there is none.
   */
  Optional<String> queuePath(String name) {
    return Optional.ofNullable(getQueue(name)).map(CSQueue::getQueuePath);
  }

  /** The time by the clock that planners go by. */
  long nowMillis() {
    return createClock().millis();
  }

  /** What is predicted of such a job; empty if it is unknown, or while every queue is off. */
  Optional<JobEstimate> predict(JobFeatures features) {
    return Optional.ofNullable(engine).flatMap(e -> e.predict(features));
  }

  /** To a queue of the planner's, perhaps: without a new plan the application would wait there. */
  @Override
  public String moveApplication(ApplicationId id, String targetQueueName) throws YarnException {
    String moved = super.moveApplication(id, targetQueueName);
    withEngine(
        "follow a move",
        e -> {
          holdQueues(e);
          e.moved(id);
        });
    return moved;
  }

  @Override
  public void handle(SchedulerEvent event) {
    if (event instanceof AppAddedSchedulerEvent added && isRefused(added)) {
      return;
    }
    super.handle(event);
    withEngine("follow " + event.getType(), e -> follow(event, e));
  }

  /** Whether an application was refused for what it wants; then that has been told. */
  private boolean isRefused(AppAddedSchedulerEvent added) {
    AtomicBoolean isRefused = new AtomicBoolean();
    withEngine(
        "look at a submission",
        e -> {
          RMApp app = rmContext.getRMApps().get(added.getApplicationId());
          if (app != null && !isRecovered(added)) {
            e.gate()
                .refusal(app, queuePath(added))
                .ifPresent(
                    why -> {
                      tell(
                          new RMAppEvent(app.getApplicationId(), RMAppEventType.APP_REJECTED, why));
                      isRefused.set(true);
                    });
          }
        });
    return isRefused.get();
  }

  /**
   * Whether a ResourceManager had accepted the application before. Of one that had no attempt yet
   * the event does not say so; but recovery is over before the scheduler starts, and with it the
   * service that takes submissions.
   */
  private boolean isRecovered(AppAddedSchedulerEvent added) {
    return added.getIsAppRecovering() || !isRunning;
  }

  private Arrival arrival(AppAddedSchedulerEvent added) {
    if (added.getIsAppRecovering()) {
      return Arrival.RECOVERY;
    }
    return isRecovered(added) ? Arrival.RECOVERY_BEFORE_ITS_START : Arrival.SUBMISSION;
  }

  /** The path of the leaf queue that an application is to be in, which may not be there yet. */
  private String queuePath(AppAddedSchedulerEvent added) {
    CSQueue queue = getQueue(added.getQueue());
    if (queue != null) {
      return queue.getQueuePath();
    }
    ApplicationPlacementContext placement = added.getPlacementContext();
    return placement == null ? added.getQueue() : placement.getFullQueuePath();
  }

  private void tell(RMAppEvent event) {
    rmContext.getDispatcher().getEventHandler().handle(event);
  }

  private void follow(SchedulerEvent event, Engine e) {
    switch (event.getType()) {
      case APP_ADDED -> {
        AppAddedSchedulerEvent added = (AppAddedSchedulerEvent) event;
        ApplicationId id = added.getApplicationId();
        SchedulerApplication<FiCaSchedulerApp> app = getSchedulerApplications().get(id);
        if (app != null) {
          holdQueues(e); // The queue may have been made for this application.
          e.events().applicationAdded(id, ClusterReader.path(app.getQueue()), arrival(added));
        }
      }
      case APP_REMOVED ->
          e.applicationRemoved(((AppRemovedSchedulerEvent) event).getApplicationID());
      case NODE_ADDED, NODE_REMOVED, NODE_RESOURCE_UPDATE, NODE_LABELS_UPDATE ->
          e.events().nodeChanged(event.getType().name().toLowerCase(Locale.ROOT));
      case MARK_CONTAINER_FOR_KILLABLE -> // If its application did not have it, the ask is back.
          e.demandChanged(((ContainerPreemptEvent) event).getAppId().getApplicationId());
      case APP_ATTEMPT_ADDED -> {
        ApplicationAttemptId id = ((AppAttemptAddedSchedulerEvent) event).getApplicationAttemptId();
        e.demandChanged(id.getApplicationId());
        FiCaSchedulerApp attempt = getApplicationAttempt(id);
        if (attempt != null && e.mode(ClusterReader.path(attempt.getQueue())) == Mode.ON) {
          // Last: a Hadoop without the library for it must only be slower.
          ApplicationAttemptBridge.findNewContainersFast(attempt);
        }
      }
      default -> {
        // Of no concern to a plan, or told by its own method below.
      }
    }
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId attempt,
      List<ResourceRequest> asks,
      List<SchedulingRequest> schedulingRequests,
      List<ContainerId> releases,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    Allocation allocation =
        super.allocate(
            attempt,
            asks,
            schedulingRequests,
            releases,
            blacklistAdditions,
            blacklistRemovals,
            updates);
    withEngine(
        "follow asks",
        e -> {
          if (changesDemand(asks, schedulingRequests, updates)) {
            e.demandChanged(attempt.getApplicationId());
          }
        });
    return allocation;
  }

  private static boolean changesDemand(
      List<ResourceRequest> asks,
      @Nullable List<SchedulingRequest> schedulingRequests,
      ContainerUpdates updates) {
    return !asks.isEmpty()
        || (schedulingRequests != null && !schedulingRequests.isEmpty())
        || !updates.getIncreaseRequests().isEmpty()
        || !updates.getPromotionRequests().isEmpty();
  }

  @Override
  protected void containerLaunchedOnNode(ContainerId id, SchedulerNode node) {
    super.containerLaunchedOnNode(id, node);
    withEngine("follow a launch", e -> e.events().containerLaunched(id, getRMContainer(id)));
  }

  /**
   * A node has come with what runs there.
   *
   * @param reports null of a node that comes back with nothing
   */
  @Override
  public void recoverContainersOnNode(@Nullable List<NMContainerStatus> reports, RMNode node) {
    super.recoverContainersOnNode(reports, node);
    if (reports == null) {
      return;
    }
    withEngine(
        "follow a recovery",
        e -> {
          for (NMContainerStatus report : reports) {
            RMContainer container = getRMContainer(report.getContainerId());
            if (container != null && report.getContainerState() != ContainerState.COMPLETE) {
              e.events().containerRecovered(container);
            }
          }
        });
  }

  @Override
  protected void completedContainerInternal(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    boolean wasSeen = container.getState() == RMContainerState.RUNNING;
    super.completedContainerInternal(container, status, event);
    withEngine(
        "follow a completion",
        e -> e.events().containerCompleted(container, status, event, wasSeen));
  }

  /** Opportunistic containers end here; the others in the method that this one calls, too. */
  @Override
  public void completedContainer(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event) {
    boolean isOpportunistic =
        container != null && container.getExecutionType() == ExecutionType.OPPORTUNISTIC;
    boolean wasSeen = container != null && container.getState() == RMContainerState.RUNNING;
    super.completedContainer(container, status, event);
    if (container != null && isOpportunistic) {
      withEngine(
          "follow a completion",
          e -> e.events().containerCompleted(container, status, event, wasSeen));
    }
  }

  /**
   * What the plan starts comes first, and then CapacityScheduler, as the plan has counted with the
   * room. The other way round where queues that no plan is made for have less than is guaranteed to
   * them; and while such a queue is being served nothing of the plan starts, for of a node that is
   * looked at CapacityScheduler gives it no more than a container at a time, and asynchronous
   * threads commit that only later.
   */
  @Override
  protected @Nullable CSAssignment allocate(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat) {
    Engine e = engine;
    if (e == null
        || (rmContext.isWorkPreservingRecoveryEnabled()
            && !rmContext.isSchedulerReadyForAllocatingContainers())) {
      return allocateByQueues(candidates, withNodeHeartbeat);
    }
    Collection<FiCaSchedulerNode> nodes = candidates.getAllNodes().values();
    String partition = Strings.nullToEmpty(candidates.getPartition());
    boolean othersGoFirst =
        guarded("see who goes first", false, () -> e.othersGoFirst().areShort(partition));
    if (othersGoFirst) {
      e.dispatchToKeptRooms(nodes, getMinimumResourceCapability(), getClusterResource());
    } else {
      e.dispatch(nodes, getMinimumResourceCapability(), getClusterResource());
    }
    CSAssignment assignment = allocateByQueues(candidates, withNodeHeartbeat);
    if (othersGoFirst
        && !(assignment != null
            && guarded(
                "see who was served",
                false,
                () -> e.othersGoFirst().areServed(partition, assignment)))) {
      e.dispatch(nodes, getMinimumResourceCapability(), getClusterResource());
    }
    return assignment;
  }

  /** CapacityScheduler's own allocations, and those of a plan, come by here, under its lock. */
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // It is declared so.
  public boolean tryCommit(Resource cluster, ResourceCommitRequest request, boolean updatePending) {
    Engine e = engine;
    // A placement processor looks at no queue, and takes nothing off what is pending there.
    boolean isByQueue = updatePending && request != ofPlan;
    if (e == null || isAdmitted(e, request, isByQueue)) {
      return super.tryCommit(cluster, request, updatePending);
    }
    guarded("drop an allocation", () -> Applications.drop(request));
    return false;
  }

  /**
   * Whether an allocation may be committed.
   *
   * @param isByQueue whether CapacityScheduler found it where queues show it applications
   */
  private static boolean isAdmitted(
      Engine e,
      ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request,
      boolean isByQueue) {
    return guarded(
        "look at an allocation",
        true,
        () -> !(isByQueue && e.isHeld(request)) && e.guard().admits(request));
  }

  /** Commits under the scheduler's lock, as CapacityScheduler's own committer does. */
  private boolean commit(CSAssignment assignment) {
    ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request =
        createResourceCommitRequest(assignment);
    if (request == null) {
      return false;
    }
    writeLock.lock();
    try {
      ofPlan = request;
      return tryCommit(getClusterResource(), request, true);
    } finally {
      ofPlan = null;
      writeLock.unlock();
    }
  }

  private void withEngine(String what, Consumer<Engine> step) {
    Engine e = engine;
    if (e != null) {
      guarded(what, () -> step.accept(e));
    }
  }

  private static void guarded(String what, Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      SafeLog.error(LOG, "Foresight could not {}; YARN goes on without it.", what, failure);
    }
  }

  /**
   * @param otherwise the answer where there is none
   */
  private static boolean guarded(String what, boolean otherwise, BooleanSupplier question) {
    AtomicBoolean answer = new AtomicBoolean(otherwise);
    guarded(what, () -> answer.set(question.getAsBoolean()));
    return answer.get();
  }
}
