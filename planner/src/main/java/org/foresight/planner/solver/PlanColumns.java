package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.BitSet;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;

/**
 * A {@link PlanInstance} as flat arrays of columns, reduced to what can matter: options without
 * positive utility and options that do not fit alone are left out, and so are the entries of rows
 * that stay within capacity whatever is chosen. Amounts are fractions of their row's capacity, so
 * that every row's capacity is 1 and bytes and vcores weigh alike.
 *
 * <p>Options are numbered through over all jobs; those of one job are adjacent. Immutable by
 * contract: nobody writes to the arrays.
 */
final class PlanColumns {

  /** How far above its capacity of 1 a row may be filled, for the rounding of sums. */
  static final double TOLERANCE = 1e-9;

  static final int NONE = -1;

  final int jobCount;
  final int rowCount;

  /** The options of job j are {@code jobStart[j]} to {@code jobStart[j + 1] - 1}. */
  final int[] jobStart;

  /** Which job an option belongs to. */
  final int[] job;

  final double[] utility;

  /** The entries of option o are {@code entryStart[o]} to {@code entryStart[o + 1] - 1}. */
  final int[] entryStart;

  /** The row of every entry, ascending within an option. */
  final int[] row;

  /** The amount of every entry, as a fraction of its row's capacity. */
  final double[] amount;

  /** The option's index among all its job's options in the instance. */
  private final int[] originalOption;

  private PlanColumns(int jobCount, int rowCount, int optionCount, int entryCount) {
    this.jobCount = jobCount;
    this.rowCount = rowCount;
    jobStart = new int[jobCount + 1];
    job = new int[optionCount];
    utility = new double[optionCount];
    entryStart = new int[optionCount + 1];
    row = new int[entryCount];
    amount = new double[entryCount];
    originalOption = new int[optionCount];
  }

  static PlanColumns of(PlanInstance instance) {
    double[] capacities = instance.capacities().toArray();
    BitSet eligible = eligibleOptions(instance, capacities);
    boolean[] contended = contendedRows(instance, eligible, capacities);
    int number = 0;
    int optionCount = 0;
    int[] entryCount = {0};
    for (Job job : instance.jobs()) {
      for (Option option : job.options()) {
        if (eligible.get(number++)) {
          optionCount++;
          instance.forEachEntry(option, (row, amount) -> entryCount[0] += contended[row] ? 1 : 0);
        }
      }
    }
    var columns =
        new PlanColumns(instance.jobs().size(), capacities.length, optionCount, entryCount[0]);
    columns.fill(instance, eligible, capacities, contended);
    return columns;
  }

  private void fill(
      PlanInstance instance, BitSet eligible, double[] capacities, boolean[] contended) {
    int number = 0;
    int option = 0;
    int[] entry = {0};
    for (int j = 0; j < jobCount; j++) {
      ImmutableList<Option> options = instance.jobs().get(j).options();
      for (int i = 0; i < options.size(); i++) {
        Option original = options.get(i);
        if (!eligible.get(number++)) {
          continue;
        }
        job[option] = j;
        utility[option] = original.utility();
        originalOption[option] = i;
        instance.forEachEntry(
            original,
            (r, consumed) -> {
              if (contended[r]) {
                row[entry[0]] = r;
                amount[entry[0]] = consumed / capacities[r];
                entry[0]++;
              }
            });
        option++;
        entryStart[option] = entry[0];
      }
      jobStart[j + 1] = option;
    }
  }

  /** The options that may be chosen, numbered through over all jobs of the instance. */
  private static BitSet eligibleOptions(PlanInstance instance, double[] capacities) {
    var eligible = new BitSet();
    int number = 0;
    for (Job job : instance.jobs()) {
      for (Option option : job.options()) {
        eligible.set(number++, isEligible(instance, option, capacities));
      }
    }
    return eligible;
  }

  private static boolean isEligible(PlanInstance instance, Option option, double[] capacities) {
    if (!(option.utility() > 0)) {
      return false;
    }
    boolean[] fits = {true};
    instance.forEachEntry(
        option, (row, amount) -> fits[0] &= amount <= capacities[row] * (1 + TOLERANCE));
    return fits[0];
  }

  /** The rows that overflow if every job takes as much of them as it can. */
  private static boolean[] contendedRows(
      PlanInstance instance, BitSet eligible, double[] capacities) {
    int number = 0;
    double[] demand = new double[capacities.length];
    double[] mostOfJob = new double[capacities.length];
    for (Job job : instance.jobs()) {
      Arrays.fill(mostOfJob, 0);
      for (Option option : job.options()) {
        if (eligible.get(number++)) {
          instance.forEachEntry(
              option, (r, amount) -> mostOfJob[r] = Math.max(mostOfJob[r], amount));
        }
      }
      for (int r = 0; r < demand.length; r++) {
        demand[r] += mostOfJob[r];
      }
    }
    boolean[] contended = new boolean[capacities.length];
    for (int r = 0; r < contended.length; r++) {
      contended[r] = demand[r] > capacities[r];
    }
    return contended;
  }

  int optionCount() {
    return utility.length;
  }

  /** What an option costs at the given prices of rows. */
  double cost(int option, double[] prices) {
    double cost = 0;
    for (int e = entryStart[option]; e < entryStart[option + 1]; e++) {
      cost += prices[row[e]] * amount[e];
    }
    return cost;
  }

  /** How much an option takes of a row. */
  double amountIn(int option, int r) {
    int e = Arrays.binarySearch(row, entryStart[option], entryStart[option + 1], r);
    return e < 0 ? 0 : amount[e];
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
        for (int e = entryStart[option]; e < entryStart[option + 1]; e++) {
          used[row[e]] += amount[e];
        }
      }
    }
    for (double fraction : used) {
      if (fraction > 1 + TOLERANCE) {
        return false;
      }
    }
    return true;
  }

  /** The choice in these columns' numbering; options that were left out count as none. */
  int[] fromOriginal(ImmutableIntArray choices) {
    int[] chosen = new int[jobCount];
    for (int j = 0; j < jobCount; j++) {
      int found = Arrays.binarySearch(originalOption, jobStart[j], jobStart[j + 1], choices.get(j));
      chosen[j] = found < 0 ? NONE : found;
    }
    return chosen;
  }

  /** The choice in the instance's numbering. */
  PlanSolution toSolution(int[] chosen, String solver, boolean provenOptimal) {
    var choices = ImmutableIntArray.builder(jobCount);
    for (int option : chosen) {
      choices.add(option == NONE ? NONE : originalOption[option]);
    }
    return new PlanSolution(choices.build(), objective(chosen), solver, provenOptimal);
  }
}
