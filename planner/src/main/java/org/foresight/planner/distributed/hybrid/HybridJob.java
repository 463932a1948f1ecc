package org.foresight.planner.distributed.hybrid;

import java.util.BitSet;
import org.foresight.planner.distributed.Address;
import org.jspecify.annotations.Nullable;

/**
 * A live job: what its messages say of it, and what its scheduler has noted.
 *
 * <p>The notes are the scheduler's own, with one exception: nodes read {@link #remainingMillis}.
 * The thesis has a scheduler send this number to all nodes with its probes whenever it gives out a
 * task; here, as in the published simulator, it is with them at once.
 */
final class HybridJob {
  final String id;

  /** Its own scheduler (Hawk §2.3.5: each job is scheduled by a different one). */
  final Address.Scheduler scheduler;

  /** Estimated mean runtime of its tasks. */
  final double taskMillis;

  final boolean isLong;

  /** Tasks that it has asked nodes to run, and that have not started yet. */
  private int waiting;

  /** The freshest vector that nodes have sent with rejected probes. */
  private @Nullable LongNodes known;

  /** Nodes that said they could not even run its tasks if they were empty; null if none did. */
  private @Nullable BitSet unsuited;

  HybridJob(String id, Address.Scheduler scheduler, double taskMillis, boolean isLong) {
    this.id = id;
    this.scheduler = scheduler;
    this.taskMillis = taskMillis;
    this.isLong = isLong;
  }

  int waiting() {
    return waiting;
  }

  /** Notes that nodes are asked to run so many more tasks. */
  void asked(int tasks) {
    waiting += tasks;
  }

  /** A task that nodes were asked to run has started, or is not needed any more. */
  void settled() {
    waiting = Math.max(0, waiting - 1);
  }

  /** No task waits any more. */
  void settledAll() {
    waiting = 0;
  }

  /** Estimated work of the tasks that have not started (Eagle §3.4.3). */
  double remainingMillis() {
    return waiting * taskMillis;
  }

  @Nullable LongNodes known() {
    return known;
  }

  void learn(LongNodes vector) {
    LongNodes before = known;
    if (before == null || vector.isAsFreshAs(before)) {
      known = vector;
    }
  }

  /**
   * Notes that a node could not run its tasks, were it empty.
   *
   * @param nodes how many nodes there are; if none of them suits it, what they said was of tasks
   *     that have ended, and is forgotten
   */
  void doesNotSuit(int node, int nodes) {
    BitSet all = unsuited;
    if (all == null) {
      all = new BitSet(nodes);
      unsuited = all;
    }
    all.set(node);
    if (all.cardinality() == nodes) {
      unsuited = null;
    }
  }

  /** Whether the node may be one that can run its tasks. */
  boolean maySuit(int node) {
    BitSet all = unsuited;
    return all == null || !all.get(node);
  }

  /** How many nodes, from number 0 on, the job may be sent to. */
  int open(Partitions partitions) {
    if (!isLong) {
      return partitions.nodes();
    }
    // Only nodes for short jobs can run it: better there than nowhere.
    boolean generalIsOpen = unsuited == null || unsuited.nextClearBit(0) < partitions.general();
    return generalIsOpen ? partitions.general() : partitions.nodes();
  }
}
