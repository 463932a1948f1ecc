package org.foresight.planner.distributed.hybrid;

/**
 * Which nodes are for short jobs alone: the last ones, so that the general partition has the
 * numbers from 0 on. Which of equal nodes they are makes no difference.
 *
 * @param nodes how many nodes there are, at least 1
 * @param general how many of them are in the general partition, at least 1
 */
record Partitions(int nodes, int general) {

  /**
   * Splits a cluster (Hawk, §2.3.4). A share above 0 gets a node at least, and leaves one; of a
   * single node there is no part to reserve.
   *
   * @param shortShare share of the nodes that are for short jobs alone
   */
  static Partitions of(int nodes, double shortShare) {
    long reserved = shortShare == 0 ? 0 : Math.max(1, Math.round(nodes * shortShare));
    return new Partitions(nodes, (int) Math.max(1, nodes - reserved));
  }

  /** How many nodes are for short jobs alone. */
  int reserved() {
    return nodes - general;
  }

  boolean isGeneral(int node) {
    return node < general;
  }
}
