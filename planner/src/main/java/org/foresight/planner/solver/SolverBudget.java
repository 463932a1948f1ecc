package org.foresight.planner.solver;

import java.util.function.BooleanSupplier;

/**
 * How long a solver may work: counted in work units, so that a simulation is deterministic, and cut
 * short by a stop signal, so that a ResourceManager's cycle is bounded in real time.
 *
 * @param workUnits upper bound of improvement steps or branch-and-bound nodes
 * @param stop asked now and then; true means: return what you have
 */
public record SolverBudget(long workUnits, BooleanSupplier stop) {

  /** What the smallest plan gets. */
  private static final long LEAST_WORK_UNITS = 20_000;

  private static final long WORK_UNITS_PER_JOB = 50;

  /**
   * As many work units as a plan needs for a choice that is worth 98 % of the best where there are
   * many jobs; a plan of few large gangs, which hardly fit together, falls short of its bound with
   * any. About a quarter of a second for 2,500 jobs with 300,000 options.
   */
  public static long workUnitsFor(PlanInstance instance) {
    return Math.max(LEAST_WORK_UNITS, WORK_UNITS_PER_JOB * instance.jobs().size());
  }

  /** A budget without a stop signal. */
  public static SolverBudget ofWorkUnits(long workUnits) {
    return new SolverBudget(workUnits, () -> false);
  }
}
