package org.foresight.yarn;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SimpleCandidateNodeSet;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.policy.Offers;
import org.foresight.planner.preemption.KeptRooms;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a policy's decisions on a node: asks for the next one until nothing more is to start
 * there. Which of the application's requests is served, locality, blacklists and placement
 * constraints are CapacityScheduler's business as ever; queue and user limits are checked when the
 * allocation is committed.
 *
 * <p>Thread-safe as far as the committer is.
 */
final class NodeDispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDispatcher.class);

  /** Bounds the work of one call; what is left waits for the next heartbeat. */
  private static final int MOST_STARTS_AT_ONCE = 100;

  private static final String NOTHING_ASSIGNED =
      "YARN assigns it nothing on nodes that have room: it does not want them, or waits for better"
          + " ones.";

  private static final String NO_CORES =
      "YARN serves it a container that needs more cores than its node has free.";

  private static final String NOT_COMMITTED =
      "YARN refuses its containers, such as for a limit of its queue or user.";

  /** Is told what was started. */
  @FunctionalInterface
  interface Listener {
    /**
     * A container was started.
     *
     * @param held what it holds
     */
    void started(String jobId, NodeId node, Resource held);
  }

  /** Commits an allocation; false if YARN refused it. */
  @FunctionalInterface
  interface Committer {
    boolean commit(CSAssignment assignment);
  }

  private final ClusterReader cluster;
  private final InstantSource clock;
  private final RefusalBackOff backOff;
  private final CoreGuard guard;
  private final Committer committer;
  private final Listener listener;
  private final Offers offers;
  private final Supplier<KeptRooms> keptRooms;

  /** Of the plan that was carried out last; null before the first. */
  private volatile @Nullable Carrying carrying;

  /** A plan that is being carried out. Several threads may do that: they take turns to decide. */
  private static final class Carrying {
    private final SchedulingPolicy policy;
    private final Plan plan;

    /** Under the lock of this object. */
    private final Dispatcher dispatcher;

    /** For the next decision; whoever tells of them must not wait for one. */
    private final Set<String> waitAgain = ConcurrentHashMap.newKeySet();

    Carrying(SchedulingPolicy policy, Plan plan) {
      this.policy = policy;
      this.plan = plan;
      this.dispatcher = policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE);
    }

    @SuppressWarnings("ReferenceEquality") // To compare whole plans would take longer than a start.
    boolean isOf(SchedulingPolicy otherPolicy, Plan otherPlan) {
      return policy == otherPolicy && plan == otherPlan;
    }

    synchronized Decision next(NodeView node, DispatchView view, long nowMillis) {
      for (Iterator<String> told = waitAgain.iterator(); told.hasNext(); ) {
        String job = told.next();
        told.remove(); // First: it may be told again while the dispatcher looks.
        dispatcher.waitsAgain(job);
      }
      return dispatcher.next(node, view, nowMillis);
    }
  }

  /**
   * @param guard says for which of an application's containers a node has room
   * @param listener is told of everything that was started
   * @param offers is told of what was not
   * @param keptRooms the room that others than those that it is kept for may not use
   */
  NodeDispatcher(
      ClusterReader cluster,
      InstantSource clock,
      RefusalBackOff backOff,
      CoreGuard guard,
      Committer committer,
      Listener listener,
      Offers offers,
      Supplier<KeptRooms> keptRooms) {
    this.cluster = cluster;
    this.clock = clock;
    this.backOff = backOff;
    this.guard = guard;
    this.committer = committer;
    this.listener = listener;
    this.offers = offers;
    this.keptRooms = keptRooms;
  }

  /** A job waits for more than before, or is shown again. */
  void waitsAgain(String jobId) {
    Carrying current = carrying;
    if (current != null) {
      current.waitAgain.add(jobId);
    }
  }

  private Carrying carrying(SchedulingPolicy policy, Plan plan) {
    Carrying current = carrying;
    if (current == null || !current.isOf(policy, plan)) {
      current = new Carrying(policy, plan);
      carrying = current;
    }
    return current;
  }

  /**
   * Starts on this node what the plan says should start there now.
   *
   * @param policy the one that made the plan
   * @param smallest the least that a container takes
   */
  void dispatch(
      SchedulingPolicy policy,
      Plan plan,
      FiCaSchedulerNode node,
      Resource smallest,
      Resource clusterResource) {
    if (!mayStartOn(node, smallest)) {
      return;
    }
    startInKeptRooms(policy, plan, node, clusterResource);
    NodeView left =
        dispatch(
            carrying(policy, plan)::next,
            node,
            job -> false,
            view -> keptRooms.get().forAll(view),
            clusterResource);
    if (left != null) {
      offers.inVain(node.getNodeID().toString(), SharedCores.freeAtOnce(left));
    }
  }

  /** As {@link #dispatch}, but only those for whom room was made on this node. */
  void dispatchToKeptRooms(
      SchedulingPolicy policy,
      Plan plan,
      FiCaSchedulerNode node,
      Resource smallest,
      Resource clusterResource) {
    if (mayStartOn(node, smallest)) {
      startInKeptRooms(policy, plan, node, clusterResource);
    }
  }

  private boolean mayStartOn(FiCaSchedulerNode node, Resource smallest) {
    if (!Applications.takesWork(node)
        || !Applications.hasTold(node)
        || node.getReservedContainer() != null) {
      return false; // A reservation is CapacityScheduler's; it serves it first.
    }
    Vectors vectors = cluster.vectors();
    // Nodes of a busy cluster are full most of the time; asking every job would be in vain.
    return vectors.of(smallest).fitsIn(vectors.of(node.getUnallocatedResource()));
  }

  private void startInKeptRooms(
      SchedulingPolicy policy, Plan plan, FiCaSchedulerNode node, Resource clusterResource) {
    for (String job : keptRooms.get().jobsOn(node.getNodeID().toString())) {
      NodeView unused =
          dispatch(
              policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE),
              node,
              other -> !other.equals(job),
              view -> keptRooms.get().forJob(view, job),
              clusterResource);
    }
  }

  /**
   * Starts what should start on the node.
   *
   * @param others jobs that are left out
   * @param room shows nodes with what of their room may be used
   * @return the node with what is left, if nothing more is to start there; else null
   */
  private @Nullable NodeView dispatch(
      Dispatcher dispatcher,
      FiCaSchedulerNode node,
      Predicate<String> others,
      UnaryOperator<NodeView> room,
      Resource clusterResource) {
    Set<String> declined = new HashSet<>();
    Predicate<String> passedOver =
        job -> declined.contains(job) || others.test(job) || backOff.isHeldBack(job);
    DispatchView view = cluster.live(passedOver, room);
    for (int started = 0; started < MOST_STARTS_AT_ONCE; ) {
      NodeView usable = room.apply(cluster.view(node));
      Decision decision = dispatcher.next(usable, view, clock.millis());
      if (!(decision instanceof Decision.Start start)) {
        return usable;
      }
      if (start(start, node, clusterResource)) {
        started++;
      } else {
        declined.add(start.jobId());
      }
    }
    return null;
  }

  private boolean start(Decision.Start start, FiCaSchedulerNode node, Resource clusterResource) {
    FiCaSchedulerApp app = cluster.application(start.jobId());
    if (app == null) {
      return false;
    }
    CSAssignment assignment =
        app.assignContainers(
            clusterResource,
            new SimpleCandidateNodeSet<>(node),
            new ResourceLimits(clusterResource),
            SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY,
            null);
    // No allocation: it waits for a better node, or would only reserve this one. Never the latter.
    if (assignment.getAssignmentInformation().getNumAllocations() == 0) {
      offers.refused(start.jobId(), NOTHING_ASSIGNED);
      return false;
    }
    boolean isAdmitted = false;
    try {
      isAdmitted = guard.admits(app, node, assignment, start.suspendable());
    } finally {
      if (!isAdmitted) {
        Applications.drop(app, assignment);
      }
    }
    if (!isAdmitted) {
      offers.refused(start.jobId(), NO_CORES);
      return false; // Here; elsewhere there may be room for it.
    }
    if (!committer.commit(assignment)) {
      LOG.debug("Refused: a container of {} on {}", start.jobId(), node.getNodeID());
      backOff.refused(start.jobId());
      offers.refused(start.jobId(), NOT_COMMITTED);
      if (cluster.application(start.jobId()) == null) {
        backOff.forget(start.jobId()); // It ended meanwhile; nobody else would forget it.
      }
      return false;
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "Started a container of {} on {}: {}",
          start.jobId(),
          node.getNodeID(),
          AuditLine.escaped(ShortText.ofSentences(start.reason().detail())));
    }
    backOff.forget(start.jobId());
    listener.started(start.jobId(), node.getNodeID(), assignment.getResource());
    return true;
  }
}
