package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/** The room of every node while tasks are placed and stopped in thought. Not thread-safe. */
final class NodeRooms {

  /** What a task needs. */
  private record Want(String partition, ImmutableSet<String> nodeClasses, ResourceVector demand) {}

  private final ImmutableList<NodeView> nodes;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ResourceVector[] free;

  /** Before which node nothing fits: else each of many jobs would look at every full node. */
  private final Map<Want, Integer> firstFitting = new HashMap<>();

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

  String nodeId(int node) {
    return nodes.get(node).id();
  }

  String nodeClass(int node) {
    return nodes.get(node).nodeClass();
  }

  ResourceVector free(int node) {
    return free[node];
  }

  /**
   * Whether a node is one of these.
   *
   * @param nodeClasses classes of nodes; empty for all
   */
  boolean isIn(int node, String partition, ImmutableSet<String> nodeClasses) {
    NodeView view = nodes.get(node);
    return view.partition().equals(partition)
        && (nodeClasses.isEmpty() || nodeClasses.contains(view.nodeClass()));
  }

  void give(int node, ResourceVector room) {
    free[node] = free[node].plus(room);
    firstFitting.replaceAll((want, first) -> first > node && fits(want, node) ? node : first);
  }

  private boolean fits(Want want, int node) {
    return isIn(node, want.partition, want.nodeClasses) && want.demand.fitsIn(free[node]);
  }

  void take(int node, ResourceVector room) {
    free[node] = free[node].minus(room);
  }

  /**
   * Places tasks in the room that there is.
   *
   * @param nodeClasses classes of nodes to place them on; empty for all
   * @param placed is told the node of every task
   * @return how many of {@code count} it had no room for
   */
  int place(TaskAsk ask, ImmutableSet<String> nodeClasses, int count, IntConsumer placed) {
    Want want = new Want(ask.partition(), nodeClasses, ask.demand());
    int left = count;
    int node = firstFitting.getOrDefault(want, 0);
    while (node < free.length) {
      long fitting =
          isIn(node, ask.partition(), nodeClasses) ? ask.demand().timesIn(free[node]) : 0;
      int fits = (int) Math.min(left, fitting);
      for (int task = 0; task < fits; task++) {
        take(node, ask.demand());
        placed.accept(node);
      }
      left -= fits;
      if (left == 0) {
        break;
      }
      node++;
    }
    firstFitting.put(want, node);
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
    firstFitting.clear();
  }
}
