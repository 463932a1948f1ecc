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

  /** A budget without a stop signal. */
  public static SolverBudget ofWorkUnits(long workUnits) {
    return new SolverBudget(workUnits, () -> false);
  }
}
