package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sorts option numbers by a score, greatest first, ties by number. */
final class OptionOrder {

  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private OptionOrder() {}

  /** All options in one order. */
  static int[] ofAll(PlanColumns columns, IntToDoubleFunction score) {
    return of(IntStream.range(0, columns.optionCount()).toArray(), score);
  }

  /** The options of every job in an order of their own, at the places where the job's are. */
  static int[] perJob(PlanColumns columns, IntToDoubleFunction score) {
    int[] order = IntStream.range(0, columns.optionCount()).toArray();
    for (int j = 0; j < columns.jobCount; j++) {
      sort(order, columns.jobStart[j], columns.jobStart[j + 1], score);
    }
    return order;
  }

  /** Some options in order. */
  static int[] of(int[] options, IntToDoubleFunction score) {
    int[] order = options.clone();
    sort(order, 0, order.length, score);
    return order;
  }

  /**
   * Sorts primitive keys with the score in the upper and the number in the lower half: several
   * times faster than a comparator over boxed numbers; the score is rounded to a float for it.
   */
  private static void sort(int[] order, int from, int to, IntToDoubleFunction score) {
    long[] keys = new long[to - from];
    for (int i = from; i < to; i++) {
      long descending = ~(long) ascendingBits((float) score.applyAsDouble(order[i]));
      keys[i - from] = descending << Integer.SIZE | order[i];
    }
    Arrays.sort(keys);
    for (int i = from; i < to; i++) {
      order[i] = (int) (keys[i - from] & LOW_HALF);
    }
  }

  /** Maps floats to integers of the same order. */
  private static int ascendingBits(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }
}
