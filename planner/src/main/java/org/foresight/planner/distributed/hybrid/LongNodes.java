package org.foresight.planner.distributed.hybrid;

import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Eagle's bit vector (§3.3.3): which nodes have a long task, running or queued, as the central
 * scheduler knew at a time.
 *
 * <p>Immutable.
 */
final class LongNodes {
  private static final int GUESSES = 32;

  private final BitSet nodes;
  private final int count;
  private final int clear;
  private final long atMillis;

  /**
   * @param nodes bit i is set if node i has a long task; copied
   * @param count how many nodes there are
   */
  LongNodes(BitSet nodes, int count, long atMillis) {
    this.nodes = (BitSet) nodes.clone();
    this.count = count;
    this.clear = count - nodes.cardinality();
    this.atMillis = atMillis;
  }

  boolean isAsFreshAs(LongNodes other) {
    return atMillis >= other.atMillis;
  }

  boolean hasLong(int node) {
    return nodes.get(node);
  }

  /** One of the nodes without a long task, each as likely; -1 if there is none. */
  int randomClear(RandomGenerator random) {
    if (clear == 0) {
      return -1;
    }
    // Mostly much faster than counting, and as fair.
    for (int i = 0; i < GUESSES; i++) {
      int guess = random.nextInt(count);
      if (!nodes.get(guess)) {
        return guess;
      }
    }
    int skip = random.nextInt(clear);
    // From one run of clear bits to the next: runs are few where long tasks are many.
    int from = nodes.nextClearBit(0);
    while (true) {
      int end = nodes.nextSetBit(from);
      if (end < 0 || skip < end - from) {
        return from + skip;
      }
      skip -= end - from;
      from = nodes.nextClearBit(end);
    }
  }
}
