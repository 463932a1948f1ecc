package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableIntArray;

/**
 * A choice of options.
 *
 * @param choices for every job of the instance the index of the chosen option, or -1 for none
 * @param objective total utility of the chosen options
 * @param solver which solver found it, for explanations
 * @param provenOptimal whether the solver claims that nothing better exists
 */
public record PlanSolution(
    ImmutableIntArray choices, double objective, String solver, boolean provenOptimal) {}
