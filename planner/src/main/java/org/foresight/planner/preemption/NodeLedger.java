package org.foresight.planner.preemption;

import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.jspecify.annotations.Nullable;

/**
 * What every node has to spare once the tasks that are on their way have left it and all that is
 * kept on it has been used. Not thread-safe.
 */
final class NodeLedger {

  private final Map<String, String> partitions = new HashMap<>();
  private final Map<String, ResourceVector> spare = new HashMap<>();
  private final Map<String, Integer> places = new HashMap<>();

  NodeLedger(Iterable<NodeView> nodes) {
    for (NodeView node : nodes) {
      partitions.put(node.id(), node.partition());
      spare.put(node.id(), node.free());
    }
  }

  void leaves(RunningTask task) {
    spare.computeIfPresent(task.nodeId(), (node, room) -> room.plus(task.held()));
  }

  void stays(RunningTask task) {
    spare.computeIfPresent(task.nodeId(), (node, room) -> room.minus(task.held()));
  }

  void keep(KeptRoom place) {
    spare.computeIfPresent(place.nodeId(), (node, room) -> room.minus(place.demand()));
    places.merge(place.nodeId(), 1, Integer::sum);
  }

  void giveUp(KeptRoom place) {
    spare.computeIfPresent(place.nodeId(), (node, room) -> room.plus(place.demand()));
    places.merge(place.nodeId(), -1, Integer::sum);
  }

  /** Whether the job asks for anything where the node is. */
  boolean isAskedFor(String nodeId, JobView job) {
    String partition = partitions.get(nodeId);
    return job.asks().stream().anyMatch(ask -> ask.partition().equals(partition));
  }

  /** Whether there is, or will be, room for all that is kept on the node. */
  boolean isCovered(String nodeId) {
    return isCovered(spare.get(nodeId));
  }

  /** Whether there is room for all that is kept on its node if the task stays. */
  boolean isCoveredWithout(RunningTask task) {
    ResourceVector room = spare.get(task.nodeId());
    return places.getOrDefault(task.nodeId(), 0) == 0
        || (room != null && isCovered(room.minus(task.held())));
  }

  private static boolean isCovered(@Nullable ResourceVector room) {
    return room != null && room.amounts().stream().allMatch(amount -> amount >= 0);
  }
}
