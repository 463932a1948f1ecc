package org.foresight.planner;

import com.google.common.collect.Iterables;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.foresight.planner.cluster.NodeView;

/**
 * Whether a task leaves the node that is asked about to others, since there is a better one for it.
 * Only as a wish: a host asks about nodes in an order of its own, and an application may not want
 * the better one; so a job that has started nothing for some time takes what there is.
 */
public final class BetterNode {

  /**
   * For how long after the last start of its job a task waits for a better node: a few reports of
   * nodes, little beside what tasks take.
   */
  public static final long PATIENCE_MILLIS = 5_000;

  /** How many other nodes are looked at: a look must not grow with the cluster. */
  public static final int MOST_CANDIDATES = 256;

  private BetterNode() {}

  /**
   * Whether to wait for one.
   *
   * @param lastStartMillis of a task of the job
   * @param nodes of which the first ones are looked at; not asked once there was no patience left
   * @param isBetter whether a node is better, and the task has room there
   */
  public static boolean isWorthAWait(
      long lastStartMillis,
      long nowMillis,
      Supplier<Iterable<NodeView>> nodes,
      Predicate<NodeView> isBetter) {
    return nowMillis - lastStartMillis < PATIENCE_MILLIS
        && Iterables.any(Iterables.limit(nodes.get(), MOST_CANDIDATES), isBetter::test);
  }
}
