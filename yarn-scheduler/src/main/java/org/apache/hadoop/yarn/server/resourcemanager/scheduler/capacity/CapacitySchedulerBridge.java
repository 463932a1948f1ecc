package org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.OrderingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Opens to a subclass outside this package what CapacityScheduler keeps inside it: the one method
 * in which node heartbeats and asynchronous threads both end when they look for work for a node,
 * and the ordering policy of a leaf queue. It adds no behaviour of its own.
 */
public abstract class CapacitySchedulerBridge extends CapacityScheduler {

  @Override
  final CSAssignment allocateContainersToNode(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat) {
    return allocate(candidates, withNodeHeartbeat);
  }

  /** Looks for work for these nodes; null if there is none, and not to be looked for again. */
  protected abstract @Nullable CSAssignment allocate(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat);

  /** As CapacityScheduler does. */
  protected final @Nullable CSAssignment allocateByQueues(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat) {
    return super.allocateContainersToNode(candidates, withNodeHeartbeat);
  }

  /** Sets the ordering policy of a leaf queue. */
  protected static void setOrderingPolicy(
      AbstractLeafQueue queue, OrderingPolicy<FiCaSchedulerApp> policy) {
    queue.setOrderingPolicy(policy);
  }
}
