package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;

/**
 * The planning problem of 3Sigma §4.3: choose at most one option of every job, so that the expected
 * consumption stays within the expected capacity of every row and the total utility is greatest.
 *
 * <p>A row is one resource of one partition in one slot.
 *
 * @param capacities expected free amount of every row; negative counts as 0
 * @param jobs the pending jobs
 */
public record PlanInstance(ImmutableDoubleArray capacities, ImmutableList<Job> jobs) {

  /**
   * A job and its placement options.
   *
   * @param id for messages
   * @param options possibly empty
   */
  public record Job(String id, ImmutableList<Option> options) {}

  /**
   * A placement option as a sparse column.
   *
   * @param utility expected utility if chosen
   * @param rows the rows it consumes from, ascending, each once
   * @param amounts expected consumption in each of {@code rows}, positive
   */
  public record Option(double utility, ImmutableIntArray rows, ImmutableDoubleArray amounts) {}
}
