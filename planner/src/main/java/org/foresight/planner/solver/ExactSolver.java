package org.foresight.planner.solver;

/**
 * Finds the optimum of small plans by branch and bound.
 *
 * <p>Runs in the caller's thread. A work unit is one node of the search tree, and the budget's stop
 * signal is asked at every node, each of which takes far less than a millisecond on a small plan;
 * what was found until then counts. Stateless and thread-safe.
 */
public final class ExactSolver implements PlanSolver, PlanImprover {

  private static final String NAME = "exact";

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    return improve(instance, budget, PlanSolution.none(instance, NAME));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The incumbent comes back if nothing better was found, marked as proven optimal if everything
   * was seen. The better the incumbent, the faster the search.
   */
  @Override
  public PlanSolution improve(PlanInstance instance, SolverBudget budget, PlanSolution incumbent) {
    PlanSolution verified = PlanVerifier.verified(instance, incumbent);
    PlanColumns columns = PlanColumns.of(instance);
    int[] start = columns.fromOriginal(verified.choices());
    var search = new BranchAndBound(columns, start, budget.workUnits(), budget.stop());
    boolean complete = search.run();
    PlanSolution found =
        PlanVerifier.verified(instance, columns.toSolution(search.best(), NAME, complete));
    return verified.orBetter(found, complete);
  }
}
