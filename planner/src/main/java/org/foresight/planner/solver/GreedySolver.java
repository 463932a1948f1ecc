package org.foresight.planner.solver;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/**
 * The heuristic that always has an answer. It fills the cluster greedily by utility per
 * consumption, weighted by how scarce the rows are; then it finds the prices of capacity ({@link
 * CapacityPrices}), fills greedily by what the options gain at those prices, and spends the rest of
 * the budget on {@link LocalSearch}. It stops early once the objective meets the bound that the
 * prices prove, and when it has not found anything better for long.
 *
 * <p>A work unit is one look through the options of a job. Deterministic as long as the budget's
 * stop signal does not cut it short. Stateless and thread-safe.
 */
public final class GreedySolver implements PlanSolver {

  private static final String NAME = "greedy";
  private static final long DEFAULT_SEED = 20180423;

  /** Bounds closer than this fraction are taken to be met. */
  private static final double OPTIMALITY_GAP = 1e-9;

  private static final int MAX_EPOCHS = 40;

  /** Epochs between two greedy fillings at the prices found so far. */
  private static final int EPOCHS_PER_FILLING = 10;

  /** The part of the work that may go into prices: one in so many. */
  private static final int PRICING_SHARE = 4;

  /** The search ends after so many moves in vain, and so many more for every job. */
  private static final long BASE_PATIENCE = 2_000;

  private static final long PATIENCE_PER_JOB = 100;

  private final long seed;

  /** A solver with a fixed seed: equal instances get equal solutions. */
  public GreedySolver() {
    this(DEFAULT_SEED);
  }

  /** A solver whose local search draws from the given seed. */
  public GreedySolver(long seed) {
    this.seed = seed;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    PlanColumns columns = PlanColumns.of(instance);
    return PlanVerifier.verified(instance, solve(columns, budget));
  }

  private PlanSolution solve(PlanColumns columns, SolverBudget budget) {
    if (columns.optionCount() == 0) {
      return columns.toSolution(new Assignment(columns).toArray(), NAME, true);
    }
    double[] scarcity = scarcity(columns);
    int[] best = fill(columns, o -> columns.utility[o] / columns.cost(o, scarcity));
    int[] byUtility = fill(columns, o -> columns.utility[o]);
    if (columns.objective(byUtility) > columns.objective(best)) {
      best = byUtility;
    }
    double objective = columns.objective(best);

    var prices = new CapacityPrices(columns);
    long affordable = budget.workUnits() / PRICING_SHARE / Math.max(1, columns.jobCount);
    long epochs = Math.min(MAX_EPOCHS, affordable);
    long epoch = 0;
    while (epoch < epochs && !budget.stop().getAsBoolean()) {
      prices.epoch(objective);
      epoch++;
      if (epoch % EPOCHS_PER_FILLING == 0 || epoch == epochs) {
        int[] filled = fill(columns, o -> columns.utility[o] - columns.cost(o, prices.best()));
        if (columns.objective(filled) > objective) {
          best = filled;
          objective = columns.objective(filled);
        }
      }
    }
    if (!isOptimal(objective, prices)) {
      var search = new LocalSearch(columns, best, prices.best(), new SplittableRandom(seed));
      search(
          search,
          prices,
          budget,
          epoch * columns.jobCount,
          BASE_PATIENCE + PATIENCE_PER_JOB * columns.jobCount);
      best = search.best();
      objective = search.bestObjective();
    }
    return columns.toSolution(best, NAME, isOptimal(objective, prices));
  }

  private static void search(
      LocalSearch search,
      CapacityPrices prices,
      SolverBudget budget,
      long workDone,
      long patience) {
    search.settle();
    while (workDone + search.work() < budget.workUnits()
        && search.movesSinceBetter() < patience
        && !isOptimal(search.bestObjective(), prices)
        && !budget.stop().getAsBoolean()) {
      search.move();
    }
  }

  private static boolean isOptimal(double objective, CapacityPrices prices) {
    return objective >= prices.bound() * (1 - OPTIMALITY_GAP);
  }

  /** How many times over each row is wanted, if every job takes an average option. */
  private static double[] scarcity(PlanColumns columns) {
    double[] scarcity = new double[columns.rowCount];
    for (int j = 0; j < columns.jobCount; j++) {
      int first = columns.jobStart[j];
      int end = columns.jobStart[j + 1];
      for (int e = columns.entryStart[first]; e < columns.entryStart[end]; e++) {
        scarcity[columns.row[e]] += columns.amount[e] / (end - first);
      }
    }
    return scarcity;
  }

  /** Chooses options by descending score as long as they fit. */
  private static int[] fill(PlanColumns columns, IntToDoubleFunction score) {
    var assignment = new Assignment(columns);
    for (int option : OptionOrder.ofAll(columns, score)) {
      if (assignment.optionOf(columns.job[option]) == PlanColumns.NONE && assignment.fits(option)) {
        assignment.place(option);
      }
    }
    return assignment.toArray();
  }
}
