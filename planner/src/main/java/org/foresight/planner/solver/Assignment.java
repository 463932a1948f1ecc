package org.foresight.planner.solver;

import java.util.Arrays;

/** A choice of options that fits, with the capacity it leaves; mutable, for one thread. */
final class Assignment {

  private final PlanColumns columns;
  private final int[] chosen;
  private final double[] free;

  /** A row that had no room for an option when it was last looked at, and how much it needs. */
  private final int[] tightRow;

  private final double[] tightAmount;
  private double objective;

  Assignment(PlanColumns columns) {
    this.columns = columns;
    chosen = new int[columns.jobCount];
    free = columns.limit.clone();
    Arrays.fill(chosen, PlanColumns.NONE);
    tightRow = new int[columns.optionCount()];
    tightAmount = new double[columns.optionCount()];
    Arrays.fill(tightRow, PlanColumns.NONE);
  }

  /** The chosen option of a job, or {@link PlanColumns#NONE}. */
  int optionOf(int job) {
    return chosen[job];
  }

  /** The utility that a job contributes. */
  double utilityOf(int job) {
    return chosen[job] == PlanColumns.NONE ? 0 : columns.utility[chosen[job]];
  }

  /** How much of a row is left. */
  double freeOf(int row) {
    return free[row];
  }

  double objective() {
    return objective;
  }

  /** Whether there is room for an option. */
  boolean fits(int option) {
    // Most don't fit, and for the same reason as the last time.
    if (tightRow[option] != PlanColumns.NONE && tightAmount[option] > free[tightRow[option]]) {
      return false;
    }
    PlanColumns c = columns;
    int l = c.lane[option];
    int shares = c.shareStart[l];
    int length = c.length(option);
    for (int part = c.partStart[l]; part < c.partStart[l + 1]; part++) {
      int first = c.partRow[part] + c.slot[option];
      double amount = c.partAmount[part];
      for (int k = 0; k < length; k++) {
        double needed = amount * c.share[shares + k];
        if (needed > free[first + k]) {
          tightRow[option] = first + k;
          tightAmount[option] = needed;
          return false;
        }
      }
    }
    return true;
  }

  /** The row that lacks most for an option to fit; {@link PlanColumns#NONE} if it fits. */
  int mostViolatedBy(int option) {
    PlanColumns c = columns;
    int l = c.lane[option];
    int shares = c.shareStart[l];
    int length = c.length(option);
    int row = PlanColumns.NONE;
    double most = 0;
    for (int part = c.partStart[l]; part < c.partStart[l + 1]; part++) {
      int first = c.partRow[part] + c.slot[option];
      double amount = c.partAmount[part];
      for (int k = 0; k < length; k++) {
        double violation = amount * c.share[shares + k] - free[first + k];
        if (violation > most) {
          most = violation;
          row = first + k;
        }
      }
    }
    return row;
  }

  /** Chooses an option for its job, which must have none. */
  void place(int option) {
    chosen[columns.job[option]] = option;
    objective += columns.utility[option];
    columns.addTo(free, option, -1);
  }

  /** Takes a job's option away, if it has one. */
  void clear(int job) {
    int option = chosen[job];
    if (option != PlanColumns.NONE) {
      chosen[job] = PlanColumns.NONE;
      objective -= columns.utility[option];
      columns.addTo(free, option, 1);
    }
  }

  /** Starts anew from a choice; also wipes out the rounding errors of many steps. */
  void reset(int[] choice) {
    System.arraycopy(choice, 0, chosen, 0, chosen.length);
    System.arraycopy(columns.limit, 0, free, 0, free.length);
    for (int option : chosen) {
      if (option != PlanColumns.NONE) {
        columns.addTo(free, option, -1);
      }
    }
    objective = columns.objective(chosen);
  }

  int[] toArray() {
    return chosen.clone();
  }

  /** Copies the choice to where the caller keeps it. */
  void copyTo(int[] choice) {
    System.arraycopy(chosen, 0, choice, 0, chosen.length);
  }
}
