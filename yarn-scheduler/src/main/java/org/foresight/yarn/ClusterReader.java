package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.FluentIterable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.MapMaker;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.Turns;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the cluster out of CapacityScheduler: snapshots for the planner, the live state for
 * dispatch. Only applications that their queue has activated are shown, so that the limits on
 * application masters hold. Thread-safe.
 */
final class ClusterReader {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterReader.class);

  /** A queue puts its path together each time it is asked, and keeps it as long as it lives. */
  private static final ConcurrentMap<Queue, String> PATHS = new MapMaker().weakKeys().makeMap();

  private final CapacityScheduler scheduler;
  private final Predicate<String> coversQueue;
  private final BooleanSupplier hasTurns;
  private final Predicate<String> stopsContainersOf;
  private final Submissions submissions;
  private final RunningContainers runningContainers;
  private volatile ImmutableSet<String> notShown = ImmutableSet.of();

  /**
   * Of the jobs of the last snapshot, which are those of a plan, since dispatch asks for every one
   * of them again and again: to parse an id takes longer than all else of such a look.
   */
  private volatile ImmutableMap<String, ApplicationId> ids = ImmutableMap.of();

  /** As of the last snapshot, since a plan goes by them. */
  private volatile NodeClasses classes = NodeClasses.NONE;

  /** Those of the last snapshot: to ask for them all copies them under a lock. */
  private volatile ImmutableList<FiCaSchedulerNode> lastNodes = ImmutableList.of();

  /**
   * @param coversQueue whether the leaf queue of this path is looked at; may change
   * @param stopsContainersOf whether containers of the leaf queue of this path may be stopped; may
   *     change
   * @param submissions applications that are not in it are not shown
   * @param clock the one by which containers are created
   * @param hasTurns whether CapacityScheduler serves some of the applications by its own rules now
   */
  ClusterReader(
      CapacityScheduler scheduler,
      Predicate<String> coversQueue,
      Predicate<String> stopsContainersOf,
      Submissions submissions,
      HostClock clock,
      BooleanSupplier hasTurns) {
    this.scheduler = scheduler;
    this.coversQueue = coversQueue;
    this.stopsContainersOf = stopsContainersOf;
    this.submissions = submissions;
    this.runningContainers = new RunningContainers(clock);
    this.hasTurns = hasTurns;
  }

  /** The leaf queues that are looked at. */
  ImmutableList<AbstractLeafQueue> queues() {
    return leafQueues(scheduler)
        .filter(queue -> coversQueue.test(path(queue)))
        .collect(ImmutableList.toImmutableList());
  }

  static Stream<AbstractLeafQueue> leafQueues(CapacityScheduler scheduler) {
    return scheduler.getCapacitySchedulerQueueManager().getQueues().values().stream()
        .filter(AbstractLeafQueue.class::isInstance)
        .map(AbstractLeafQueue.class::cast);
  }

  ClusterSnapshot snapshot() {
    Vectors vectors = vectors();
    classes = NodeClasses.of(submissions.all());
    lastNodes = ImmutableList.copyOf(scheduler.getNodeTracker().getAllNodes());
    ImmutableList<NodeView> nodes = nodes();
    ImmutableSet<String> present =
        nodes.stream().map(NodeView::nodeClass).collect(toImmutableSet());
    ImmutableSet<String> partitions =
        nodes.stream().map(NodeView::partition).collect(toImmutableSet());
    QueueLimits limits = new QueueLimits(partitions, scheduler.getClusterResource(), vectors);
    RunningContainers.Look running = runningContainers.look(lastNodes, classes, vectors);
    ImmutableList.Builder<JobView> jobs = ImmutableList.builder();
    ImmutableSet.Builder<String> unreadable = ImmutableSet.builder();
    ImmutableMap.Builder<String, ApplicationId> shown = ImmutableMap.builder();
    for (AbstractLeafQueue queue : queues()) {
      boolean mayBeStopped = stopsContainersOf.test(path(queue));
      for (FiCaSchedulerApp app : queue.getApplications()) {
        if (app.isStopped()) {
          continue;
        }
        String id = app.getApplicationId().toString();
        ClusterEvent.JobSubmitted submitted = submissions.of(id);
        JobView job =
            submitted == null
                ? null
                : read(
                    app,
                    submitted,
                    present,
                    limits.of(queue, app.getUser()),
                    vectors,
                    running,
                    mayBeStopped);
        if (job == null) {
          unreadable.add(id);
        } else {
          limits.wanted(queue, app.getUser(), job.asks());
          jobs.add(job);
          shown.put(id, app.getApplicationId());
        }
      }
    }
    notShown = unreadable.build();
    ids = shown.buildKeepingLast();
    running.end();
    return ClusterSnapshot.of(
        nodes, jobs.build(), limits.all(), ImmutableList.of(), hasTurns.getAsBoolean());
  }

  /**
   * The application as a job; null if it can't be read.
   *
   * @param nodeClasses those that nodes have
   */
  private @Nullable JobView read(
      FiCaSchedulerApp app,
      ClusterEvent.JobSubmitted submitted,
      ImmutableSet<String> nodeClasses,
      ImmutableList<String> limits,
      Vectors vectors,
      RunningContainers.Look running,
      boolean mayBeStopped) {
    try {
      Collection<RMContainer> containers = app.getLiveContainers(); // Copies them.
      return JobView.of(
          submitted.jobId(),
          NodeClasses.resolved(submitted.goal(), nodeClasses),
          submitted.atMillis(),
          Applications.asks(
              app, vectors, StageNames.of(submitted.features().jobType().orElse(null))),
          running.tasks(containers),
          limits,
          mayBeStopped && !hasOpportunistic(containers));
    } catch (RuntimeException e) {
      // One application must not be the end of planning for all.
      if (notShown.contains(submitted.jobId())) {
        LOG.debug("Application {} still can't be read.", submitted.jobId(), e);
      } else {
        LOG.warn(
            "Application {} can't be read; it is left to CapacityScheduler.", submitted.jobId(), e);
      }
      return null;
    }
  }

  /** To stop these would not make the room that the scheduler allocates. */
  private static boolean hasOpportunistic(Collection<RMContainer> containers) {
    return containers.stream()
        .anyMatch(container -> container.getExecutionType() == ExecutionType.OPPORTUNISTIC);
  }

  /**
   * The applications that the last snapshot should have shown but did not: their submission was not
   * understood, or they could not be read.
   */
  ImmutableSet<String> notShown() {
    return notShown;
  }

  /**
   * Why the applications wait that are in the queues that are looked at but not in a snapshot.
   *
   * @param shown the jobs of the snapshot
   */
  ImmutableMap<String, Waiting> waitingUnseen(Set<String> shown) {
    Vectors vectors = vectors();
    ImmutableSet<FiCaSchedulerApp> inactive =
        queues().stream()
            .flatMap(queue -> queue.getPendingApplications().stream())
            .collect(toImmutableSet());
    ImmutableMap.Builder<String, Waiting> waiting = ImmutableMap.builder();
    scheduler
        .getSchedulerApplications()
        .forEach(
            (id, scheduled) -> {
              FiCaSchedulerApp app = application(id.toString());
              if (app != null
                  && !shown.contains(id.toString())
                  && app.getQueue() instanceof AbstractLeafQueue queue) {
                waiting.put(
                    id.toString(), waitingUnseen(app, queue, inactive.contains(app), vectors));
              }
            });
    return waiting.buildKeepingLast();
  }

  private Waiting waitingUnseen(
      FiCaSchedulerApp app, AbstractLeafQueue queue, boolean isInactive, Vectors vectors) {
    if (!app.isRunnable()) {
      return new Waiting(
          WaitingReason.AM_LIMIT, "As many applications run as its queue or its user may run.");
    }
    if (isInactive) {
      return new Waiting(WaitingReason.AM_LIMIT, amLimit(app, queue, vectors));
    }
    return notShown.contains(app.getApplicationId().toString())
        ? new Waiting(
            WaitingReason.MISCONFIGURED, "It can't be read, and is left to CapacityScheduler.")
        : new Waiting(WaitingReason.PLANNED_START, "No plan has been made since it came.");
  }

  private static String amLimit(FiCaSchedulerApp app, AbstractLeafQueue queue, Vectors vectors) {
    String partition = app.getAppAMNodePartitionName();
    return "Application masters hold "
        + vectors.of(queue.getQueueResourceUsage().getAMUsed(partition)).text()
        + " of "
        + vectors.of(queue.getAMResourceLimitPerPartition(partition)).text()
        + " that they may hold in its queue, of which its user may have "
        + vectors.of(queue.getUserAMResourceLimitPerPartition(partition, app.getUser())).text()
        + "; its own needs "
        + vectors.of(app.getAMResource(partition)).text()
        + ".";
  }

  /** How resources are translated. */
  Vectors vectors() {
    return Vectors.mindedBy(scheduler.getResourceCalculator());
  }

  private ImmutableList<NodeView> nodes() {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (FiCaSchedulerNode node : lastNodes) {
      if (Applications.takesWork(node)) {
        nodes.add(view(node));
      }
    }
    return nodes.build();
  }

  /** The node as the last snapshot's plan knows it. */
  NodeView view(FiCaSchedulerNode node) {
    return Applications.view(node, classes, vectors());
  }

  /** The jobs that wait for something, each with how its queue stands now. */
  ImmutableList<Turns.Waiting> waiting(ClusterSnapshot snapshot) {
    ImmutableList.Builder<Turns.Waiting> waiting = ImmutableList.builder();
    for (JobView job : snapshot.jobs()) {
      FiCaSchedulerApp app = job.asks().isEmpty() ? null : application(job.id());
      if (app != null && app.getQueue() instanceof AbstractLeafQueue queue) {
        waiting.add(
            new Turns.Waiting(
                job,
                path(queue),
                ShortQueues.isShort(scheduler, queue, job.asks().get(0).partition())));
      }
    }
    return waiting.build();
  }

  /** The path of the queue that the application is in; empty if it is gone. */
  Optional<String> queueOf(String jobId) {
    return Optional.ofNullable(scheduled(jobId))
        .map(SchedulerApplication::getQueue)
        .map(ClusterReader::path);
  }

  static String path(Queue queue) {
    return PATHS.computeIfAbsent(
        queue,
        unknown ->
            unknown instanceof CSQueue csQueue ? csQueue.getQueuePath() : unknown.getQueueName());
  }

  private @Nullable SchedulerApplication<FiCaSchedulerApp> scheduled(String jobId) {
    ApplicationId known = ids.get(jobId);
    return scheduler
        .getSchedulerApplications()
        .get(known == null ? ApplicationId.fromString(jobId) : known);
  }

  /** The application's current attempt, or null if it is gone or moved to a queue not covered. */
  @Nullable FiCaSchedulerApp application(String jobId) {
    SchedulerApplication<FiCaSchedulerApp> app = scheduled(jobId);
    if (app == null || !coversQueue.test(path(app.getQueue()))) {
      return null;
    }
    FiCaSchedulerApp attempt = app.getCurrentAppAttempt();
    return attempt == null || attempt.isStopped() ? null : attempt;
  }

  /**
   * The live state, without the applications that {@code passedOver} names.
   *
   * @param passedOver asked for every application that the policy considers
   * @param room shows the nodes with what of their room may be used
   */
  DispatchView live(Predicate<String> passedOver, UnaryOperator<NodeView> room) {
    return new DispatchView() {
      @Override
      public @Nullable DispatchableJob job(String jobId) {
        FiCaSchedulerApp app = passedOver.test(jobId) ? null : application(jobId);
        return app == null ? null : new LiveJob(app);
      }

      @Override
      public Iterable<NodeView> nodes() {
        return FluentIterable.from(lastNodes)
            .filter(Applications::takesWork)
            .transform(node -> room.apply(view(node)));
      }
    };
  }

  private final class LiveJob implements DispatchView.DispatchableJob {
    private final FiCaSchedulerApp app;

    LiveJob(FiCaSchedulerApp app) {
      this.app = app;
    }

    @Override
    public ImmutableList<TaskAsk> asks() {
      return Applications.asks(app, vectors(), StageNames.BY_PRIORITY); // Nobody minds them here.
    }

    @Override
    public long submitMillis() {
      ClusterEvent.JobSubmitted submitted = submissions.of(app.getApplicationId().toString());
      return submitted == null
          ? DispatchView.DispatchableJob.super.submitMillis()
          : submitted.atMillis();
    }

    @Override
    public int runningTasks() {
      return Applications.runningTasks(app);
    }

    @Override
    public int runningTasks(String nodeClass) {
      int tasks = 0;
      for (RMContainer container : app.getLiveContainers()) {
        FiCaSchedulerNode node = scheduler.getNode(container.getAllocatedNode());
        if (node != null && !container.isAMContainer() && classes.of(node).equals(nodeClass)) {
          tasks++;
        }
      }
      return tasks;
    }

    @Override
    public ImmutableList<RunningTask> running() {
      return runningContainers.few(app.getLiveContainers(), scheduler::getNode, classes, vectors());
    }
  }
}
