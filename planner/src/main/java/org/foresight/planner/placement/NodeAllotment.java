package org.foresight.planner.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Shares out the room of the kinds of nodes among jobs that may use only some of them. Sets of
 * nodes overlap, so whoever took the next best node could be in the way of another job though all
 * of them fit: a job that finds no room left has others make way, as far as those find room
 * elsewhere (a maximum flow by augmenting paths). What has been placed stays placed, if not where.
 *
 * <p>Mutable; not thread-safe.
 */
public final class NodeAllotment {

  private static final int NONE = -1;

  private final NodeSets sets;
  private final long[] free;
  private final List<Integer> setOfJob = new ArrayList<>();
  private final List<long[]> takenByJob = new ArrayList<>();

  /**
   * @param free room of each kind of node; a negative amount counts as none
   */
  public NodeAllotment(NodeSets sets, long[] free) {
    this.sets = sets;
    this.free = Arrays.stream(free).map(amount -> Math.max(0, amount)).toArray();
  }

  /**
   * Places as much of a job as there is room for.
   *
   * @param set the nodes that it may use
   * @return the job's number
   */
  public int place(int set, long amount) {
    int job = setOfJob.size();
    setOfJob.add(set);
    takenByJob.add(new long[free.length]);
    long left = amount;
    while (left > 0) {
      long placed = placeSome(job, left);
      if (placed == 0) {
        break;
      }
      left -= placed;
    }
    return job;
  }

  /** How much a job takes of the nodes of a kind, after all that have been placed. */
  public long amount(int job, int kind) {
    return takenByJob.get(job)[kind];
  }

  /** Looks for the shortest way to room: to a kind with some, or over jobs that can move there. */
  private long placeSome(int job, long most) {
    int[] moved = new int[free.length];
    int[] from = new int[free.length];
    Arrays.fill(from, NONE);
    boolean[] seen = new boolean[free.length];
    Deque<Integer> open = new ArrayDeque<>();
    for (int kind = 0; kind < free.length; kind++) {
      if (sets.contains(setOfJob.get(job), kind)) {
        seen[kind] = true;
        moved[kind] = job;
        open.add(kind);
      }
    }
    while (!open.isEmpty()) {
      int kind = open.remove();
      if (free[kind] > 0) {
        return shift(kind, moved, from, most);
      }
      for (int other = 0; other < takenByJob.size(); other++) {
        if (takenByJob.get(other)[kind] > 0) {
          for (int next = 0; next < free.length; next++) {
            if (!seen[next] && sets.contains(setOfJob.get(other), next)) {
              seen[next] = true;
              moved[next] = other;
              from[next] = kind;
              open.add(next);
            }
          }
        }
      }
    }
    return 0;
  }

  /** Moves along the way that ends at a kind with room: each job by one step. */
  private long shift(int end, int[] moved, int[] from, long most) {
    long amount = Math.min(most, free[end]);
    for (int kind = end; from[kind] != NONE; kind = from[kind]) {
      amount = Math.min(amount, takenByJob.get(moved[kind])[from[kind]]);
    }
    free[end] -= amount;
    int kind = end;
    while (kind != NONE) {
      takenByJob.get(moved[kind])[kind] += amount;
      if (from[kind] != NONE) {
        takenByJob.get(moved[kind])[from[kind]] -= amount;
      }
      kind = from[kind];
    }
    return amount;
  }
}
