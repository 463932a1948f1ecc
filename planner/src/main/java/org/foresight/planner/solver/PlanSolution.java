package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Collections;

/**
 * A choice of options.
 *
 * @param choices for every job of the instance the index of the chosen option, or -1 for none
 * @param objective total utility of the chosen options
 * @param solver which solver found it, for explanations
 * @param provenOptimal whether the solver claims that nothing better exists
 */
public record PlanSolution(
    ImmutableIntArray choices, double objective, String solver, boolean provenOptimal) {
  /** The solution that chooses nothing. */
  static PlanSolution none(PlanInstance instance, String solver) {
    return new PlanSolution(
        ImmutableIntArray.copyOf(Collections.nCopies(instance.jobs().size(), PlanColumns.NONE)),
        0,
        solver,
        false);
  }

  /**
   * What a search found if it is better than this incumbent; else the incumbent, proven optimal if
   * the search has seen everything.
   */
  PlanSolution orBetter(PlanSolution found, boolean sawEverything) {
    return found.objective > objective
        ? found
        : new PlanSolution(choices, objective, solver, provenOptimal || sawEverything);
  }
}
