package org.foresight.planner.solver;

/** Solves a {@link PlanInstance}. Implementations are stateless and thread-safe. */
public interface PlanSolver {

  /**
   * Solves within the budget; returns the best feasible solution found, at worst the empty one.
   *
   * @throws SolverException if the solver failed; the caller has other solvers
   */
  PlanSolution solve(PlanInstance instance, SolverBudget budget);
}
