package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cluster that a workload is made for.
 *
 * <p>Immutable.
 *
 * @param nodes number of nodes
 * @param slotsPerNode tasks that a node runs at once
 * @param nodeClasses names of the classes that the nodes divide into, as evenly as possible and in
 *     this order; empty where all nodes are the same
 */
public record ClusterHint(int nodes, int slotsPerNode, ImmutableList<String> nodeClasses) {

  /** Largest number of slots of a cluster. */
  public static final int MAX_SLOTS = 10_000_000;

  public ClusterHint {
    if (nodes < 1 || slotsPerNode < 1 || (long) nodes * slotsPerNode > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "The nodes ("
              + nodes
              + ") and slotsPerNode ("
              + slotsPerNode
              + ") must be at least 1 and have at most "
              + MAX_SLOTS
              + " slots together.");
    }
    if (nodes < nodeClasses.size()) {
      throw new IllegalArgumentException(
          "The nodes ("
              + nodes
              + ") must be at least as many as their classes ("
              + nodeClasses.size()
              + ").");
    }
  }

  /** Nodes of one slot that are all the same. */
  static ClusterHint ofSlots(int slots) {
    return new ClusterHint(slots, 1, ImmutableList.of());
  }

  /** Number of tasks that the cluster runs at once. */
  public int slots() {
    return nodes * slotsPerNode;
  }

  /** The class of a node, by its index from 0; empty where all nodes are the same. */
  public String nodeClass(int node) {
    return nodeClasses.isEmpty()
        ? ""
        : nodeClasses.get((int) ((long) node * nodeClasses.size() / nodes));
  }

  /** How many nodes each class has, in order; one class called {@code node} where all are alike. */
  public ImmutableMap<String, Integer> nodesOfClasses() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int node = 0; node < nodes; node++) {
      String name = nodeClass(node);
      counts.merge(name.isEmpty() ? "node" : name, 1, Integer::sum);
    }
    return ImmutableMap.copyOf(counts);
  }

  /**
   * A cluster of this kind with at least so many slots: nodes as big as these, their number rounded
   * up.
   */
  ClusterHint resized(int slots) {
    return new ClusterHint(
        (int) (((long) slots + slotsPerNode - 1) / slotsPerNode), slotsPerNode, nodeClasses);
  }
}
