package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Sorts numbers of options or jobs by a score, greatest first, ties by number. */
final class OptionOrder {

  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private OptionOrder() {}

  /** Some numbers in order. */
  static int[] of(int[] numbers, IntToDoubleFunction score) {
    long[] keys = new long[numbers.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(score.applyAsDouble(numbers[i]), numbers[i]);
    }
    Arrays.sort(keys);
    int[] order = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      order[i] = numberOf(keys[i]);
    }
    return order;
  }

  /**
   * A key with the score in the upper and the number in the lower half, so that ascending keys are
   * descending scores: several times faster to sort than a comparator over boxed numbers. The score
   * is rounded to a float for it.
   */
  static long key(double score, int number) {
    long descending = ~(long) ascendingBits((float) score);
    return descending << Integer.SIZE | number;
  }

  /** The number in a key. */
  static int numberOf(long key) {
    return (int) (key & LOW_HALF);
  }

  /** Maps floats to integers of the same order. */
  private static int ascendingBits(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }
}
