package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.BitSet;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are there and have room for the smallest demand that was ever asked for: nodes of
 * a busy cluster are full most of the time, and need not be asked about.
 */
final class CandidateNodes {
  private final ImmutableList<SimNode> nodes;
  private final BitSet candidates;
  private final @Nullable NodeRanking ranking;
  private @Nullable ResourceVector smallest;

  /**
   * @param ranking keeps them in the order of a policy; null if there is none
   */
  CandidateNodes(ImmutableList<SimNode> nodes, @Nullable NodeRanking ranking) {
    this.nodes = nodes;
    this.ranking = ranking;
    this.candidates = new BitSet(nodes.size());
  }

  /** A job asks for these tasks. */
  void asked(ImmutableList<TaskAsk> asks) {
    for (TaskAsk ask : asks) {
      ResourceVector before = smallest;
      ResourceVector now = before == null ? ask.demand() : before.min(ask.demand());
      if (!now.equals(before)) {
        smallest = now;
        nodes.forEach(this::changed);
      }
    }
  }

  /** The node's room has changed, or it came or went. */
  void changed(SimNode node) {
    boolean isCandidate = node.isUp && smallest != null && node.fits(smallest);
    candidates.set(node.index, isCandidate);
    if (ranking != null) {
      ranking.changed(node, isCandidate);
    }
  }

  boolean contains(SimNode node) {
    return candidates.get(node.index);
  }

  /** The first one at this index or behind it; -1 if there is none. */
  int next(int fromIndex) {
    return candidates.nextSetBit(fromIndex);
  }

  void addTo(BitSet others) {
    others.or(candidates);
  }
}
