package org.foresight.planner.solver;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a search shares with the one who waits for it: the best choice so far, the nodes it may
 * still look at, and the word to give up. Thread-safe.
 */
final class SearchControl {

  private final PlanColumns columns;
  private final AtomicLong nodesLeft;
  private volatile int[] best;
  private volatile boolean cancelled;

  SearchControl(PlanColumns columns, int[] start, long nodes) {
    this.columns = columns;
    best = start.clone();
    nodesLeft = new AtomicLong(nodes);
  }

  /** Keeps a choice if it is feasible and better than the best. */
  synchronized void offer(int[] chosen) {
    if (columns.isFeasible(chosen) && columns.objective(chosen) > columns.objective(best)) {
      best = chosen.clone();
    }
  }

  /** The best choice offered so far, at first the start. */
  int[] best() {
    return best.clone();
  }

  void countNode() {
    nodesLeft.decrementAndGet();
  }

  void cancel() {
    cancelled = true;
  }

  /** Whether to give up: cancelled, or all nodes used up. */
  boolean mustEnd() {
    return cancelled || nodesLeft.get() <= 0;
  }
}
