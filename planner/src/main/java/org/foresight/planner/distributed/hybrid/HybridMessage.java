package org.foresight.planner.distributed.hybrid;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/** What schedulers and nodes of a {@link HybridPolicy} say to each other; nobody else reads it. */
public sealed interface HybridMessage {

  /**
   * To a node: ask the job's scheduler for a task when there is room.
   *
   * @param rejections how often nodes have rejected the probe
   */
  record Probe(HybridJob job, int rejections) implements HybridMessage {}

  /**
   * To a node: run a task of the job when it has its turn.
   *
   * @param longNodes the central scheduler's knowledge, with a long task where state is shared
   */
  record Task(HybridJob job, @Nullable LongNodes longNodes) implements HybridMessage {}

  /**
   * To a scheduler: the node has a long task, so it does not queue the probe.
   *
   * @param known the vector that the node got with its last long task
   */
  record Rejection(Probe probe, LongNodes known) implements HybridMessage {}

  /**
   * To a node: give the idle one a group of short tasks behind a long one, or pass the request on.
   *
   * @param attempts how many nodes may be asked, the receiver included
   */
  record StealRequest(int thief, int attempts) implements HybridMessage {}

  /** To an idle node: these probes are yours now. */
  record Loot(ImmutableList<QueuedTask> probes) implements HybridMessage {}

  /** To the central scheduler: a task that it has placed on the node has started or ended. */
  record News(int node, HybridJob job, long startMillis, boolean hasEnded)
      implements HybridMessage {}

  /**
   * To a scheduler, from itself: a probe or task was lost with its node, or the node could never
   * run it; try another one.
   *
   * @param isBound whether it was a task
   * @param unsuited the node that could never run it; {@link #SUITED} if there was none
   */
  record Again(HybridJob job, boolean isBound, int unsuited) implements HybridMessage {
    static final int SUITED = -1;
  }

  /** To the board of reports, from itself: it is time for the next ones. */
  record ReportTime() implements HybridMessage {}
}
