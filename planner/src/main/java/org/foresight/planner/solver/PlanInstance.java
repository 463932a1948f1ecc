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
 * @param capacities expected free amount of every row, finite; negative counts as 0
 * @param jobs the pending jobs
 */
public record PlanInstance(ImmutableDoubleArray capacities, ImmutableList<Job> jobs) {

  /** Checks that capacities are finite and that every option stays within the rows. */
  public PlanInstance {
    for (int row = 0; row < capacities.length(); row++) {
      if (!Double.isFinite(capacities.get(row))) {
        throw new IllegalArgumentException(
            "The capacity (%s) of row %s must be finite.".formatted(capacities.get(row), row));
      }
    }
    for (Job job : jobs) {
      for (Option option : job.options()) {
        int entries = option.rows().length();
        if (entries > 0 && option.rows().get(entries - 1) >= capacities.length()) {
          throw new IllegalArgumentException(
              "The row (%s) that an option of job %s consumes from must be less than %s."
                  .formatted(option.rows().get(entries - 1), job.id(), capacities.length()));
        }
      }
    }
  }

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
   * @param utility expected utility if chosen, finite; an option without positive utility is never
   *     chosen
   * @param rows the rows it consumes from, ascending, each once
   * @param amounts expected consumption in each of {@code rows}, positive and finite
   */
  public record Option(double utility, ImmutableIntArray rows, ImmutableDoubleArray amounts) {

    /** Checks what the parameters promise. */
    public Option {
      if (!Double.isFinite(utility)) {
        throw new IllegalArgumentException("The utility (%s) must be finite.".formatted(utility));
      }
      if (rows.length() != amounts.length()) {
        throw new IllegalArgumentException(
            "The number of rows (%s) must equal the number of amounts (%s)."
                .formatted(rows.length(), amounts.length()));
      }
      int previousRow = -1;
      for (int i = 0; i < rows.length(); i++) {
        if (rows.get(i) <= previousRow) {
          throw new IllegalArgumentException(
              "The row (%s) must be greater than the one before (%s): rows ascend from 0."
                  .formatted(rows.get(i), previousRow));
        }
        if (!(amounts.get(i) > 0 && Double.isFinite(amounts.get(i)))) {
          throw new IllegalArgumentException(
              "The amount (%s) consumed from row %s must be positive and finite."
                  .formatted(amounts.get(i), rows.get(i)));
        }
        previousRow = rows.get(i);
      }
    }
  }
}
