package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.foresight.planner.solver.PlanInstance.EntryConsumer;

/**
 * A {@link PlanInstance} as flat arrays, reduced to what can matter: options without positive
 * utility and options that do not fit alone are left out, and so are blocks that cannot be what
 * keeps a choice from fitting (see {@link BlockReduction}). Amounts and capacities are fractions of
 * the greatest capacity of their block, so that bytes and vcores weigh alike.
 *
 * <p>Options are numbered through over all jobs; those of one job are adjacent. Options of a job
 * that differ in start and utility only form a <em>lane</em> and are adjacent too: what they cost
 * at given prices is found for all of them at once. A lane has its shares, the course of its
 * consumption over the slots, and its <em>parts</em>, the blocks it consumes from. Immutable by
 * contract: nobody writes to the arrays.
 */
final class PlanColumns {

  static final int NONE = -1;

  final int jobCount;
  final int slots;
  final int rowCount;

  /** What there is of every row; never negative. */
  final double[] capacity;

  /** How far a row may be filled: a little above its capacity, for the rounding of sums. */
  final double[] limit;

  /** The options of job j are {@code jobStart[j]} to {@code jobStart[j + 1] - 1}. */
  final int[] jobStart;

  /** Which job an option belongs to. */
  final int[] job;

  final double[] utility;

  /** The slot from which on an option consumes. */
  final int[] slot;

  /** Which lane an option belongs to. */
  final int[] lane;

  /**
   * The shares of lane l are {@code shareStart[l]} to {@code shareStart[l] + shareCount[l] - 1}.
   */
  final int[] shareStart;

  final int[] shareCount;

  /** Of a unit of amount, slot by slot. */
  final double[] share;

  /** The parts of lane l are {@code partStart[l]} to {@code partStart[l + 1] - 1}. */
  final int[] partStart;

  /** The first row of a part's block. */
  final int[] partRow;

  final double[] partAmount;

  /** Whether the jobs were all looked at before the word to stop; else the last have no options. */
  final boolean complete;

  private final BlockReduction reduction;

  /** The option's index among all its job's options in the instance. */
  private final int[] originalOption;

  PlanColumns(ColumnLoader loader) {
    jobCount = loader.jobStart.length - 1;
    slots = loader.slots;
    rowCount = loader.capacity.length;
    capacity = loader.capacity;
    limit = loader.limit;
    jobStart = loader.jobStart;
    job = loader.job;
    utility = loader.utility;
    slot = loader.slot;
    lane = loader.lane;
    shareStart = loader.shareStart;
    shareCount = loader.shareCount;
    share = loader.share;
    partStart = loader.partStart;
    partRow = loader.partRow;
    partAmount = loader.partAmount;
    complete = loader.complete;
    reduction = loader.reduction;
    originalOption = loader.originalOption;
  }

  static PlanColumns of(PlanInstance instance) {
    return of(instance, () -> false);
  }

  /**
   * As much of an instance as there is time for.
   *
   * @param stop asked every few jobs; true means: leave the other jobs without options
   */
  static PlanColumns of(PlanInstance instance, BooleanSupplier stop) {
    return new ColumnLoader(instance).load(stop);
  }

  int optionCount() {
    return jobStart[jobCount];
  }

  int laneCount() {
    return optionCount() == 0 ? 0 : 1 + lane[optionCount() - 1];
  }

  /** The option after those that share a lane with this one and follow it. */
  int endOfLane(int option) {
    int end = option + 1;
    while (end < optionCount() && lane[end] == lane[option]) {
      end++;
    }
    return end;
  }

  /** The choice of nothing. */
  int[] none() {
    int[] none = new int[jobCount];
    Arrays.fill(none, NONE);
    return none;
  }

  /** In how many slots an option consumes. */
  int length(int option) {
    return Math.min(shareCount[lane[option]], slots - slot[option]);
  }

  /** Hands over what an option consumes, as fractions of its rows' capacity, by ascending row. */
  void forEachEntry(int option, EntryConsumer consumer) {
    int l = lane[option];
    int length = length(option);
    for (int part = partStart[l]; part < partStart[l + 1]; part++) {
      int first = partRow[part] + slot[option];
      for (int k = 0; k < length; k++) {
        double amount = partAmount[part] * share[shareStart[l] + k];
        if (amount > 0) {
          consumer.accept(first + k, amount / capacity[first + k]);
        }
      }
    }
  }

  /** What an option costs at the given prices of rows. */
  double cost(int option, double[] prices) {
    int l = lane[option];
    int length = length(option);
    int shares = shareStart[l];
    double cost = 0;
    for (int part = partStart[l]; part < partStart[l + 1]; part++) {
      int first = partRow[part] + slot[option];
      double unit = 0;
      for (int k = 0; k < length; k++) {
        unit += prices[first + k] * share[shares + k];
      }
      cost += partAmount[part] * unit;
    }
    return cost;
  }

  /** Adds what an option consumes, times {@code sign}, to what rows hold. */
  void addTo(double[] rows, int option, double sign) {
    int l = lane[option];
    int length = length(option);
    int shares = shareStart[l];
    for (int part = partStart[l]; part < partStart[l + 1]; part++) {
      int first = partRow[part] + slot[option];
      double amount = sign * partAmount[part];
      for (int k = 0; k < length; k++) {
        rows[first + k] += amount * share[shares + k];
      }
    }
  }

  /** How much an option takes of a row. */
  double amountIn(int option, int row) {
    int l = lane[option];
    int block = row / slots * slots;
    int k = row - block - slot[option];
    if (k >= 0 && k < shareCount[l]) {
      for (int part = partStart[l]; part < partStart[l + 1]; part++) {
        if (partRow[part] == block) {
          return partAmount[part] * share[shareStart[l] + k];
        }
      }
    }
    return 0;
  }

  /** The total utility of the chosen options. */
  double objective(int[] chosen) {
    double objective = 0;
    for (int option : chosen) {
      objective += option == NONE ? 0 : utility[option];
    }
    return objective;
  }

  /** Whether the chosen options, one or {@link #NONE} a job, fit together. */
  boolean isFeasible(int[] chosen) {
    double[] used = new double[rowCount];
    for (int option : chosen) {
      if (option != NONE) {
        addTo(used, option, 1);
      }
    }
    for (int row = 0; row < rowCount; row++) {
      if (used[row] > limit[row]) {
        return false;
      }
    }
    return true;
  }

  /** The choice in these columns' numbering; options that were left out count as none. */
  int[] fromOriginal(ImmutableIntArray choices) {
    int[] chosen = new int[jobCount];
    for (int j = 0; j < jobCount; j++) {
      chosen[j] = NONE;
      for (int option = jobStart[j]; option < jobStart[j + 1]; option++) {
        if (originalOption[option] == choices.get(j)) {
          chosen[j] = option;
        }
      }
    }
    return chosen;
  }

  /** The choice as a solution of the instance, by a solver without prices. */
  PlanSolution toSolution(int[] chosen, String solver, boolean provenOptimal) {
    return new PlanSolution(toOriginal(chosen), objective(chosen), solver, provenOptimal);
  }

  /** The choice in the instance's numbering. */
  ImmutableIntArray toOriginal(int[] chosen) {
    var choices = ImmutableIntArray.builder(jobCount);
    for (int option : chosen) {
      choices.add(option == NONE ? NONE : originalOption[option]);
    }
    return choices.build();
  }

  /** Prices of these columns' units from prices of the instance's. */
  double[] fromOriginalPrices(ImmutableDoubleArray prices) {
    return reduction.toKept(prices, rowCount / slots);
  }

  /** Prices of the instance's units from prices of these columns'. */
  ImmutableDoubleArray toOriginalPrices(double[] prices) {
    return reduction.toAll(prices);
  }
}
