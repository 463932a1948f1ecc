package org.foresight.planner;

import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;

/** How much of a node's room the containers of a job may use. */
@FunctionalInterface
public interface NodeAdmission {

  /**
   * All that is free, where nothing is suspended: of a node that would suspend tasks, and therefore
   * offers more virtual cores than it has, as many as no task has.
   */
  NodeAdmission WHAT_RUNS_AT_ONCE = (node, job, ask) -> SharedCores.freeAtOnce(node);

  /**
   * The room.
   *
   * @param ask what the job asks for; of the node's partition
   */
  ResourceVector room(NodeView node, PlannedJob job, TaskAsk ask);

  /**
   * Whether the ask may fit on a node that comes after this one, on which it does not fit, in the
   * policy's order of nodes; false only if it certainly does on none.
   */
  default boolean mayFitBehind(NodeView node, PlannedJob job, TaskAsk ask) {
    return true;
  }
}
