package org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.OrderingPolicy;

/**
 * Opens to a subclass outside this package what CapacityScheduler keeps inside it: the one method
 * in which node heartbeats and asynchronous threads both end when they look for work for a node,
 * and the ordering policy of a leaf queue. It adds no behaviour of its own.
 */
public abstract class CapacitySchedulerBridge extends CapacityScheduler {

  @Override
  CSAssignment allocateContainersToNode(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat) {
    if (goesFirst()) {
      CSAssignment assignment = super.allocateContainersToNode(candidates, withNodeHeartbeat);
      dispatch(candidates);
      return assignment;
    }
    dispatch(candidates);
    return super.allocateContainersToNode(candidates, withNodeHeartbeat);
  }

  /**
   * Whether CapacityScheduler looks for work for a node before {@link #dispatch} is called; must
   * not throw.
   */
  protected abstract boolean goesFirst();

  /** Called before or after CapacityScheduler looks for work for these nodes; must not throw. */
  protected abstract void dispatch(CandidateNodeSet<FiCaSchedulerNode> candidates);

  /** Sets the ordering policy of a leaf queue. */
  protected static void setOrderingPolicy(
      AbstractLeafQueue queue, OrderingPolicy<FiCaSchedulerApp> policy) {
    queue.setOrderingPolicy(policy);
  }
}
