package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Prices of the rows' capacity: the Lagrangian dual of the capacity constraints, solved by
 * sub-gradient steps of Polyak's length. At prices p every job takes the option with the greatest
 * gain, which is its utility less its cost; the sum of the gains and of the capacity's value bounds
 * the optimum from above, and rows that are over-subscribed become dearer, others cheaper.
 *
 * <p>Works on a whole problem or on what is left of it when some jobs are placed. Mutable, for one
 * thread.
 */
final class CapacityPrices {

  /** The step is shortened after so many epochs without a better bound. */
  private static final int PATIENCE = 4;

  private final PlanColumns columns;

  /** The options to choose from, ascending; the other jobs' are settled. */
  private final int[] options;

  /** What is left of every row. */
  private final double[] capacity;

  /** The utility of the settled jobs. */
  private final double settledUtility;

  private final double[] prices;
  private final double[] bestPrices;
  private final double[] used;
  private double bound = Double.POSITIVE_INFINITY;
  private double stepScale = 1;
  private int epochsSinceBetter;

  /** Starts with the whole problem and with free capacity. */
  CapacityPrices(PlanColumns columns) {
    this(
        columns,
        new Assignment(columns),
        IntStream.range(0, columns.optionCount()).toArray(),
        new double[columns.rowCount]);
  }

  /**
   * Starts with a part of the problem.
   *
   * @param settled the jobs already placed
   * @param options the options of other jobs that remain, ascending
   * @param start prices to start from
   */
  CapacityPrices(PlanColumns columns, Assignment settled, int[] options, double[] start) {
    this.columns = columns;
    this.options = options;
    capacity = new double[columns.rowCount];
    for (int r = 0; r < capacity.length; r++) {
      capacity[r] = Math.max(0, settled.freeOf(r)) + PlanColumns.TOLERANCE;
    }
    settledUtility = settled.objective();
    prices = start.clone();
    bestPrices = start.clone();
    used = new double[columns.rowCount];
  }

  /** An upper bound of the optimum: the least found so far. */
  double bound() {
    return bound;
  }

  /** The price of every row's whole capacity that gave {@link #bound}. */
  double[] best() {
    return bestPrices;
  }

  /** What an option adds to the bound at the best prices. */
  double gain(int option) {
    return gain(option, bestPrices);
  }

  /** Lets all jobs choose at the current prices and adapts the prices. */
  void epoch(double incumbent) {
    double value = respond();
    if (value < bound) {
      bound = value;
      System.arraycopy(prices, 0, bestPrices, 0, prices.length);
      epochsSinceBetter = 0;
    } else if (++epochsSinceBetter >= PATIENCE) {
      stepScale /= 2;
      epochsSinceBetter = 0;
      System.arraycopy(bestPrices, 0, prices, 0, prices.length);
      value = respond();
    }
    step(Math.max(0, value - incumbent));
  }

  /** Fills in what the jobs would use and returns the dual function's value. */
  private double respond() {
    Arrays.fill(used, 0);
    double value = settledUtility;
    for (int r = 0; r < prices.length; r++) {
      value += prices[r] * capacity[r];
    }
    int i = 0;
    while (i < options.length) {
      int end = columns.jobStart[columns.job[options[i]] + 1];
      double bestGain = 0;
      int bestOption = PlanColumns.NONE;
      for (; i < options.length && options[i] < end; i++) {
        // Costs only lower the gain: without any, this option would lose already.
        if (columns.utility[options[i]] > bestGain) {
          double gain = gain(options[i], prices);
          if (gain > bestGain) {
            bestGain = gain;
            bestOption = options[i];
          }
        }
      }
      value += bestGain;
      use(bestOption);
    }
    return value;
  }

  private void use(int option) {
    if (option != PlanColumns.NONE) {
      for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
        used[columns.row[e]] += columns.amount[e];
      }
    }
  }

  private void step(double gap) {
    double norm = 0;
    for (int r = 0; r < used.length; r++) {
      double violation = used[r] - capacity[r];
      // A free row with a price of 0 can't become cheaper and must not shorten the step.
      if (violation > 0 || prices[r] > 0) {
        norm += violation * violation;
      }
    }
    if (norm > 0) {
      double length = stepScale * gap / norm;
      for (int r = 0; r < used.length; r++) {
        prices[r] = Math.max(0, prices[r] + length * (used[r] - capacity[r]));
      }
    }
  }

  private double gain(int option, double[] atPrices) {
    return columns.utility[option] - columns.cost(option, atPrices);
  }
}
