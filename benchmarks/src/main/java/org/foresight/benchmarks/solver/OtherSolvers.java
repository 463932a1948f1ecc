package org.foresight.benchmarks.solver;

import java.io.IOException;
import org.foresight.planner.solver.PlanInstance;

/** Solvers to compare with. */
@FunctionalInterface
interface OtherSolvers {

  /**
   * Solves a plan.
   *
   * @param solver GLOP or PDLP for the linear relaxation, SCIP or SAT for the plan
   * @param seconds time limit, by the clock
   */
  Answer solve(PlanInstance instance, String solver, double seconds)
      throws IOException, InterruptedException;

  /**
   * What one found.
   *
   * @param objective what its solution is worth; NaN for none
   * @param bound no plan is worth more, as it says; NaN if it says nothing
   * @param optimal whether it says that there is nothing better
   */
  record Answer(double objective, double bound, boolean optimal) {}
}
