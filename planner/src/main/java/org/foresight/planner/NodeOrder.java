package org.foresight.planner;

import org.foresight.planner.cluster.NodeView;

/** Which nodes a policy prefers. */
@FunctionalInterface
public interface NodeOrder {

  /** Where a node stands; nodes of the same rank are as good as one another. */
  Rank rank(NodeView node);

  /** Whether a node is better than another one. */
  default boolean prefers(NodeView candidate, NodeView incumbent) {
    return rank(candidate).compareTo(rank(incumbent)) < 0;
  }

  /**
   * The smaller the better: by the first number, where that is equal by the second, then by the
   * third. Numbers, so that it costs little to keep many nodes in order.
   */
  record Rank(double first, double second, double third) implements Comparable<Rank> {

    @Override
    public int compareTo(Rank other) {
      int order = Double.compare(first, other.first);
      if (order == 0) {
        order = Double.compare(second, other.second);
      }
      return order == 0 ? Double.compare(third, other.third) : order;
    }
  }
}
