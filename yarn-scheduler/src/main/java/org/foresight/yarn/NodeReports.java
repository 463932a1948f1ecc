package org.foresight.yarn;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.node.SuspensionTags;

/**
 * What the agents of nodes tell in their heartbeats. A node without an agent, with one that does
 * not work, or with one of a version that is not understood, tells nothing.
 */
final class NodeReports {

  private NodeReports() {}

  /** The last report of the node. */
  static Optional<NodeReport> of(FiCaSchedulerNode node) {
    ResourceUtilization utilization = node.getNodeUtilization();
    Map<String, Float> numbers = utilization == null ? null : utilization.getCustomResources();
    return numbers == null ? Optional.empty() : NodeReport.fromNumbers(numbers);
  }

  /**
   * The same for policies, where the node suspends tasks: with the containers that have been sent
   * there and of which it has not told yet.
   */
  static Optional<NodeStatistics> las(FiCaSchedulerNode node) {
    return of(node)
        .flatMap(NodeReport::las)
        .map(told -> told.tasks() == node.getNumContainers() ? told : withSent(told, node));
  }

  private static NodeStatistics withSent(NodeStatistics told, FiCaSchedulerNode node) {
    Collection<RMContainer> sent = node.getCopiedListOfRunningContainers();
    int vcores = 0;
    int unsuspendable = 0;
    for (RMContainer container : sent) {
      // The node counts a container that asks for none as one, and no more than there are.
      int needed =
          Math.min(told.vcores(), Math.max(1, container.getAllocatedResource().getVirtualCores()));
      vcores += needed;
      unsuspendable += isSuspendable(container) ? 0 : needed;
    }
    return told.withTasks(
        Math.max(told.tasks(), sent.size()),
        Math.max(told.taskVcores(), vcores),
        Math.max(told.unsuspendableVcores(), unsuspendable));
  }

  private static boolean isSuspendable(RMContainer container) {
    Set<String> tags = container.getAllocationTags();
    return !container.isAMContainer() && tags != null && tags.contains(SuspensionTags.SUSPENDABLE);
  }
}
