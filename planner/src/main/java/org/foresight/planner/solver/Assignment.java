package org.foresight.planner.solver;

import java.util.Arrays;

/** A choice of options that fits, with the capacity it leaves; mutable, for one thread. */
final class Assignment {

  private final PlanColumns columns;
  private final int[] chosen;
  private final double[] free;
  private double objective;

  Assignment(PlanColumns columns) {
    this.columns = columns;
    chosen = new int[columns.jobCount];
    free = new double[columns.rowCount];
    Arrays.fill(chosen, PlanColumns.NONE);
    Arrays.fill(free, 1);
  }

  /** The chosen option of a job, or {@link PlanColumns#NONE}. */
  int optionOf(int job) {
    return chosen[job];
  }

  /** The utility that a job contributes. */
  double utilityOf(int job) {
    return chosen[job] == PlanColumns.NONE ? 0 : columns.utility[chosen[job]];
  }

  /** The fraction of a row's capacity that is left. */
  double freeOf(int row) {
    return free[row];
  }

  double objective() {
    return objective;
  }

  boolean fits(int option) {
    for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
      if (columns.amount[e] > free[columns.row[e]] + PlanColumns.TOLERANCE) {
        return false;
      }
    }
    return true;
  }

  /** Chooses an option for its job, which must have none. */
  void place(int option) {
    chosen[columns.job[option]] = option;
    objective += columns.utility[option];
    for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
      free[columns.row[e]] -= columns.amount[e];
    }
  }

  /** Takes a job's option away, if it has one. */
  void clear(int job) {
    int option = chosen[job];
    if (option != PlanColumns.NONE) {
      chosen[job] = PlanColumns.NONE;
      objective -= columns.utility[option];
      for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
        free[columns.row[e]] += columns.amount[e];
      }
    }
  }

  /** Starts anew from a choice; also wipes out the rounding errors of many steps. */
  void reset(int[] choice) {
    System.arraycopy(choice, 0, chosen, 0, chosen.length);
    Arrays.fill(free, 1);
    for (int option : chosen) {
      if (option != PlanColumns.NONE) {
        for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
          free[columns.row[e]] -= columns.amount[e];
        }
      }
    }
    objective = columns.objective(chosen);
  }

  int[] toArray() {
    return chosen.clone();
  }
}
