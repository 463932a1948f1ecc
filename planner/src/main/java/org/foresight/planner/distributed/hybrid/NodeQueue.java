package org.foresight.planner.distributed.hybrid;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The probes and tasks that wait on a node, in the order of their arrival. Not thread-safe. */
final class NodeQueue {
  private static final int FIRST_CAPACITY = 8;

  private @Nullable QueuedTask[] items = new QueuedTask[FIRST_CAPACITY];

  /** Index of the first item. */
  private int head;

  /** Index behind the last item. */
  private int end;

  /** Sum of the estimates of all items. */
  private double workMillis;

  int size() {
    return end - head;
  }

  boolean isEmpty() {
    return head == end;
  }

  /** Estimated runtime of all items, one after another. */
  double workMillis() {
    return workMillis;
  }

  /** The item of this rank, from 0. */
  QueuedTask get(int rank) {
    QueuedTask item = rank < size() ? items[head + rank] : null;
    if (item == null) {
      throw new IndexOutOfBoundsException("There is no item (" + rank + ") of " + size() + ".");
    }
    return item;
  }

  void add(QueuedTask item) {
    if (end == items.length) {
      makeRoom();
    }
    items[end++] = item;
    workMillis += item.job.taskMillis;
  }

  private void makeRoom() {
    int size = size();
    @Nullable QueuedTask[] room =
        size > items.length / 2 ? new QueuedTask[Math.multiplyExact(items.length, 2)] : items;
    System.arraycopy(items, head, room, 0, size);
    if (room == items) {
      Arrays.fill(items, size, end, null);
    }
    items = room;
    head = 0;
    end = size;
  }

  /** Takes out the item of this rank. */
  void remove(int rank) {
    removeRange(rank, rank + 1);
  }

  private void removeRange(int from, int to) {
    for (int rank = from; rank < to; rank++) {
      workMillis -= get(rank).job.taskMillis;
    }
    int count = to - from;
    if (from == 0) {
      Arrays.fill(items, head, head + count, null);
      head += count;
    } else {
      System.arraycopy(items, head + to, items, head + from, size() - to);
      Arrays.fill(items, end - count, end, null);
      end -= count;
    }
    if (isEmpty()) {
      workMillis = 0; // Not what rounding has left.
    }
  }

  /**
   * Takes out the first consecutive group of short items that a long one is before (Hawk, fig.
   * 2.3); empty if there is none.
   *
   * @param longRuns whether a long task runs on the node, which is before all that wait
   */
  ImmutableList<QueuedTask> removeBehindLong(boolean longRuns) {
    int from = 0;
    if (!longRuns) {
      while (from < size() && !get(from).job.isLong) {
        from++;
      }
    }
    while (from < size() && get(from).job.isLong) {
      from++;
    }
    int to = from;
    ImmutableList.Builder<QueuedTask> group = ImmutableList.builder();
    while (to < size() && !get(to).job.isLong) {
      group.add(get(to));
      to++;
    }
    removeRange(from, to);
    return group.build();
  }

  /** Takes out everything. */
  ImmutableList<QueuedTask> clear() {
    ImmutableList.Builder<QueuedTask> all = ImmutableList.builder();
    for (int rank = 0; rank < size(); rank++) {
      all.add(get(rank));
    }
    removeRange(0, size());
    return all.build();
  }
}
