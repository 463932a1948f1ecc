package org.foresight.planner.solver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The solver for every plan: the heuristic always, and branch and bound as a second opinion where
 * the plan is small enough for it. The better verified solution wins; whatever happens to the
 * second opinion, the heuristic's solution stays.
 *
 * <p>The budget's work units are granted to either solver in its own currency. Thread-safe.
 */
public final class DefaultSolver implements PlanSolver {

  /**
   * Up to this size branch and bound closes the gap within some tens of milliseconds. The time
   * grows exponentially with the jobs, while the heuristic is hardly ever more than a per mille off
   * the optimum of a larger plan.
   */
  static final int MAX_JOBS_FOR_EXACT = 12;

  /** Keeps a node of the search tree well below a millisecond. */
  static final int MAX_OPTIONS_FOR_EXACT = 300;

  private static final Logger LOG = LoggerFactory.getLogger(DefaultSolver.class);

  private final PlanSolver heuristic;
  private final PlanImprover secondOpinion;

  /** The heuristic of {@link LagrangianSolver} with {@link ExactSolver} as second opinion. */
  public DefaultSolver() {
    this(new LagrangianSolver(), new ExactSolver());
  }

  DefaultSolver(PlanSolver heuristic, PlanImprover secondOpinion) {
    this.heuristic = heuristic;
    this.secondOpinion = secondOpinion;
  }

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    PlanSolution first =
        PlanVerifier.verified(instance, heuristic.solve(instance, warmStart, budget));
    if (first.provenOptimal() || !isSmall(instance) || budget.stop().getAsBoolean()) {
      return first;
    }
    try {
      PlanSolution second =
          PlanVerifier.verified(instance, secondOpinion.improve(instance, budget, first));
      return second.objective() >= first.objective() ? second : first;
    } catch (RuntimeException e) {
      LOG.warn("No second opinion on the plan, the heuristic's solution stands.", e);
      return first;
    }
  }

  private static boolean isSmall(PlanInstance instance) {
    return instance.jobs().size() <= MAX_JOBS_FOR_EXACT
        && instance.jobs().stream().mapToInt(job -> job.options().size()).sum()
            <= MAX_OPTIONS_FOR_EXACT;
  }
}
