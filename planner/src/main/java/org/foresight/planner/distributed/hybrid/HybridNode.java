package org.foresight.planner.distributed.hybrid;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows: its queue and what runs on it. Not thread-safe.
 *
 * <p>What most messages ask for is in fields of this object: with ten thousands of nodes each step
 * to another one misses the processor's caches.
 */
final class HybridNode {
  final int index;

  private final NodeQueue queue = new NodeQueue();
  private final int slots;
  private final List<Running> running = new ArrayList<>(1);
  private int runningTasks;
  private int longRunning;
  private int waiting;
  private int longWaiting;
  private boolean isAway;

  /** Eagle: what the last long task has brought. */
  private @Nullable LongNodes known;

  /**
   * A task on a node. Tasks of one job are not told apart.
   *
   * @param startMillis when the node asked for it
   */
  record Running(HybridJob job, long startMillis) {}

  /**
   * @param slots how many tasks it runs at once at most, which is its number of virtual cores
   */
  HybridNode(int index, int slots) {
    this.index = index;
    this.slots = slots;
  }

  int slots() {
    return slots;
  }

  boolean hasRoom() {
    return !isAway && runningTasks < slots;
  }

  boolean runsNothing() {
    return runningTasks == 0;
  }

  /** Whether it has room and nothing to use it for. */
  boolean isIdle() {
    return hasRoom() && waiting == 0;
  }

  boolean isAway() {
    return isAway;
  }

  /** Whether a long task runs or waits. */
  boolean hasLong() {
    return longRunning + longWaiting > 0;
  }

  boolean hasWaiting() {
    return waiting > 0;
  }

  /** What waits, to be read alone. */
  NodeQueue queue() {
    return queue;
  }

  void add(QueuedTask task) {
    queue.add(task);
    waiting++;
    longWaiting += task.job.isLong ? 1 : 0;
  }

  /** Takes out what waits at this rank. */
  void remove(int rank) {
    longWaiting -= queue.get(rank).job.isLong ? 1 : 0;
    waiting--;
    queue.remove(rank);
  }

  /** Takes out the first consecutive group of short tasks that wait behind a long one. */
  ImmutableList<QueuedTask> removeBehindLong() {
    if (waiting == 0 || longRunning + longWaiting == 0) {
      return ImmutableList.of();
    }
    ImmutableList<QueuedTask> group = queue.removeBehindLong(longRunning > 0);
    waiting -= group.size();
    return group;
  }

  void started(HybridJob job, long nowMillis) {
    running.add(new Running(job, nowMillis));
    runningTasks++;
    longRunning += job.isLong ? 1 : 0;
  }

  /** A task of the job has ended here; of several, the one that started first. */
  @Nullable Running ended(HybridJob job) {
    for (int i = 0; i < running.size(); i++) {
      Running task = running.get(i);
      if (task.job == job) {
        running.remove(i);
        runningTasks--;
        longRunning -= job.isLong ? 1 : 0;
        return task;
      }
    }
    return null;
  }

  /** All that ran is lost, and what was known; returns what waited. */
  ImmutableList<QueuedTask> goesAway() {
    isAway = true;
    running.clear();
    runningTasks = 0;
    longRunning = 0;
    waiting = 0;
    longWaiting = 0;
    known = null;
    return queue.clear();
  }

  void comesBack() {
    isAway = false;
  }

  /** Estimated time until all that runs and waits here has run, by slot. */
  double workLeftMillis(long nowMillis) {
    double millis = queue.workMillis();
    for (int i = 0; i < running.size(); i++) {
      Running task = running.get(i);
      millis += Math.max(0, task.startMillis + task.job.taskMillis - nowMillis);
    }
    return millis / slots;
  }

  @Nullable LongNodes known() {
    return known;
  }

  void learn(LongNodes vector) {
    known = vector;
  }
}
