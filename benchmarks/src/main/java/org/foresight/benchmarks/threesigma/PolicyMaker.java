package org.foresight.benchmarks.threesigma;

import java.util.Optional;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.JobOracle;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.solver.PlanSolver;

/** Makes the policies that are compared; the only place that knows what they are made of. */
final class PolicyMaker {

  private PolicyMaker() {}

  /**
   * Makes the policy of a run.
   *
   * @param runtimes what it is told of runtimes, if it asks
   * @param solver solves its plans, if it makes any
   */
  static SchedulingPolicy create(
      PaperSystem system, RuntimeSource runtimes, PlanSolver solver, JobOracle oracle) {
    return Policies.create(
        system.policy(),
        new PolicyContext(
            PaperRuns.SETTINGS, runtimes, solver, Optional.of(oracle), Optional.empty()));
  }
}
