package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMultiset.toImmutableMultiset;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMultiset;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerAllocationProposal;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.SchedulerContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.Precedence;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.Turns;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.policy.Offers;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.planner.preemption.Preemptor;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PredictionScore;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that there is of Foresight while some queue is not off: what follows YARN's events, a planner
 * for the queues that are on, and, while there is a leaf queue in shadow mode, another one that
 * plans for those too. Both are told of the jobs of all queues, and all jobs are learned from, so
 * that a queue whose mode changes is known.
 *
 * <p>Thread-safe, but for {@link #make}, {@link #change}, {@link #use} and {@link #stop}, which are
 * called one at a time.
 */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private static final long WATCH_MILLIS = 1_000;

  /** Planners to be; null where none is needed, or the one that is there will do. */
  record Planners(@Nullable Planner on, @Nullable Planner shadow) {}

  private final ClusterReader onQueues;
  private final ShortQueues othersGoFirst;

  /** Those that are not off. */
  private final ClusterReader plannedQueues;

  private final EventTranslator events;
  private final CoreGuard guard;
  private final NodeDispatcher dispatcher;
  private final RefusalBackOff backOff;
  private final EngineObserver observer;
  private final Learning learning;
  private final Shadow shadow;
  private final Preempting preempting;
  private final Turns turns;
  private final SubmissionGate gate;
  private final MaxWaits maxWaits;
  private final PlannerLane onLane;
  private final PlannerLane shadowLane;

  /** Held while the shadow planner begins or ends: queues come and go without a change of modes. */
  private final Object shadowLock = new Object();

  /** Under the lock of the shadow planner. */
  private boolean hasStopped;

  /** For whoever may not wait. */
  private final PromptPredictor predictor;

  private final Supplier<Optional<PredictionScore>> score;
  private final Diagnostics diagnostics;
  private final StatusPublisher onStatus;
  private final StatusPublisher shadowStatus;
  private final ScheduledThreadPoolExecutor watch;
  private final HostClock clock;

  /** By how much the clock has stepped, as far as planners know; of the thread that watches. */
  private long toldSteppedMillis;

  private volatile ForesightConfiguration configuration;
  private volatile LeftToYarn leftToYarn = LeftToYarn.NOTHING;

  /**
   * @param rmApps finds the ResourceManager's view of an application
   * @param killer ends an application, with a reason for its user
   * @param committer commits allocations
   * @param policies makes policies that plan in a certain way with runtimes from a history
   * @param turns of the queues that are on
   * @param observer is told how it goes, and of jobs
   * @param preemptions counts what is stopped to make room
   * @param listeners makes of a listener the one that planners tell of their plans
   * @param hostClock the time that planners see
   * @param nanoTime measures durations
   * @param first the configuration that counts until it changes
   */
  Engine(
      CapacityScheduler scheduler,
      Function<ApplicationId, @Nullable RMApp> rmApps,
      BiConsumer<ApplicationId, String> killer,
      NodeDispatcher.Committer committer,
      BiFunction<Planning, History, SchedulingPolicy> policies,
      History history,
      Turns turns,
      EngineObserver observer,
      PreemptionCounters preemptions,
      UnaryOperator<PlannerThread.Listener> listeners,
      InstantSource hostClock,
      LongSupplier nanoTime,
      ForesightConfiguration first) {
    configuration = first;
    this.turns = turns;
    this.observer = observer;
    clock = new HostClock(hostClock, nanoTime);
    watch =
        new ScheduledThreadPoolExecutor(1, task -> DaemonThreads.create("foresight-watch", task));
    backOff = new RefusalBackOff(nanoTime);
    Submissions submissions = new Submissions();
    Predicate<String> stopsContainersOf =
        queue ->
            configuration.preemption().isOn(queue)
                && !StockPreemption.isForbidden(scheduler.getConfiguration(), queue);
    onQueues =
        new ClusterReader(
            scheduler,
            queue -> mode(queue) == Mode.ON,
            stopsContainersOf,
            submissions,
            clock,
            () -> !turns.jobs().isEmpty());
    othersGoFirst =
        new ShortQueues(
            scheduler, queue -> mode(queue) != Mode.ON, new Precedence(nanoTime, LOG::info));
    plannedQueues =
        new ClusterReader(
            scheduler,
            queue -> mode(queue) != Mode.OFF,
            stopsContainersOf,
            submissions,
            clock,
            () -> false);
    preempting =
        new Preempting(
            scheduler,
            onQueues,
            new Preemptor(() -> configuration.preemption().settings(), preemptions),
            clock,
            this::isInCharge);
    Offers offers = new Offers(nanoTime);
    guard = new CoreGuard(submissions, () -> configuration, clock);
    dispatcher =
        new NodeDispatcher(
            onQueues,
            clock,
            backOff,
            guard,
            assignment -> {
              boolean isDone = committer.commit(assignment);
              observer.decided(isDone);
              return isDone;
            },
            (job, node, held) -> {
              turns.started(job);
              preempting.started(job, node, held);
            },
            offers,
            preempting::kept);
    shadow =
        new Shadow(
            history.predictor(),
            submissions,
            plannedQueues::queueOf,
            () -> configuration,
            clock,
            nanoTime);
    learning =
        new Learning(
            history.predictor(),
            history,
            shadow,
            task -> DaemonThreads.create("foresight-learning", task),
            nanoTime);
    predictor = new PromptPredictor(history.predictor());
    score = history::score;
    diagnostics = new Diagnostics(rmApps);
    onStatus =
        new StatusPublisher(
            Mode.ON,
            onQueues,
            submissions,
            history.predictor(),
            () -> configuration,
            job -> leftToYarn.anywhere().containsKey(job),
            backOff::isHeldBack,
            diagnostics,
            clock);
    shadowStatus =
        new StatusPublisher(
            Mode.SHADOW,
            plannedQueues,
            submissions,
            history.predictor(),
            () -> configuration,
            job -> true, // Nothing is held there.
            job -> false,
            status -> {},
            clock);
    onLane =
        new PlannerLane(
            maker(
                Mode.ON,
                (planning, learned) ->
                    Policies.passingOver(
                        policies.apply(planning, learned), offers, nanoTime, LOG::info),
                history,
                preempting::expected,
                clock,
                nanoTime,
                observer),
            listeners.apply(this::carryOut),
            submissions,
            observer);
    PlannerObserver shadowObserver = new ShadowObserver(observer);
    shadowLane =
        new PlannerLane(
            maker(
                Mode.SHADOW,
                policies,
                history,
                plannedQueues::snapshot,
                clock,
                nanoTime,
                shadowObserver),
            listeners.apply(
                (planner, snapshot, plan) -> {
                  shadow.planned(planner, snapshot, plan);
                  shadowStatus.planned(planner, snapshot, plan);
                }),
            submissions,
            shadowObserver);
    maxWaits = new MaxWaits(onQueues::application, clock, killer);
    gate =
        new SubmissionGate(
            () -> configuration,
            predictor,
            new QueueRoom(scheduler),
            clock,
            LoggerFactory.getLogger(SubmissionGate.AUDIT)::info);
    events =
        new EventTranslator(
            rmApps,
            gate::goal,
            submissions,
            clock,
            scheduler
                .getConfig()
                .getLong(
                    YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
                    YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS),
            event -> {
              learning.tell(event);
              observer.onEvent(event);
              followStatus(event);
              maxWaits.onEvent(event);
              gate.onEvent(event);
              tellPlanners(event);
            },
            event -> {
              observer.onHalfSeen(event);
              maxWaits.onHalfSeen(event);
              gate.onEvent(event);
              tellPlanners(event);
            },
            this::tellPlanners);
  }

  private void carryOut(PlannerThread planner, ClusterSnapshot snapshot, Plan plan) {
    preempting.planned(planner, plan);
    othersGoFirst.look(
        snapshot.nodes().stream().map(NodeView::partition).collect(toImmutableSet()));
    ImmutableList<Turns.Waiting> waiting = onQueues.waiting(snapshot);
    if (planner.isStopped()) {
      return;
    }
    turns.review(plan, clock.millis(), waiting);
    leftToYarn = LeftToYarn.of(plan, snapshot, onQueues.notShown(), turns.jobs());
    onStatus.planned(planner, snapshot, plan);
  }

  private static PlannerLane.Maker maker(
      Mode mode,
      BiFunction<Planning, History, SchedulingPolicy> policies,
      History history,
      Supplier<ClusterSnapshot> snapshots,
      InstantSource clock,
      LongSupplier nanoTime,
      PlannerObserver observer) {
    return (planning, listener) -> {
      SchedulingPolicy policy = policies.apply(planning, history);
      return new Planner(
          planning,
          policy,
          new PlannerThread(
              mode,
              policy,
              snapshots,
              listener,
              clock,
              nanoTime,
              planning.settings().cycleMillis(),
              planning.timeoutMillis(),
              Runtime.getRuntime().availableProcessors(),
              observer));
    };
  }

  private void tellPlanners(ClusterEvent event) {
    onLane.tell(event);
    shadowLane.tell(event);
  }

  private void followStatus(ClusterEvent event) {
    if (event instanceof ClusterEvent.TaskStarted || event instanceof ClusterEvent.JobFinished) {
      long steppedMillis = clock.steppedMillis();
      // Not under YARN's locks.
      learning.afterwards(
          () -> {
            onStatus.onEvent(event, steppedMillis);
            shadowStatus.onEvent(event, steppedMillis);
          });
    }
  }

  /** Says which allocations may be committed. */
  CoreGuard guard() {
    return guard;
  }

  /** How it stands now; holds no lock. */
  StatusReport status() {
    ForesightConfiguration now = configuration;
    ImmutableMultiset<Mode> modes =
        plannedQueues.queues().stream()
            .map(queue -> now.modes().of(ClusterReader.path(queue)))
            .collect(toImmutableMultiset());
    return new StatusReport(
        now.modes(),
        now.planning().policy(),
        Stream.of(
                status(Mode.ON, onLane, onStatus.latest()),
                status(Mode.SHADOW, shadowLane, shadowStatus.latest()))
            .flatMap(Optional::stream)
            .collect(toImmutableList()),
        onLane.planner() == null ? ImmutableList.of() : preempting.underWay(),
        modes.count(Mode.ON),
        modes.count(Mode.SHADOW));
  }

  private static Optional<PlannerStatus> status(Mode mode, PlannerLane lane, LaneStatus latest) {
    Planner planner = lane.planner();
    return planner == null
        ? Optional.empty()
        : Optional.of(
            new PlannerStatus(mode, lane.isInCharge(), planner.thread().failuresInARow(), latest));
  }

  /** How well predictions did; empty where the predictor does not say. */
  Optional<PredictionScore> predictionScore() {
    return score.get();
  }

  /** What is predicted of such a job. */
  Optional<JobEstimate> predict(JobFeatures features) {
    return predictor.predict(features);
  }

  /** Makes the planners that a configuration may need; nothing changes yet. */
  Planners make(ForesightConfiguration next) {
    return new Planners(
        next.modes().mayBe(Mode.ON) ? onLane.make(next.planning()) : null,
        next.modes().mayBe(Mode.SHADOW) ? shadowLane.make(next.planning()) : null);
  }

  /** From now on another configuration counts, as far as it does not need other planners. */
  void change(ForesightConfiguration next) {
    Modes before = configuration.modes();
    configuration = next;
    if (!before.equals(next.modes())) {
      shadow.modesChanged(before, next.modes());
    }
  }

  /** Starts planners, and ends those that no queue needs any more. */
  void use(Planners planners) {
    if (watch.getTaskCount() == 0) {
      Future<?> unused = // It does not fail.
          watch.scheduleWithFixedDelay(
              this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (planners.on() != null) {
      onLane.use(planners.on());
    } else if (!configuration.modes().mayBe(Mode.ON)) {
      onLane.stop();
      onStatus.stopped();
    }
    synchronized (shadowLock) {
      if (planners.shadow() != null && isAnyQueueInShadow()) {
        shadowLane.use(planners.shadow());
      } else {
        reviewShadow();
      }
    }
  }

  /** Plans for queues in shadow mode as long as there are any. */
  private void reviewShadow() {
    synchronized (shadowLock) {
      if (!isAnyQueueInShadow()) {
        shadowLane.stop();
        shadowStatus.stopped();
      } else if (shadowLane.planner() == null && !hasStopped) {
        Planner planner = shadowLane.make(configuration.planning());
        if (planner != null) {
          shadowLane.use(planner);
        }
      }
    }
  }

  private boolean isAnyQueueInShadow() {
    return plannedQueues.queues().stream()
        .anyMatch(queue -> mode(ClusterReader.path(queue)) == Mode.SHADOW);
  }

  private void watch() {
    guarded("look whether its clock has stepped", this::tellOfSteps);
    guarded("end the jobs that have waited too long", maxWaits::review);
    guarded("watch its planner", onLane::watch);
    guarded("see whether a queue is in shadow mode", this::reviewShadow);
    guarded(
        "watch its shadow planner",
        () -> {
          shadowLane.watch();
          // Nobody dispatches by it, and who asks is told in the log when the answer has changed.
          boolean unused = shadowLane.isInCharge();
        });
  }

  /** What fails must not keep what is done after it from being done. */
  private static void guarded(String what, Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      SafeLog.error(LOG, "Foresight could not {}; it tries again in a second.", what, failure);
    }
  }

  /** A plan goes by the clock as it was when it was made. */
  private void tellOfSteps() {
    long steppedMillis = clock.steppedMillis();
    if (steppedMillis != toldSteppedMillis) {
      toldSteppedMillis = steppedMillis;
      events.nodeChanged("the clock");
    }
  }

  /** Ends everything; what was told before is still learned. */
  void stop() {
    watch.shutdownNow();
    preempting.stop();
    onLane.stop();
    synchronized (shadowLock) {
      hasStopped = true;
      shadowLane.stop();
    }
    learning.stop();
    predictor.stop();
    observer.lostSight();
    onStatus.stopped();
  }

  /** The mode of the leaf queue of this path. */
  Mode mode(String queuePath) {
    return configuration.modes().of(queuePath);
  }

  private boolean isInCharge() {
    return onLane.isInCharge();
  }

  /** Whether a plan decides who starts in the queue of this path. */
  boolean holds(String queuePath) {
    return mode(queuePath) == Mode.ON && isInCharge();
  }

  /** What is left to CapacityScheduler in queues that a plan holds. */
  LeftToYarn leftToYarn() {
    return leftToYarn;
  }

  /**
   * Whether CapacityScheduler has chosen an application for this that its queue would not show it
   * now. Its asynchronous threads look at queues without a lock: while a refresh makes their
   * policies anew, and until a planner takes charge of them, what they find is committed
   * afterwards. What is done for a reservation is not found by way of that policy.
   *
   * @param request CapacityScheduler's own
   */
  boolean isHeld(ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request) {
    ContainerAllocationProposal<FiCaSchedulerApp, FiCaSchedulerNode> proposal =
        request.getFirstAllocatedOrReservedContainer();
    if (proposal == null || isForReservation(proposal)) {
      return false;
    }
    SchedulerContainer<FiCaSchedulerApp, FiCaSchedulerNode> container =
        proposal.getAllocatedOrReservedContainer();
    FiCaSchedulerApp app = container.getSchedulerApplicationAttempt();
    return holds(ClusterReader.path(app.getQueue()))
        && !leftToYarn.includes(app, Strings.nullToEmpty(container.getNodePartition()));
  }

  /** Whether it serves a reservation, or renews it. */
  private static boolean isForReservation(
      ContainerAllocationProposal<FiCaSchedulerApp, FiCaSchedulerNode> proposal) {
    return proposal.getAllocateFromReservedContainer() != null
        || proposal.getAllocatedOrReservedContainer().getRmContainer().getState()
            == RMContainerState.RESERVED;
  }

  /** The leaf queues that are on. */
  ImmutableList<AbstractLeafQueue> queuesOn() {
    return onQueues.queues();
  }

  /** Looks at what applications want before they are accepted. */
  SubmissionGate gate() {
    return gate;
  }

  EventTranslator events() {
    return events;
  }

  /** How good the predictions for queues in shadow mode were since the engine was made. */
  ShadowScore shadowScore() {
    return shadow.score();
  }

  /** An application is in another queue now. */
  void moved(ApplicationId id) {
    // In its turn: the shadow may not have heard of the job's submission yet.
    learning.afterwards(() -> shadow.moved(id.toString()));
    onQueues.queueOf(id.toString()).ifPresent(path -> gate.moved(id, path));
    demandChanged(id);
  }

  /** An application asks for something, or may be given something now. */
  void demandChanged(ApplicationId id) {
    dispatcher.waitsAgain(id.toString());
    events.demandChanged(id);
  }

  void applicationRemoved(ApplicationId id) {
    backOff.forget(id.toString());
    diagnostics.ended(id.toString());
    gate.forget(id);
    events.applicationRemoved(id);
  }

  /** The queues that are not on and go before a plan, as of the last one. */
  ShortQueues othersGoFirst() {
    return othersGoFirst;
  }

  /**
   * Starts on these nodes what the plan in force says; never throws.
   *
   * @param smallest the least that a container takes
   */
  void dispatch(Collection<FiCaSchedulerNode> nodes, Resource smallest, Resource clusterResource) {
    dispatch(
        nodes,
        (policy, plan, node) -> dispatcher.dispatch(policy, plan, node, smallest, clusterResource));
  }

  /** As {@link #dispatch}, but only those for whom room was made there. */
  void dispatchToKeptRooms(
      Collection<FiCaSchedulerNode> nodes, Resource smallest, Resource clusterResource) {
    dispatch(
        nodes,
        (policy, plan, node) ->
            dispatcher.dispatchToKeptRooms(policy, plan, node, smallest, clusterResource));
  }

  /** Carries a plan out on a node. */
  @FunctionalInterface
  private interface NodeStep {
    void on(SchedulingPolicy policy, Plan plan, FiCaSchedulerNode node);
  }

  private void dispatch(Collection<FiCaSchedulerNode> nodes, NodeStep step) {
    Planner planner = onLane.planner();
    if (planner == null) {
      return;
    }
    try {
      Plan plan = planner.thread().planInForce();
      if (plan == null) {
        preempting.outOfCharge();
      } else {
        for (FiCaSchedulerNode node : nodes) {
          step.on(planner.policy(), plan, node);
        }
      }
    } catch (Throwable failure) {
      planner.thread().dispatchFailed(failure);
    }
  }
}
