package org.foresight.planner;

import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;

/** How much of a node's room the containers of a job may use. */
@FunctionalInterface
public interface NodeAdmission {

  /** All that is free. */
  NodeAdmission ALL_THAT_IS_FREE = (node, job, ask) -> node.free();

  /**
   * The room.
   *
   * @param ask what the job asks for; of the node's partition
   */
  ResourceVector room(NodeView node, PlannedJob job, TaskAsk ask);
}
