package org.foresight.yarn;

import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.AssignmentInformation.AssignmentDetails;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerAllocationProposal;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.SchedulerContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.yarn.ForesightConfiguration.Planning;

/**
 * Sees to it that a node with an agent, on which more virtual cores may be booked than it has, is
 * never sent more that may not be suspended than it can run, nor more than is meant to take turns
 * there: also by CapacityScheduler, which knows of what is booked alone and serves queues that are
 * not planned, jobs that have a turn, and all of them while the planner is out of charge. What it
 * allocates to best-effort jobs of queues that are on it marks for the node as dispatch does. While
 * no queue is on it does nothing.
 *
 * <p>Thread-safe; what is right about a commit is so under the scheduler's lock.
 */
final class CoreGuard {
  private final Submissions submissions;
  private final Supplier<ForesightConfiguration> configuration;
  private final InstantSource clock;

  CoreGuard(
      Submissions submissions,
      Supplier<ForesightConfiguration> configuration,
      InstantSource clock) {
    this.submissions = submissions;
    this.configuration = configuration;
    this.clock = clock;
  }

  /**
   * Whether what a plan starts may be committed. CapacityScheduler chooses which of an
   * application's requests is served; it may be a larger one than that for which there is room.
   *
   * @param suspendable whether the node may suspend it
   */
  boolean admits(
      FiCaSchedulerApp app, FiCaSchedulerNode node, CSAssignment assignment, boolean suspendable) {
    for (AssignmentDetails details : assignment.getAssignmentInformation().getAllocationDetails()) {
      RMContainer container = details.rmContainer;
      if (suspendable && canBeMarked(app, container)) {
        SuspensionMark.SUSPENDABLE.putOn(container);
      } else if (NodeReports.vcores(node).isPresent()) {
        SuspensionMark.NEVER_SUSPENDED.putOn(container);
      }
      if (!admits(node, container)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an allocation may be committed, whoever has made it. While no queue is on all may be.
   */
  boolean admits(ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request) {
    if (!configuration.get().modes().mayBe(Mode.ON)) {
      return true;
    }
    for (ContainerAllocationProposal<FiCaSchedulerApp, FiCaSchedulerNode> proposal :
        request.getContainersToAllocate()) {
      SchedulerContainer<FiCaSchedulerApp, FiCaSchedulerNode> allocated =
          proposal.getAllocatedOrReservedContainer();
      FiCaSchedulerNode node = allocated.getSchedulerNode();
      RMContainer container = allocated.getRmContainer();
      if (NodeReports.vcores(node).isEmpty()) {
        continue;
      }
      if (!SuspensionMark.isAnyOn(container)
          && isBestEffort(allocated.getSchedulerApplicationAttempt(), container)) {
        SuspensionMark.SUSPENDABLE.putOn(container);
      }
      if (!admits(node, container)) {
        return false;
      }
    }
    return true;
  }

  private boolean admits(FiCaSchedulerNode node, RMContainer container) {
    OptionalInt vcores = NodeReports.vcores(node);
    if (vcores.isEmpty()) {
      return true;
    }
    long room =
        NodeReports.las(node)
            .map(las -> room(las, SuspensionMark.SUSPENDABLE.isOn(container)))
            .orElseGet(() -> (long) vcores.getAsInt() - NodeReports.sentVcores(node));
    return NodeReports.neededVcores(container, vcores.getAsInt()) <= room;
  }

  private long room(NodeStatistics las, boolean suspendable) {
    Planning planning = configuration.get().planning();
    return planning.suspendsTasks()
        ? SharedCores.makingWay(las, suspendable, planning.kairos().queueBound())
        : SharedCores.idle(las);
  }

  private boolean isBestEffort(FiCaSchedulerApp app, RMContainer container) {
    ForesightConfiguration now = configuration.get();
    ClusterEvent.JobSubmitted submitted = submissions.of(app.getApplicationId().toString());
    return submitted != null
        && now.planning().suspendsTasks()
        && now.modes().of(ClusterReader.path(app.getQueue())) == Mode.ON
        && submitted.goal().toleratesSuspension(clock.millis())
        && canBeMarked(app, container);
  }

  /**
   * Not the application's master; nor what scheduling requests have asked for, since a commit
   * writes their tags over others.
   */
  private static boolean canBeMarked(FiCaSchedulerApp app, RMContainer container) {
    if (app.isWaitingForAMContainer()) {
      return false;
    }
    AppPlacementAllocator<FiCaSchedulerNode> asked =
        app.getAppSchedulingInfo().getAppPlacementAllocator(container.getAllocatedSchedulerKey());
    return asked == null || asked.getSchedulingRequest() == null;
  }
}
