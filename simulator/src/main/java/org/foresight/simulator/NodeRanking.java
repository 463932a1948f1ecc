package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.foresight.planner.NodeOrder;
import org.jspecify.annotations.Nullable;

/** The nodes that may take something, in a policy's order. */
final class NodeRanking {

  /**
   * A node's place.
   *
   * @param rank of the node as it was when it was given the place
   */
  private record Place(NodeOrder.Rank rank, int index) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = rank.compareTo(other.rank);
      return order == 0 ? Integer.compare(index, other.index) : order;
    }
  }

  private final ImmutableList<SimNode> nodes;
  private final NodeOrder policy;
  private final TreeSet<Place> order = new TreeSet<>();
  private final @Nullable Place[] places;
  private final List<SimNode> setAside = new ArrayList<>();

  NodeRanking(ImmutableList<SimNode> nodes, NodeOrder policy) {
    this.nodes = nodes;
    this.policy = policy;
    this.places = new @Nullable Place[nodes.size()];
  }

  /** The node has changed. */
  void changed(SimNode node, boolean mayTakeSomething) {
    Place before = places[node.index];
    Place now = mayTakeSomething ? new Place(policy.rank(node.view()), node.index) : null;
    if (Objects.equals(before, now)) {
      return;
    }
    if (before != null) {
      order.remove(before);
    }
    places[node.index] = now;
    if (now != null) {
      order.add(now);
    }
  }

  /** The best one that is not set aside; null if there is none. */
  @Nullable SimNode best() {
    return order.isEmpty() ? null : nodes.get(order.first().index);
  }

  /** Passes over a node until {@link #restore}, or until it changes. */
  void setAside(SimNode node) {
    changed(node, false);
    setAside.add(node);
  }

  /**
   * Takes back in what was set aside.
   *
   * @param candidates which nodes may take something
   */
  void restore(CandidateNodes candidates) {
    setAside.forEach(node -> changed(node, candidates.contains(node)));
    setAside.clear();
  }
}
