package org.foresight.planner.solver;

import java.util.SplittableRandom;

/**
 * The heuristic that always has an answer and makes it better as long as it may: prices of capacity
 * ({@link CapacityPrices}) say what a job's options really gain, and {@link LocalSearch} looks for
 * a plan among those that gain most. The prices also bound what any plan is worth, so that it ends
 * early when nothing better can come, and else when nothing better has come for long.
 *
 * <p>The last plan's choices, as far as they still fit, are what has to be beaten, and its prices
 * are where the search for new ones starts.
 *
 * <p>A work unit is one look through the options of a job. Deterministic as long as the budget's
 * stop signal does not cut it short; that is asked every few jobs while the plan is set up, and
 * between moves. Stateless and thread-safe.
 */
public final class LagrangianSolver implements PlanSolver {

  private static final String NAME = "lagrangian";
  private static final long DEFAULT_SEED = 20180423;

  private final long seed;

  /** A solver with a fixed seed: equal instances get equal solutions. */
  public LagrangianSolver() {
    this(DEFAULT_SEED);
  }

  /** A solver whose local search draws from the given seed. */
  public LagrangianSolver(long seed) {
    this.seed = seed;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    PlanSolution last =
        warmStart.choices().isEmpty()
            ? PlanSolution.none(instance, NAME)
            : PlanVerifier.verified(
                instance, new PlanSolution(warmStart.choices(), 0, NAME, false));
    PlanColumns columns = PlanColumns.of(instance, budget.stop());
    int[] start = columns.fromOriginal(last.choices());
    double[] prices =
        warmStart.prices().isEmpty()
            ? new double[columns.rowCount]
            : columns.fromOriginalPrices(warmStart.prices());
    var search =
        new AnytimeSearch(
            columns,
            columns.isFeasible(start) ? start : columns.none(),
            prices,
            !warmStart.prices().isEmpty(),
            budget,
            new SplittableRandom(seed));
    search.run();
    double objective = columns.objective(search.best());
    boolean isBetter = objective > last.objective();
    return PlanVerifier.verified(
        instance,
        new PlanSolution(
            isBetter ? columns.toOriginal(search.best()) : last.choices(),
            isBetter ? objective : last.objective(),
            search.bound(),
            search.hasPrices() ? columns.toOriginalPrices(search.prices()) : warmStart.prices(),
            NAME,
            search.isOptimal(isBetter ? objective : last.objective())));
  }
}
