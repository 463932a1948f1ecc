package org.foresight.benchmarks.threesigma;

import com.google.common.math.StatsAccumulator;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;
import org.jspecify.annotations.Nullable;

/**
 * A solver of whose solutions is noted how far they may be from the best: (bound − objective) ÷
 * bound, in percent, where the solver proves a bound above 0. Not thread-safe.
 */
final class GapMeter implements PlanSolver {

  private final PlanSolver solver;
  private final StatsAccumulator percents = new StatsAccumulator();

  GapMeter(PlanSolver solver) {
    this.solver = solver;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    PlanSolution solution = solver.solve(instance, warmStart, budget);
    solution.gapPercent().ifPresent(percents::add);
    return solution;
  }

  /** Their mean; null where there was none. */
  @Nullable Double meanPercent() {
    return percents.count() == 0 ? null : percents.mean();
  }

  /** The largest; null where there was none. */
  @Nullable Double largestPercent() {
    return percents.count() == 0 ? null : percents.max();
  }
}
