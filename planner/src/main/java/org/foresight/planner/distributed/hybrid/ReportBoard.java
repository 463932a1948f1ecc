package org.foresight.planner.distributed.hybrid;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What all nodes have reported last, for schedulers without a centre (Eagle, §3.6.2).
 *
 * <p>All nodes report at the same moments, and all schedulers have read it at once; the thesis
 * names the interval alone. A scheduler counts what it places itself for the one job that it
 * schedules, and knows nothing of what others place before the next report.
 */
final class ReportBoard {
  private final Partitions partitions;
  private final long intervalMillis;
  private final double[] workLeftMillis;
  private final LeastFirst leastFirst;

  /**
   * @param intervalMillis how often nodes report
   */
  ReportBoard(Partitions partitions, long intervalMillis) {
    this.partitions = partitions;
    this.intervalMillis = intervalMillis;
    this.workLeftMillis = new double[partitions.nodes()];
    this.leastFirst = new LeastFirst(partitions.nodes());
  }

  /** All nodes report. */
  void report(List<HybridNode> nodes, long nowMillis) {
    for (int i = 0; i < workLeftMillis.length; i++) {
      HybridNode node = nodes.get(i);
      workLeftMillis[i] = node.isAway() ? Double.POSITIVE_INFINITY : node.workLeftMillis(nowMillis);
    }
  }

  /**
   * The nodes for so many tasks of the job: those with the least work left, a random number below
   * the interval added to each so that schedulers don't all choose the same (as in Apollo).
   */
  int[] place(HybridJob job, int tasks, List<HybridNode> nodes, RandomGenerator random) {
    leastFirst.fill(
        job.open(partitions),
        tasks,
        node ->
            job.maySuit(node)
                ? workLeftMillis[node] + random.nextDouble() * intervalMillis
                : Double.POSITIVE_INFINITY);
    int[] chosen = new int[tasks];
    for (int i = 0; i < tasks; i++) {
      chosen[i] = leastFirst.least();
      leastFirst.addToLeast(job.taskMillis / nodes.get(chosen[i]).slots());
    }
    return chosen;
  }
}
