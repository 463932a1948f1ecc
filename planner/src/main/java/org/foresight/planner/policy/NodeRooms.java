package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/** The room of every node while tasks are placed and stopped in thought. Not thread-safe. */
final class NodeRooms {

  private final ImmutableList<NodeView> nodes;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ResourceVector[] free;

  NodeRooms(ImmutableList<NodeView> nodes) {
    this.nodes = nodes;
    this.free = new ResourceVector[nodes.size()];
    for (int node = 0; node < free.length; node++) {
      numbers.put(nodes.get(node).id(), node);
      free[node] = nodes.get(node).free();
    }
  }

  /** The number of a node, or null where it takes no work any more. */
  @Nullable Integer number(String nodeId) {
    return numbers.get(nodeId);
  }

  ResourceVector free(int node) {
    return free[node];
  }

  boolean isIn(int node, String partition) {
    return nodes.get(node).partition().equals(partition);
  }

  void give(int node, ResourceVector room) {
    free[node] = free[node].plus(room);
  }

  void take(int node, ResourceVector room) {
    free[node] = free[node].minus(room);
  }

  /**
   * Places tasks in the room that there is.
   *
   * @return how many of {@code count} it had no room for
   */
  int place(TaskAsk ask, int count) {
    int left = count;
    for (int node = 0; node < free.length && left > 0; node++) {
      if (isIn(node, ask.partition())) {
        int placed = (int) Math.min(left, ask.demand().timesIn(free[node]));
        for (int task = 0; task < placed; task++) {
          take(node, ask.demand());
        }
        left -= placed;
      }
    }
    return left;
  }

  /** What {@link #restore} goes back to. */
  List<ResourceVector> save() {
    return List.of(free);
  }

  void restore(List<ResourceVector> saved) {
    for (int node = 0; node < free.length; node++) {
      free[node] = saved.get(node);
    }
  }
}
