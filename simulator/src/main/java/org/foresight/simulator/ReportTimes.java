package org.foresight.simulator;

/**
 * When nodes report. The nodes' phases are spread evenly over the interval, in the order of the
 * nodes.
 */
final class ReportTimes {
  private final long intervalMillis;
  private final int nodes;

  /**
   * @param intervalMillis how often a node reports; 0: always
   */
  ReportTimes(long intervalMillis, int nodes) {
    this.intervalMillis = intervalMillis;
    this.nodes = nodes;
  }

  long intervalMillis() {
    return intervalMillis;
  }

  /** When in every interval the node reports. */
  long phaseMillis(int node) {
    return intervalMillis * node / nodes;
  }

  /** When the node reports for the first time at this moment or after it. */
  long nextMillis(int node, long fromMillis) {
    if (intervalMillis == 0) {
      return fromMillis;
    }
    return fromMillis + Math.floorMod(phaseMillis(node) - fromMillis, intervalMillis);
  }
}
