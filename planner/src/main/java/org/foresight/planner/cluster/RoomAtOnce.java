package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Whether nodes have room for all of some tasks at once. These are laid out one kind after the
 * other, what is largest in some resource type first, in one type after the other until they fit:
 * there may be a way to lay them out that is not found, and nobody starts them by another one.
 */
public final class RoomAtOnce {

  /** How much of a node there is for tasks. */
  @FunctionalInterface
  public interface Room {
    /** The room on a node of the partition that is asked for. */
    ResourceVector on(NodeView node, TaskAsk ask);
  }

  private RoomAtOnce() {}

  /**
   * Whether there is room for all of them.
   *
   * @param nodes gone through from the first one on, several times
   * @param mostOn how many of the tasks may run on nodes of a class
   */
  public static boolean isFor(
      ImmutableList<TaskAsk> asks,
      Iterable<NodeView> nodes,
      Room room,
      ToIntFunction<String> mostOn) {
    if (asks.size() == 1) {
      return isInOrder(asks, nodes, room, mostOn);
    }
    for (int type = 0; type < asks.get(0).demand().types(); type++) {
      int by = type;
      Comparator<TaskAsk> order =
          Comparator.comparingLong((TaskAsk ask) -> ask.demand().amount(by)).reversed();
      if (isInOrder(ImmutableList.sortedCopyOf(order, asks), nodes, room, mostOn)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInOrder(
      ImmutableList<TaskAsk> asks,
      Iterable<NodeView> nodes,
      Room room,
      ToIntFunction<String> mostOn) {
    Map<String, ResourceVector> takenOnNodes = new HashMap<>();
    Map<String, Long> tasksByClass = new HashMap<>();
    for (TaskAsk ask : asks) {
      long missing = ask.count();
      for (NodeView node : nodes) {
        if (missing == 0) {
          break;
        }
        if (node.partition().equals(ask.partition())) {
          ResourceVector here = room.on(node, ask);
          ResourceVector taken = takenOnNodes.get(node.id());
          long tasks = tasksByClass.getOrDefault(node.nodeClass(), 0L);
          long more =
              Math.min(
                  SharedCores.timesIn(ask.demand(), taken == null ? here : here.minus(taken), node),
                  Math.min(missing, mostOn.applyAsInt(node.nodeClass()) - tasks));
          if (more > 0) {
            missing -= more;
            tasksByClass.put(node.nodeClass(), tasks + more);
            if (asks.size() > 1) {
              takenOnNodes.merge(node.id(), ask.demand().times(more), ResourceVector::plus);
            }
          }
        }
      }
      if (missing > 0) {
        return false;
      }
    }
    return true;
  }
}
