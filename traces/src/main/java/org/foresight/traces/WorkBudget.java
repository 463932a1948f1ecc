package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Draws jobs until they make up a given amount of work, so that workloads of different seeds offer
 * the same load.
 */
public final class WorkBudget {

  private WorkBudget() {}

  /**
   * Draws jobs until the next one would exceed the work. The last place goes to the best fitting of
   * some candidates, or to none if that fits better; there is at least one job if there is any
   * work.
   *
   * @param workMillis what the jobs should sum up to, in task-milliseconds
   * @param lastCandidates number of candidates for the last place, at least 1
   * @param work the work of a job, in task-milliseconds
   */
  public static <T> ImmutableList<T> fill(
      double workMillis, int lastCandidates, Supplier<T> draw, ToLongFunction<T> work) {
    List<T> drawn = new ArrayList<>();
    double missing = workMillis;
    T next = draw.get();
    while (work.applyAsLong(next) <= missing) {
      drawn.add(next);
      missing -= work.applyAsLong(next);
      next = draw.get();
    }
    if (missing > 0.0) {
      T best = next;
      for (int candidate = 1; candidate < lastCandidates; candidate++) {
        next = draw.get();
        if (Math.abs(work.applyAsLong(next) - missing)
            < Math.abs(work.applyAsLong(best) - missing)) {
          best = next;
        }
      }
      if (drawn.isEmpty() || Math.abs(work.applyAsLong(best) - missing) < missing) {
        drawn.add(best);
      }
    }
    return ImmutableList.copyOf(drawn);
  }
}
