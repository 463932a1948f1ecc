package org.foresight.planner.solver;

/** Solves a {@link PlanInstance}. Implementations are stateless and thread-safe. */
public interface PlanSolver {

  /**
   * Solves within the budget, starting from what the last plan taught; returns the best feasible
   * solution found, at worst the empty one.
   *
   * @throws SolverException if the solver failed; the caller has other solvers
   */
  PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget);

  /** As above, with nothing known. */
  default PlanSolution solve(PlanInstance instance, SolverBudget budget) {
    return solve(instance, WarmStart.NONE, budget);
  }
}
