package org.foresight.planner.distributed.hybrid;

import java.util.Arrays;
import java.util.BitSet;
import org.foresight.planner.distributed.hybrid.HybridMessage.News;

/**
 * Places tasks where the least estimated work is left (Hawk, §2.3.7): that of the tasks which it
 * has placed there, and nothing else, since it hears of no other.
 *
 * <p>It knows what waits on a node by its own placements, and what runs there and since when by the
 * node's news.
 */
final class CentralScheduler {
  private final Partitions partitions;

  /** 1 ÷ the number of slots: a division for every node would count. */
  private final double[] slotShare;

  private final double[] queuedMillis;

  /** Sum, over the tasks that run, of the times at which they should end. */
  private final double[] endsMillis;

  private final int[] running;
  private final boolean[] isAway;

  /** Long tasks that are placed and have not ended. */
  private final int[] longTasks;

  private final BitSet hasLong;
  private final LeastFirst leastFirst;

  /**
   * @param slots of each node
   */
  CentralScheduler(Partitions partitions, int[] slots) {
    int nodes = partitions.nodes();
    this.partitions = partitions;
    this.slotShare = Arrays.stream(slots).mapToDouble(count -> 1.0 / count).toArray();
    this.queuedMillis = new double[nodes];
    this.endsMillis = new double[nodes];
    this.running = new int[nodes];
    this.isAway = new boolean[nodes];
    this.longTasks = new int[nodes];
    this.hasLong = new BitSet(nodes);
    this.leastFirst = new LeastFirst(nodes);
  }

  /** The nodes for so many tasks of the job, which count from now on. */
  int[] place(HybridJob job, int tasks, long nowMillis) {
    leastFirst.fill(
        job.open(partitions),
        tasks,
        node ->
            isAway[node] || !job.maySuit(node)
                ? Double.POSITIVE_INFINITY
                : workLeftMillis(node, nowMillis));
    int[] nodes = new int[tasks];
    for (int i = 0; i < tasks; i++) {
      int node = leastFirst.least();
      nodes[i] = node;
      // A node of more slots is through sooner.
      leastFirst.addToLeast(job.taskMillis * slotShare[node]);
      queuedMillis[node] += job.taskMillis;
      changeLong(node, job, 1);
    }
    return nodes;
  }

  private double workLeftMillis(int node, long nowMillis) {
    double runningMillis = Math.max(0, endsMillis[node] - (double) running[node] * nowMillis);
    return (queuedMillis[node] + runningMillis) * slotShare[node];
  }

  /** A node says that a task has started or ended. */
  void heard(News news) {
    int node = news.node();
    if (isAway[node]) {
      return; // It was on its way when the node failed.
    }
    double endMillis = news.startMillis() + news.job().taskMillis;
    if (news.hasEnded()) {
      running[node] = Math.max(0, running[node] - 1);
      endsMillis[node] = running[node] == 0 ? 0 : endsMillis[node] - endMillis;
      changeLong(node, news.job(), -1);
    } else {
      notQueued(node, news.job());
      running[node]++;
      endsMillis[node] += endMillis;
    }
  }

  /** A task that was placed on the node is not there. */
  void forget(int node, HybridJob job) {
    notQueued(node, job);
    changeLong(node, job, -1);
  }

  private void notQueued(int node, HybridJob job) {
    queuedMillis[node] = Math.max(0, queuedMillis[node] - job.taskMillis);
  }

  /** A node is away, with all that was there. */
  void lost(int node) {
    isAway[node] = true;
    queuedMillis[node] = 0;
    endsMillis[node] = 0;
    running[node] = 0;
    longTasks[node] = 0;
    hasLong.clear(node);
  }

  void isBack(int node) {
    isAway[node] = false;
  }

  private void changeLong(int node, HybridJob job, int change) {
    if (job.isLong) {
      longTasks[node] = Math.max(0, longTasks[node] + change);
      hasLong.set(node, longTasks[node] > 0);
    }
  }

  /** Which nodes have long tasks. */
  LongNodes longNodes(long nowMillis) {
    return new LongNodes(hasLong, partitions.nodes(), nowMillis);
  }
}
