package org.foresight.yarn;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Foresight in the ResourceManager: a CapacityScheduler whose chosen leaf queues are served by a
 * plan.
 *
 * <p>Set {@code yarn.resourcemanager.scheduler.class} to this class and name the queues in {@code
 * foresight.queues}. All that capacity-scheduler.xml says stays in force: queues, limits, ACLs,
 * labels. Where no queue is named, and whenever the planner fails, it is CapacityScheduler and
 * nothing else. Nothing that Foresight throws reaches YARN.
 */
public class ForesightScheduler extends CapacitySchedulerBridge {
  private static final Logger LOG = LoggerFactory.getLogger(ForesightScheduler.class);

  /** Foresight's parts; null while it is off. */
  private volatile @Nullable Parts parts;

  private record Parts(
      SchedulingPolicy policy,
      History history,
      ClusterReader cluster,
      EventTranslator events,
      PlannerThread planner,
      NodeDispatcher dispatcher,
      RefusalBackOff backOff) {}

  /** For the ResourceManager, which makes its scheduler by reflection. */
  public ForesightScheduler() {}

  /** The policy to plan with; a test may choose one that misbehaves. */
  SchedulingPolicy createPolicy(ForesightConfiguration configuration, History history) {
    return Policies.create(
        configuration.policy(),
        PolicyContext.of(
            configuration.settings(),
            RuntimeSource.of(history.predictor()),
            PlanSolvers.create(configuration.solver())));
  }

  @Override
  public void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    guarded("start", () -> assemble(conf));
  }

  private void assemble(Configuration conf) {
    Configuration withSite = new Configuration(conf);
    withSite.addResource(ForesightConfiguration.RESOURCE);
    // What the ResourceManager was given goes before the file.
    conf.getPropsWithPrefix(ForesightConfiguration.PREFIX)
        .forEach((key, value) -> withSite.set(ForesightConfiguration.PREFIX + key, value));
    ForesightConfiguration configuration = ForesightConfiguration.read(withSite);
    if (configuration.queues().isEmpty()) {
      LOG.info(
          "{} names no queue: this is CapacityScheduler and nothing else.",
          ForesightConfiguration.QUEUES);
      return;
    }
    parts = connect(configuration, history(configuration, conf));
  }

  /** Not opened yet: a ResourceManager on standby would take it from the active one. */
  private static History history(ForesightConfiguration configuration, Configuration conf) {
    Supplier<RuntimePredictor> newPredictor = () -> Predictors.create(configuration.predictor());
    if (configuration.history().isEmpty()) {
      return History.inMemory(newPredictor);
    }
    HistoryLocation location = configuration.history().get();
    if (location.isLocal() && HAUtil.isHAEnabled(conf)) {
      LOG.warn(
          "{} is a local folder ({}): after a failover the other ResourceManager won't know what"
              + " this one has learned. Name a folder of a file system that both see.",
          ForesightConfiguration.HISTORY,
          location.folder());
    }
    return History.in(
        newPredictor,
        location.storage(conf),
        ProcessHandle.current().pid() + "@" + NetUtils.getHostname() + " " + UUID.randomUUID());
  }

  private Parts connect(ForesightConfiguration configuration, History history) {
    SchedulingPolicy policy = createPolicy(configuration, history);
    ClusterReader cluster = new ClusterReader(this, configuration::covers);
    InstantSource clock = InstantSource.system();
    PlannerThread planner =
        new PlannerThread(
            policy,
            new OutcomeRecorder(history.predictor(), history),
            cluster::snapshot,
            clock,
            System::nanoTime,
            configuration.settings().cycleMillis(),
            configuration.plannerTimeoutMillis());
    RefusalBackOff backOff = new RefusalBackOff(System::nanoTime);
    Parts connected =
        new Parts(
            policy,
            history,
            cluster,
            new EventTranslator(
                id -> rmContext.getRMApps().get(id),
                configuration,
                cluster,
                clock,
                planner::tell,
                planner::tellRecovered),
            planner,
            new NodeDispatcher(policy, cluster, clock, backOff, this::commit),
            backOff);
    holdQueues(connected);
    Set<String> leafQueues =
        cluster.queues().stream().map(AbstractLeafQueue::getQueuePath).collect(toSet());
    for (String missing : configuration.queuesNotIn(leafQueues)) {
      LOG.warn(
          "{} names {}, but no leaf queue has this full path (such as root.default) yet.",
          ForesightConfiguration.QUEUES,
          missing);
    }
    LOG.info(
        "Foresight schedules the queues {} by the policy {}.",
        String.join(", ", configuration.queues()),
        policy.name());
    return connected;
  }

  @Override
  public void serviceStart() throws Exception {
    super.serviceStart();
    withParts(
        "start",
        p -> {
          p.history().start();
          p.planner().start();
        });
  }

  @Override
  public void serviceStop() throws Exception {
    withParts(
        "stop",
        p -> {
          p.planner().stop();
          p.history().close();
        });
    super.serviceStop();
  }

  /**
   * Queues may have been added, and every leaf queue has its ordering policy made anew, even where
   * CapacityScheduler rejects the new configuration and goes back to the old one.
   */
  @Override
  public void reinitialize(Configuration newConf, RMContext context, boolean validation)
      throws IOException {
    // Under one lock, so that no heartbeat sees a queue that is not held yet.
    writeLock.lock();
    try {
      super.reinitialize(newConf, context, validation);
    } finally {
      try {
        withParts(
            "refresh",
            p -> {
              holdQueues(p);
              p.events().nodeChanged("refresh"); // New limits may have activated applications.
            });
      } finally {
        writeLock.unlock();
      }
    }
  }

  private void holdQueues(Parts p) {
    // A refresh at the same time would change the policies between the look and the change.
    writeLock.lock();
    try {
      for (AbstractLeafQueue queue : p.cluster().queues()) {
        if (!(queue.getOrderingPolicy() instanceof HoldingOrderingPolicy)) {
          setOrderingPolicy(
              queue, new HoldingOrderingPolicy(queue.getOrderingPolicy(), p.planner()::isInCharge));
        }
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** To a queue of the planner's, perhaps: without a new plan the application would wait there. */
  @Override
  public String moveApplication(ApplicationId id, String targetQueueName) throws YarnException {
    String moved = super.moveApplication(id, targetQueueName);
    withParts(
        "follow a move",
        p -> {
          holdQueues(p);
          p.events().demandChanged(id);
        });
    return moved;
  }

  @Override
  public void handle(SchedulerEvent event) {
    super.handle(event);
    withParts("follow " + event.getType(), p -> follow(event, p));
  }

  private void follow(SchedulerEvent event, Parts p) {
    switch (event.getType()) {
      case APP_ADDED -> {
        AppAddedSchedulerEvent added = (AppAddedSchedulerEvent) event;
        ApplicationId id = added.getApplicationId();
        SchedulerApplication<FiCaSchedulerApp> app = getSchedulerApplications().get(id);
        if (app != null) {
          holdQueues(p); // The queue may have been made for this application.
          p.events().applicationAdded(id, path(app.getQueue()), added.getIsAppRecovering());
        }
      }
      case APP_REMOVED -> {
        ApplicationId id = ((AppRemovedSchedulerEvent) event).getApplicationID();
        p.backOff().forget(id.toString());
        p.events().applicationRemoved(id);
      }
      case NODE_ADDED, NODE_REMOVED, NODE_RESOURCE_UPDATE, NODE_LABELS_UPDATE ->
          p.events().nodeChanged(event.getType().name().toLowerCase(Locale.ROOT));
      case APP_ATTEMPT_ADDED ->
          p.events()
              .demandChanged(
                  ((AppAttemptAddedSchedulerEvent) event)
                      .getApplicationAttemptId()
                      .getApplicationId());
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
    withParts(
        "follow asks",
        p -> {
          if (changesDemand(asks, schedulingRequests, updates)) {
            p.events().demandChanged(attempt.getApplicationId());
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
    withParts("follow a launch", p -> p.events().containerLaunched(id, getRMContainer(id)));
  }

  @Override
  protected void completedContainerInternal(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    super.completedContainerInternal(container, status, event);
    withParts("follow a completion", p -> p.events().containerCompleted(container, status, event));
  }

  @Override
  protected void dispatch(CandidateNodeSet<FiCaSchedulerNode> candidates) {
    Parts p = parts;
    if (p == null
        || (rmContext.isWorkPreservingRecoveryEnabled()
            && !rmContext.isSchedulerReadyForAllocatingContainers())) {
      return;
    }
    try {
      Plan plan = p.planner().planInForce();
      if (plan != null) {
        for (FiCaSchedulerNode node : candidates.getAllNodes().values()) {
          p.dispatcher().dispatch(plan, node, getMinimumResourceCapability(), getClusterResource());
        }
      }
    } catch (Throwable failure) {
      p.planner().dispatchFailed(failure);
    }
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
      return tryCommit(getClusterResource(), request, true);
    } finally {
      writeLock.unlock();
    }
  }

  private static String path(Queue queue) {
    return queue instanceof CSQueue csQueue ? csQueue.getQueuePath() : queue.getQueueName();
  }

  private interface Step {
    void run(Parts parts);
  }

  private void withParts(String what, Step step) {
    Parts p = parts;
    if (p != null) {
      guarded(what, () -> step.run(p));
    }
  }

  private static void guarded(String what, Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      LOG.error("Foresight could not {}; YARN goes on without it.", what, failure);
    }
  }
}
