package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Prices of the rows' capacity: the Lagrangian dual of the capacity constraints, solved by
 * sub-gradient steps of Polyak's length. At prices p every job takes the option with the greatest
 * utility less cost; the sum of what the jobs gain and of the prices bounds the optimum from above,
 * and rows that are over-subscribed become dearer, others cheaper.
 *
 * <p>Mutable, for one thread.
 */
final class CapacityPrices {

  /** The step is shortened after so many epochs without a better bound. */
  private static final int PATIENCE = 4;

  /** What the sums may be off, as a fraction of the bound. */
  private static final double ROUNDING = 1e-9;

  private final PlanColumns columns;
  private final double[] prices;
  private final double[] bestPrices;
  private final double[] used;
  private double bound = Double.POSITIVE_INFINITY;
  private double stepScale = 1;
  private int epochsSinceBetter;

  CapacityPrices(PlanColumns columns) {
    this.columns = columns;
    prices = new double[columns.rowCount];
    bestPrices = new double[columns.rowCount];
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
      respond();
    }
    step(Math.max(0, value - incumbent));
  }

  /**
   * The options that an assignment better than the incumbent may contain. An option is left out if
   * even the bound, with its job held to it, falls below the incumbent. The incumbent's own options
   * stay in.
   */
  int[] promising(double incumbent) {
    return IntStream.range(0, columns.jobCount)
        .flatMap(
            j -> {
              double slack = bound - bestGain(j) - incumbent + ROUNDING * bound;
              return IntStream.range(columns.jobStart[j], columns.jobStart[j + 1])
                  .filter(o -> gain(o, bestPrices) + slack >= 0);
            })
        .toArray();
  }

  private double bestGain(int job) {
    double best = 0;
    for (int o = columns.jobStart[job]; o < columns.jobStart[job + 1]; o++) {
      best = Math.max(best, gain(o, bestPrices));
    }
    return best;
  }

  private double gain(int option, double[] atPrices) {
    return columns.utility[option] - columns.cost(option, atPrices);
  }

  /** Fills in what the jobs would use and returns the dual function's value. */
  private double respond() {
    Arrays.fill(used, 0);
    double value = 0;
    for (double price : prices) {
      value += price;
    }
    for (int j = 0; j < columns.jobCount; j++) {
      double bestGain = 0;
      int bestOption = PlanColumns.NONE;
      for (int o = columns.jobStart[j]; o < columns.jobStart[j + 1]; o++) {
        // Costs only lower the gain: without any, this option would lose already.
        if (columns.utility[o] > bestGain) {
          double gain = gain(o, prices);
          if (gain > bestGain) {
            bestGain = gain;
            bestOption = o;
          }
        }
      }
      if (bestOption != PlanColumns.NONE) {
        value += bestGain;
        for (int e = columns.entryStart[bestOption]; e < columns.entryStart[bestOption + 1]; e++) {
          used[columns.row[e]] += columns.amount[e];
        }
      }
    }
    return value;
  }

  private void step(double gap) {
    double norm = 0;
    for (int r = 0; r < used.length; r++) {
      double violation = used[r] - 1;
      // A free row with a price of 0 can't become cheaper and must not shorten the step.
      if (violation > 0 || prices[r] > 0) {
        norm += violation * violation;
      }
    }
    if (norm > 0) {
      double length = stepScale * gap / norm;
      for (int r = 0; r < used.length; r++) {
        prices[r] = Math.max(0, prices[r] + length * (used[r] - 1));
      }
    }
  }
}
