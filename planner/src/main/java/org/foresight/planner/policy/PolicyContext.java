package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.planner.solver.PlanSolver;

/**
 * What policies are made of. A host gives what it has; a policy that needs what is missing cannot
 * be made.
 *
 * @param settings of the planner
 * @param runtimes where runtimes come from
 * @param solver solves plans
 * @param oracle knows the future; only a simulator has one
 * @param queues the queues that a simulated cluster has; a ResourceManager's own scheduler minds
 *     its own
 */
public record PolicyContext(
    ThreeSigmaSettings settings,
    RuntimeSource runtimes,
    PlanSolver solver,
    Optional<JobOracle> oracle,
    Optional<CapacityQueues> queues) {

  /** What a ResourceManager has. */
  public static PolicyContext of(
      ThreeSigmaSettings settings, RuntimeSource runtimes, PlanSolver solver) {
    return new PolicyContext(settings, runtimes, solver, Optional.empty(), Optional.empty());
  }
}
