package org.foresight.simulator;

import java.util.Optional;
import org.foresight.planner.node.NodeStatistics;

/**
 * Shares the cores of a node among the tasks on it: which run, which are suspended, which run at a
 * part of their speed. A suspended task keeps its memory and gives up its cores.
 *
 * <p>One object serves all nodes of a simulation, by one thread. A task that arrives has no share
 * until it is given one. Of tasks whose shares together ask for more cores than the node has, the
 * simulation is refused with an {@link InvariantViolation}.
 */
public interface NodeScheduler {

  /** A task has arrived on the node. */
  void arrived(NodeTasks node, NodeTasks.Task task, long nowMillis);

  /** A task has left the node: it succeeded, failed or was lost. */
  void left(NodeTasks node, NodeTasks.Task task, long nowMillis);

  /**
   * What the node tells of itself now; empty where nothing waits on nodes for its turn. Asked after
   * each of the above, and before anything has happened.
   */
  default Optional<NodeStatistics> statistics(NodeTasks node, long nowMillis) {
    return Optional.empty();
  }

  /** The time that {@link NodeTasks#wakeAt} asked for has come. */
  void woken(NodeTasks node, long nowMillis);
}
