package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds blocks of rows that a search need not look at. Left out is a block
 *
 * <ul>
 *   <li>that stays within capacity whatever is chosen;
 *   <li>that is <em>dominated</em>: whatever consumes from it consumes from another block too, and
 *       at least so much that the other one is full first in every slot;
 *   <li>that is <em>proportional</em> to another one, if neither is always full first: the other
 *       one then gets, slot by slot, the capacity of whichever is tighter.
 * </ul>
 *
 * <p>On nodes that are divided into slots, memory and vcores are such twins. It also translates
 * prices: those of a block that was left out go to the one that stands for it, times what an option
 * consumes of the former for a unit of the latter; and a price that was found belongs to the
 * tighter row, the others being worth nothing. Mutable, for one thread.
 */
final class BlockReduction {

  /** Amounts and capacities that differ by no more than this fraction differ by rounding. */
  private static final double ROUNDING = 1e-10;

  private final int slots;

  /** What there is of every row; changed to the tighter of two by {@link #reduce}. */
  private final double[] capacity;

  /** What a unit of every block is in the instance. */
  private final double[] unit;

  /** What is consumed by everything that consumes from a block. */
  private final List<List<Companion>> companions = new ArrayList<>();

  /** How many lanes consume from a block. */
  private final int[] lanes;

  /** The block that stands for another one; itself where it was not left out for another one. */
  private final int[] standIn;

  /** What is consumed of a block for a unit of its stand-in. */
  private final double[] ratio;

  /** The block whose capacity a row has. */
  private final int[] tightest;

  /** The number of a block among those that are kept, or {@link PlanColumns#NONE}. */
  private final int[] number;

  /**
   * @param capacity of every row, in units of its block; changed where two blocks become one
   * @param unit what a unit of every block is in the instance
   */
  BlockReduction(int slots, double[] capacity, double[] unit) {
    this.slots = slots;
    this.capacity = capacity;
    this.unit = unit;
    int blocks = unit.length;
    lanes = new int[blocks];
    standIn = new int[blocks];
    ratio = new double[blocks];
    tightest = new int[capacity.length];
    number = new int[blocks];
    Arrays.fill(ratio, 1);
    for (int block = 0; block < blocks; block++) {
      companions.add(List.of());
      standIn[block] = block;
      Arrays.fill(tightest, block * slots, (block + 1) * slots, block);
    }
  }

  /**
   * Takes a lane into account: all its shares are consumed from each of its parts' blocks.
   *
   * @param partRow the first row of the block of each part
   * @param partAmount what each part consumes for a unit of share
   * @param from the lane's first part
   * @param end the part after its last
   */
  void observe(int[] partRow, double[] partAmount, int from, int end) {
    for (int part = from; part < end; part++) {
      int block = partRow[part] / slots;
      if (lanes[block]++ == 0) {
        List<Companion> others = new ArrayList<>();
        for (int other = from; other < end; other++) {
          if (other != part) {
            others.add(new Companion(partRow[other] / slots, partRow[other]));
          }
        }
        companions.set(block, others);
      }
      double amount = partAmount[part];
      companions
          .get(block)
          .removeIf(companion -> !companion.observe(amount, partRow, partAmount, from, end));
    }
  }

  /**
   * Decides which blocks are kept.
   *
   * @param contended whether a block can overflow at all
   * @return how many are kept
   */
  int reduce(boolean[] contended) {
    // From the last to the first, so that of two that can do for each other the first is kept.
    for (int block = unit.length - 1; block >= 0; block--) {
      if (contended[block]) {
        leaveOutIfDominated(block);
      }
    }
    for (int block = unit.length - 1; block >= 0; block--) {
      if (contended[block] && standIn[block] == block) {
        leaveOutIfProportional(block, contended);
      }
    }
    int kept = 0;
    for (int block = 0; block < unit.length; block++) {
      boolean isKept = contended[block] && standIn[block] == block;
      number[block] = isKept ? kept++ : PlanColumns.NONE;
    }
    return kept;
  }

  private void leaveOutIfDominated(int block) {
    for (Companion other : companions.get(block)) {
      if (standIn[other.block] == other.block && isFullFirst(other, block)) {
        standIn[block] = other.block;
        ratio[block] = other.most;
        return;
      }
    }
  }

  private void leaveOutIfProportional(int block, boolean[] contended) {
    for (Companion other : companions.get(block)) {
      if (contended[other.block]
          && standIn[other.block] == other.block
          && lanes[other.block] == lanes[block]
          && other.most <= other.least * (1 + ROUNDING)) {
        standIn[block] = other.block;
        ratio[block] = other.most;
        for (int slot = 0; slot < slots; slot++) {
          int row = block * slots + slot;
          int otherRow = other.block * slots + slot;
          double inOthersUnits = capacity[row] / other.most;
          if (inOthersUnits < capacity[otherRow]) {
            capacity[otherRow] = inOthersUnits;
            tightest[otherRow] = tightest[row];
          }
        }
        return;
      }
    }
  }

  private boolean isFullFirst(Companion other, int block) {
    for (int slot = 0; slot < slots; slot++) {
      double most = other.most * capacity[other.block * slots + slot];
      if (most > capacity[block * slots + slot] * (1 + ROUNDING)) {
        return false;
      }
    }
    return true;
  }

  /** The number of a block among those that are kept, or {@link PlanColumns#NONE}. */
  int number(int block) {
    return number[block];
  }

  /** Prices of the kept blocks' units from prices of all rows of the instance. */
  double[] toKept(ImmutableDoubleArray prices, int kept) {
    double[] scaled = new double[kept * slots];
    for (int block = 0; block < unit.length; block++) {
      int last = lastStandIn(block);
      if (number[last] != PlanColumns.NONE) {
        double amount = unit[block] * ratioToLast(block);
        for (int slot = 0; slot < slots; slot++) {
          scaled[number[last] * slots + slot] += prices.get(block * slots + slot) * amount;
        }
      }
    }
    return scaled;
  }

  /** Prices of all rows of the instance from prices of the kept blocks' units. */
  ImmutableDoubleArray toAll(double[] prices) {
    double[] raw = new double[unit.length * slots];
    for (int block = 0; block < unit.length; block++) {
      for (int slot = 0; slot < slots && number[block] != PlanColumns.NONE; slot++) {
        int payer = tightest[block * slots + slot];
        raw[payer * slots + slot] =
            prices[number[block] * slots + slot] / (unit[payer] * ratioToLast(payer));
      }
    }
    return ImmutableDoubleArray.copyOf(raw);
  }

  private int lastStandIn(int block) {
    int last = block;
    while (standIn[last] != last) {
      last = standIn[last];
    }
    return last;
  }

  /** What is consumed of a block for a unit of the kept one that stands for it. */
  private double ratioToLast(int block) {
    double product = 1;
    for (int b = block; standIn[b] != b; b = standIn[b]) {
      product *= ratio[b];
    }
    return product;
  }

  /** A block that is consumed by everything that consumes from another one. */
  private static final class Companion {

    final int block;
    private final int row;

    /** The least and the most that is consumed of the other one for a unit of this one. */
    double least = Double.POSITIVE_INFINITY;

    double most;

    Companion(int block, int row) {
      this.block = block;
      this.row = row;
    }

    /** Returns whether the lane, which consumes an amount of the other one, does of this one. */
    boolean observe(double amount, int[] partRow, double[] partAmount, int from, int end) {
      for (int part = from; part < end; part++) {
        if (partRow[part] == row) {
          least = Math.min(least, amount / partAmount[part]);
          most = Math.max(most, amount / partAmount[part]);
          return true;
        }
      }
      return false;
    }
  }
}
