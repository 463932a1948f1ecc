package org.foresight.planner.policy;

import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;

/**
 * What nodes that suspend tasks take under a policy that knows nothing of it, and which ones are
 * the best. Immutable.
 *
 * <p>Tasks that may be suspended start up to Q virtual cores beyond those that a node has; with a Q
 * of 0 they wait for one to be free, so that no task starts on a node where it must wait for longer
 * than it would elsewhere. Others find a core wherever not all are used by their like.
 *
 * @param queueBound Q
 */
record SuspendingNodes(int queueBound) implements NodeAdmission, NodeOrder {
  private static final Rank GOOD = new Rank(0, 0, 0);

  @Override
  public ResourceVector room(NodeView node, PlannedJob job, TaskAsk ask) {
    if (node.las().isEmpty()) {
      return node.free();
    }
    return SharedCores.limited(
        node.free(), SharedCores.makingWay(node.las().get(), isSuspendable(job, ask), queueBound));
  }

  private static boolean isSuspendable(PlannedJob job, TaskAsk ask) {
    return ask.kind() == TaskAsk.Kind.TASK && job.suspendable();
  }

  /** Behind a node without a free core there are none but such with as many tasks or more. */
  @Override
  public boolean mayFitBehind(NodeView node, PlannedJob job, TaskAsk ask) {
    return !isBusy(node)
        || !isSuspendable(job, ask)
        || SharedCores.vcores(ask.demand())
            <= SharedCores.makingWay(node.las().orElseThrow(), true, queueBound);
  }

  /**
   * Best is a node with a free core, where nobody has to make way; else one where few take turns
   * and, of these, one where they have run for about as long.
   */
  @Override
  public Rank rank(NodeView node) {
    return node.las()
        .filter(las -> las.taskVcores() >= las.vcores())
        .map(
            las ->
                new Rank(
                    1.0 + las.taskVcores() - las.vcores(), las.tasks(), las.attainedVariance()))
        .orElse(GOOD);
  }

  /** Whether a task would take turns there, or make others do so. */
  boolean isBusy(NodeView node) {
    return !rank(node).equals(GOOD);
  }
}
