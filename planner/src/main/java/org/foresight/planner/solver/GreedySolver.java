package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The solver that takes jobs one after the other and never takes anything back: by utility per
 * consumption, weighted by how scarce the rows are, and by utility alone; the better of the two
 * counts. The fastest there is, and what every other solver has to beat.
 *
 * <p>Needs no work units: it ends by itself. Stateless and thread-safe.
 */
public final class GreedySolver implements PlanSolver {

  private static final String NAME = "greedy";

  /** The word to stop is asked after so many jobs. */
  private static final int JOBS_PER_ASK = 16;

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    PlanColumns columns = PlanColumns.of(instance, budget.stop());
    int[] chosen = solve(columns, budget.stop());
    return PlanVerifier.verified(instance, columns.toSolution(chosen, NAME, false));
  }

  /** The same on columns; asked to stop, it returns what is chosen by then. */
  static int[] solve(PlanColumns columns, BooleanSupplier stop) {
    double[] densities = densities(columns, stop);
    int[] byDensity = fill(columns, densities, stop);
    int[] byUtility = fill(columns, columns.utility, stop);
    return columns.objective(byUtility) > columns.objective(byDensity) ? byUtility : byDensity;
  }

  /** Utility per consumption; infinite for an option that consumes nothing of what is scarce. */
  private static double[] densities(PlanColumns columns, BooleanSupplier stop) {
    var prices = new LanePrices(columns, scarcity(columns, stop));
    double[] costs = new double[columns.slots];
    double[] densities = new double[columns.optionCount()];
    int end;
    for (int first = 0; first < densities.length && !stop.getAsBoolean(); first = end) {
      end = columns.endOfLane(first);
      int least = columns.slots;
      int greatest = 0;
      for (int o = first; o < end; o++) {
        least = Math.min(least, columns.slot[o]);
        greatest = Math.max(greatest, columns.slot[o]);
      }
      prices.costs(columns.lane[first], least, greatest + 1 - least, costs);
      for (int o = first; o < end; o++) {
        densities[o] = columns.utility[o] / costs[columns.slot[o] - least];
      }
    }
    return densities;
  }

  /** How many times over each row is wanted, if every job takes an average option. */
  private static double[] scarcity(PlanColumns columns, BooleanSupplier stop) {
    double[] scarcity = new double[columns.rowCount];
    for (int j = 0; j < columns.jobCount; j++) {
      if (j % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        break;
      }
      double share = 1.0 / (columns.jobStart[j + 1] - columns.jobStart[j]);
      for (int o = columns.jobStart[j]; o < columns.jobStart[j + 1]; o++) {
        columns.addTo(scarcity, o, share);
      }
    }
    for (int row = 0; row < scarcity.length; row++) {
      double capacity = columns.capacity[row];
      scarcity[row] = capacity > 0 ? scarcity[row] / (capacity * capacity) : 0;
    }
    return scarcity;
  }

  /** Takes jobs by the score of their best option; each gets the best that fits. */
  private static int[] fill(PlanColumns columns, double[] scores, BooleanSupplier stop) {
    double[] bestOfJob = new double[columns.jobCount];
    for (int o = 0; o < scores.length; o++) {
      bestOfJob[columns.job[o]] = Math.max(bestOfJob[columns.job[o]], scores[o]);
    }
    int[] jobs = IntStream.range(0, columns.jobCount).toArray();
    var assignment = new Assignment(columns);
    long[] keys = new long[0];
    int looked = 0;
    for (int j : OptionOrder.of(jobs, job -> bestOfJob[job])) {
      if (looked++ % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        break;
      }
      int first = columns.jobStart[j];
      int count = columns.jobStart[j + 1] - first;
      keys = keys.length < count ? new long[2 * count] : keys;
      for (int i = 0; i < count; i++) {
        keys[i] = OptionOrder.key(scores[first + i], first + i);
      }
      Arrays.sort(keys, 0, count);
      for (int i = 0; i < count; i++) {
        int option = OptionOrder.numberOf(keys[i]);
        if (assignment.fits(option)) {
          assignment.place(option);
          break;
        }
      }
    }
    return assignment.toArray();
  }
}
