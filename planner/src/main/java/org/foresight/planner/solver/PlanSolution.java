package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Collections;
import java.util.OptionalDouble;

/**
 * A choice of options.
 *
 * @param choices for every job of the instance the index of the chosen option, or -1 for none
 * @param objective total utility of the chosen options
 * @param bound no solution is worth more; positive infinity where the solver proves nothing
 * @param prices what a unit of every row's capacity is worth, for the next {@link WarmStart}; empty
 *     where the solver has none
 * @param solver which solver found it, for explanations
 * @param provenOptimal whether the solver claims that nothing better exists
 */
public record PlanSolution(
    ImmutableIntArray choices,
    double objective,
    double bound,
    ImmutableDoubleArray prices,
    String solver,
    boolean provenOptimal) {

  /** A solution of a solver without prices: it proves that nothing is better, or nothing at all. */
  PlanSolution(ImmutableIntArray choices, double objective, String solver, boolean provenOptimal) {
    this(
        choices,
        objective,
        provenOptimal ? objective : Double.POSITIVE_INFINITY,
        ImmutableDoubleArray.of(),
        solver,
        provenOptimal);
  }

  /**
   * How far it may be from the best: (bound − objective) ÷ bound, in percent; empty where the
   * solver proves no bound above 0.
   */
  public OptionalDouble gapPercent() {
    return bound > 0.0 && Double.isFinite(bound)
        // Where both are the same they may differ by rounding.
        ? OptionalDouble.of(Math.max(0.0, 100.0 * (bound - objective) / bound))
        : OptionalDouble.empty();
  }

  /** The solution that chooses nothing. */
  static PlanSolution none(PlanInstance instance, String solver) {
    return new PlanSolution(
        ImmutableIntArray.copyOf(Collections.nCopies(instance.jobs().size(), PlanColumns.NONE)),
        0,
        solver,
        false);
  }

  /**
   * What a search found if it is better than this incumbent; else the incumbent. The incumbent's
   * prices stay, and either is proven optimal if the search has seen everything.
   */
  PlanSolution orBetter(PlanSolution found, boolean sawEverything) {
    boolean isBetter = found.objective > objective;
    PlanSolution better = isBetter ? found : this;
    boolean proven = sawEverything || (!isBetter && provenOptimal);
    return new PlanSolution(
        better.choices,
        better.objective,
        proven ? better.objective : bound,
        prices,
        better.solver,
        proven);
  }
}
