package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.predictor.posterior.TaskSpreads;

/**
 * What policies are made of. A host gives what it has; a policy that needs what is missing cannot
 * be made.
 *
 * @param settings of the planner
 * @param gs of the priority queues by size, and of pilots
 * @param kairos of the policy by this name and of nodes that suspend tasks
 * @param bigc of the policy by this name
 * @param suspends whether best-effort tasks may be suspended under policies that do not do so by
 *     themselves
 * @param runtimes where runtimes come from
 * @param spreads how the tasks of a stage differ, where a host learns that from all jobs; empty
 *     where a policy that wants to know learns it from the jobs that it sees
 * @param solver solves plans
 * @param oracle knows the future; only a simulator has one
 * @param queues the queues that a simulated cluster has; a ResourceManager's own scheduler minds
 *     its own
 */
public record PolicyContext(
    ThreeSigmaSettings settings,
    GsSettings gs,
    KairosSettings kairos,
    BigcSettings bigc,
    boolean suspends,
    RuntimeSource runtimes,
    Optional<TaskSpreads> spreads,
    PlanSolver solver,
    Optional<JobOracle> oracle,
    Optional<CapacityQueues> queues) {

  /** Where nobody is suspended, of a host that learns nothing of how tasks differ. */
  public PolicyContext(
      ThreeSigmaSettings settings,
      GsSettings gs,
      RuntimeSource runtimes,
      PlanSolver solver,
      Optional<JobOracle> oracle,
      Optional<CapacityQueues> queues) {
    this(
        settings,
        gs,
        KairosSettings.DEFAULT,
        BigcSettings.DEFAULT,
        false,
        runtimes,
        Optional.empty(),
        solver,
        oracle,
        queues);
  }

  /** With the usual priority queues. */
  public PolicyContext(
      ThreeSigmaSettings settings,
      RuntimeSource runtimes,
      PlanSolver solver,
      Optional<JobOracle> oracle,
      Optional<CapacityQueues> queues) {
    this(settings, GsSettings.DEFAULT, runtimes, solver, oracle, queues);
  }

  /** With other settings of Kairos. */
  public PolicyContext with(KairosSettings newKairos) {
    return new PolicyContext(
        settings, gs, newKairos, bigc, suspends, runtimes, spreads, solver, oracle, queues);
  }

  /** With other settings of two-class preemption. */
  public PolicyContext with(BigcSettings newBigc) {
    return new PolicyContext(
        settings, gs, kairos, newBigc, suspends, runtimes, spreads, solver, oracle, queues);
  }

  /** Where best-effort tasks may be suspended under all policies, or not. */
  public PolicyContext suspending(boolean newSuspends) {
    return new PolicyContext(
        settings, gs, kairos, bigc, newSuspends, runtimes, spreads, solver, oracle, queues);
  }

  /** What a host without an oracle has, and with queues that are its own scheduler's business. */
  public static PolicyContext of(
      ThreeSigmaSettings settings, GsSettings gs, RuntimeSource runtimes, PlanSolver solver) {
    return new PolicyContext(settings, gs, runtimes, solver, Optional.empty(), Optional.empty());
  }

  /** The same of a host that learns how tasks differ, for all the policies that it makes. */
  public PolicyContext withSpreads(TaskSpreads learned) {
    return new PolicyContext(
        settings,
        gs,
        kairos,
        bigc,
        suspends,
        runtimes,
        Optional.of(learned),
        solver,
        oracle,
        queues);
  }
}
