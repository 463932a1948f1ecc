package org.foresight.yarn;

import com.google.common.collect.Iterables;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;

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
   * How many virtual cores a node with an agent has, whether that works or not; on which more may
   * be booked. Empty of others.
   */
  static OptionalInt vcores(FiCaSchedulerNode node) {
    return of(node).map(NodeReport::vcores).orElse(OptionalInt.empty());
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
    int tasks = 0;
    int vcores = 0;
    int unsuspendable = 0;
    for (RMContainer container : sent(node)) {
      int needed = neededVcores(container, told.vcores());
      tasks++;
      vcores += needed;
      unsuspendable += isSuspendable(container) ? 0 : needed;
    }
    return told.withTasks(
        Math.max(told.tasks(), tasks),
        Math.max(told.taskVcores(), vcores),
        Math.max(told.unsuspendableVcores(), unsuspendable));
  }

  /** How many virtual cores the containers need that have been sent to a node. */
  static long sentVcores(FiCaSchedulerNode node) {
    long vcores = 0;
    for (RMContainer container : sent(node)) {
      vcores += neededVcores(container, Integer.MAX_VALUE);
    }
    return vcores;
  }

  /**
   * How many virtual cores a container needs: one if it asks for none, and no more than there are.
   *
   * @param most how many the node has
   */
  static int neededVcores(RMContainer container, int most) {
    return Math.min(most, Math.max(1, container.getAllocatedResource().getVirtualCores()));
  }

  /** All but opportunistic ones, which agents do not count, and which YARN books nothing for. */
  private static Iterable<RMContainer> sent(FiCaSchedulerNode node) {
    return Iterables.filter(
        node.getCopiedListOfRunningContainers(),
        container -> container.getExecutionType() != ExecutionType.OPPORTUNISTIC);
  }

  private static boolean isSuspendable(RMContainer container) {
    return !container.isAMContainer() && SuspensionMark.SUSPENDABLE.isOn(container);
  }
}
