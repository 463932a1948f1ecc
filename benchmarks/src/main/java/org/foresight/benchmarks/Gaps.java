package org.foresight.benchmarks;

import java.util.OptionalDouble;
import org.foresight.planner.solver.PlanSolution;

/** How far solutions may be from the best. */
public final class Gaps {

  private Gaps() {}

  /** (bound − objective) ÷ bound, in percent; empty where the solver proves no bound above 0. */
  public static OptionalDouble percent(PlanSolution solution) {
    double bound = solution.bound();
    return bound > 0.0 && Double.isFinite(bound)
        // Where both are the same they may differ by rounding.
        ? OptionalDouble.of(Math.max(0.0, 100.0 * (bound - solution.objective()) / bound))
        : OptionalDouble.empty();
  }
}
