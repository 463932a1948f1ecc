package org.foresight.benchmarks.scale;

import java.util.OptionalDouble;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;

/**
 * A solver that is told to stop after some processor time, and of which is noted when it began and
 * ended. Not thread-safe: for one planning thread.
 */
final class MeteredSolver implements PlanSolver {

  private final PlanSolver solver;
  private final long mostNanos;
  private long startNanos;
  private long endNanos;
  private int options;
  private OptionalDouble gapPercent = OptionalDouble.empty();

  /**
   * @param mostNanos processor time after which it is to stop
   */
  MeteredSolver(PlanSolver solver, long mostNanos) {
    this.solver = solver;
    this.mostNanos = mostNanos;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    startNanos = ThreadUse.cpuNanos();
    long stopNanos = startNanos + mostNanos;
    PlanSolution solution =
        solver.solve(
            instance,
            warmStart,
            new SolverBudget(
                budget.workUnits(),
                () -> budget.stop().getAsBoolean() || ThreadUse.cpuNanos() >= stopNanos));
    endNanos = ThreadUse.cpuNanos();
    options = instance.jobs().stream().mapToInt(job -> job.options().size()).sum();
    gapPercent = solution.gapPercent();
    return solution;
  }

  /** The cycle that began and ended then, in which it solved once. */
  CycleSample sample(
      long cycleStartNanos,
      long cycleEndNanos,
      long bytes,
      int pending,
      int running,
      double busyShare) {
    return new CycleSample(
        ThreadUse.millis(startNanos - cycleStartNanos),
        ThreadUse.millis(endNanos - startNanos),
        ThreadUse.millis(cycleEndNanos - endNanos),
        gapPercent,
        pending,
        running,
        busyShare,
        options,
        bytes);
  }

  /** Whether it has solved since that moment. */
  boolean hasSolvedSince(long nanos) {
    return startNanos >= nanos;
  }
}
