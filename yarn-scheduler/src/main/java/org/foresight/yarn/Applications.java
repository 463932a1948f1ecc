package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.NodeStatistics;

/** Reads what the planner wants to know from YARN's applications and nodes. */
final class Applications {
  private Applications() {}

  /**
   * What the application waits for, in the order in which YARN serves its priorities.
   *
   * @param stages how its stages are called
   */
  static ImmutableList<TaskAsk> asks(FiCaSchedulerApp app, Vectors vectors, StageNames stages) {
    TaskAsk.Kind kind =
        app.isWaitingForAMContainer() ? TaskAsk.Kind.APPLICATION_MASTER : TaskAsk.Kind.TASK;
    AppSchedulingInfo info = app.getAppSchedulingInfo();
    ImmutableList.Builder<TaskAsk> asks = ImmutableList.builder();
    for (SchedulerRequestKey key : info.getSchedulerKeys()) {
      PendingAsk pending = info.getPendingAsk(key);
      AppPlacementAllocator<FiCaSchedulerNode> allocator = info.getAppPlacementAllocator(key);
      if (pending != null && pending.getCount() > 0 && allocator != null) {
        asks.add(
            new TaskAsk(
                kind,
                allocator.getPrimaryRequestedNodePartition(),
                vectors.of(pending.getPerAllocationResource()),
                pending.getCount(),
                stages.of(key)));
      }
    }
    return asks.build();
  }

  /** How many containers the application waits for. */
  static int waiting(FiCaSchedulerApp app) {
    AppSchedulingInfo info = app.getAppSchedulingInfo();
    int waiting = 0;
    for (SchedulerRequestKey key : info.getSchedulerKeys()) {
      PendingAsk pending = info.getPendingAsk(key);
      waiting += pending == null ? 0 : Math.max(0, pending.getCount());
    }
    return waiting;
  }

  /** Number of containers that do the application's work. */
  static int runningTasks(FiCaSchedulerApp app) {
    int live = app.getLiveContainersMap().size();
    return hasMaster(app) ? Math.max(0, live - 1) : live;
  }

  /** Whether one of the application's live containers is its application master. */
  private static boolean hasMaster(FiCaSchedulerApp app) {
    return !app.getUnmanagedAM() && !app.isWaitingForAMContainer();
  }

  /** Whether the node takes work. */
  static boolean takesWork(FiCaSchedulerNode node) {
    return node.getRMNode().getState() == NodeState.RUNNING;
  }

  /**
   * Whether the node has said anything since it came. Before it has, nobody knows whether it has an
   * agent, and more booked on it than it can run.
   */
  static boolean hasTold(FiCaSchedulerNode node) {
    NodeHeartbeatResponse last = node.getRMNode().getLastNodeHeartBeatResponse();
    return last == null || last.getResponseId() > 0;
  }

  /**
   * An application was assigned what will not be committed. YARN takes that off what the
   * application waits for until it has tried to commit it; for ever if nobody does.
   */
  static void drop(FiCaSchedulerApp app, CSAssignment assignment) {
    app.decUnconfirmedRes(assignment.getResource());
  }

  /** The same of what was to be committed. */
  static void drop(ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request) {
    request
        .getFirstAllocatedOrReservedContainer()
        .getAllocatedOrReservedContainer()
        .getSchedulerApplicationAttempt()
        .decUnconfirmedRes(request.getTotalAllocatedResource());
  }

  static NodeView view(FiCaSchedulerNode node, NodeClasses classes, Vectors vectors) {
    Optional<NodeStatistics> las = NodeReports.las(node);
    ResourceVector total = vectors.of(node.getTotalResource());
    ResourceVector free = vectors.of(node.getUnallocatedResource());
    OptionalInt vcores = NodeReports.vcores(node);
    if (las.isEmpty() && vcores.isPresent()) { // It suspends nothing now: all must run at once.
      total = SharedCores.limited(total, vcores.getAsInt());
      free = SharedCores.limited(free, vcores.getAsInt() - NodeReports.sentVcores(node));
    }
    return new NodeView(
        node.getNodeID().toString(), node.getPartition(), classes.of(node), total, free, las);
  }
}
