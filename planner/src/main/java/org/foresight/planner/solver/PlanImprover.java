package org.foresight.planner.solver;

/** Looks for something better than a solution that is already there. */
@FunctionalInterface
interface PlanImprover {

  /**
   * Returns a better feasible solution, or one as good as the incumbent.
   *
   * @param incumbent a feasible solution of the instance
   * @throws SolverException if the solver failed; the incumbent stands
   */
  PlanSolution improve(PlanInstance instance, SolverBudget budget, PlanSolution incumbent);
}
