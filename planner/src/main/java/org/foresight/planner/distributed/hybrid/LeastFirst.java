package org.foresight.planner.distributed.hybrid;

import java.util.function.IntToDoubleFunction;

/**
 * The nodes for the tasks of a job: each goes where the least work is left, which then has more; of
 * equals to the one of the lowest number. Filled anew for every job, since what is left changes
 * with time on all nodes.
 *
 * <p>So many tasks go to no more nodes, which are those with the least work left before: a first
 * pass finds them in a heap whose top is the worst, and another heap of them has the best on top.
 */
final class LeastFirst {
  private final double[] millis;
  private final int[] heap;
  private int size;
  private boolean isWorstOnTop;

  /**
   * @param nodes how many nodes there may be
   */
  LeastFirst(int nodes) {
    this.millis = new double[nodes];
    this.heap = new int[nodes];
  }

  /**
   * Begins with the nodes from 0 to {@code nodes}.
   *
   * @param tasks how many are going to be placed, at least 1
   */
  void fill(int nodes, int tasks, IntToDoubleFunction workLeftMillis) {
    int most = Math.min(tasks, nodes);
    size = 0;
    isWorstOnTop = true;
    for (int node = 0; node < nodes; node++) {
      millis[node] = workLeftMillis.applyAsDouble(node);
      if (size < most) {
        heap[size++] = node;
        if (size == most) {
          heapify();
        }
      } else if (isBefore(node, heap[0])) {
        heap[0] = node;
        siftDown(0);
      }
    }
    isWorstOnTop = false;
    heapify();
  }

  /** The node with the least work left. */
  int least() {
    return heap[0];
  }

  /** The node with the least work left gets so much more. */
  void addToLeast(double addedMillis) {
    millis[heap[0]] += addedMillis;
    siftDown(0);
  }

  private void heapify() {
    for (int i = (size - 2) / 2; i >= 0; i--) {
      siftDown(i);
    }
  }

  private void siftDown(int from) {
    int node = heap[from];
    int i = from;
    while (true) {
      int child = 2 * i + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isAbove(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isAbove(heap[child], node)) {
        break;
      }
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = node;
  }

  private boolean isAbove(int node, int other) {
    return isWorstOnTop ? isBefore(other, node) : isBefore(node, other);
  }

  private boolean isBefore(int node, int other) {
    return millis[node] < millis[other] || (millis[node] == millis[other] && node < other);
  }
}
