package org.foresight.planner.solver;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;

/**
 * What the last plan teaches about the next one. Neither part is trusted: choices that do not fit
 * any more are dropped, and prices are only where the search for better ones starts.
 *
 * @param choices for every job of the instance the option that corresponds to the one chosen last,
 *     or -1; empty if nothing is known
 * @param prices what a unit of every row's capacity was worth last, moved on by the slots that have
 *     passed, not negative and finite; empty if nothing is known
 */
public record WarmStart(ImmutableIntArray choices, ImmutableDoubleArray prices) {

  /** Nothing is known. */
  public static final WarmStart NONE =
      new WarmStart(ImmutableIntArray.of(), ImmutableDoubleArray.of());
}
