package org.foresight.planner.solver;

/** A search that ends with the optimum, if it is let. */
@FunctionalInterface
interface ExactSearch {

  /**
   * Searches; hands every choice found to the control and gives up when the control says so.
   *
   * @param columns the problem
   * @param start a feasible choice to beat
   * @return whether the search claims to have seen everything
   */
  boolean run(PlanColumns columns, int[] start, SearchControl control);
}
