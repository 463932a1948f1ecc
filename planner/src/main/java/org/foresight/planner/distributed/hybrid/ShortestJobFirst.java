package org.foresight.planner.distributed.hybrid;

/**
 * The job with the least estimated work left first, unless that would bypass one that came before
 * for too long (Eagle, §3.4.3 and algorithm 1).
 *
 * <p>The first in the queue bypasses nobody, so there is always one that may run.
 */
final class ShortestJobFirst implements QueueOrder {
  private final double bypassFactor;
  private final boolean stopsAtLong;

  /**
   * @param bypassFactor for how many times its estimated task runtime one may be bypassed
   * @param stopsAtLong whether nothing behind the first long task of the queue is considered, as in
   *     algorithm 1
   */
  ShortestJobFirst(double bypassFactor, boolean stopsAtLong) {
    this.bypassFactor = bypassFactor;
    this.stopsAtLong = stopsAtLong;
  }

  @Override
  public int next(NodeQueue queue) {
    double slackMillis = Double.POSITIVE_INFINITY;
    double shortestMillis = Double.POSITIVE_INFINITY;
    int chosen = 0;
    for (int rank = 0; rank < queue.size(); rank++) {
      QueuedTask task = queue.get(rank);
      HybridJob job = task.job;
      if (stopsAtLong && job.isLong) {
        break;
      }
      if (job.remainingMillis() < shortestMillis && job.taskMillis <= slackMillis) {
        shortestMillis = job.remainingMillis();
        chosen = rank;
      }
      slackMillis = Math.min(slackMillis, task.slackMillis(bypassFactor));
      if (slackMillis <= 0) {
        break; // Nobody may bypass this one any more.
      }
    }
    return chosen;
  }

  @Override
  public void starts(NodeQueue queue, int rank) {
    double millis = queue.get(rank).job.taskMillis;
    for (int before = 0; before < rank; before++) {
      queue.get(before).bypassed(millis);
    }
  }
}
