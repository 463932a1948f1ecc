package org.foresight.planner.placement;

import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;

/**
 * What a solution leaves of the forecast capacity. Mutable: {@link #take} uses it up. Not
 * thread-safe.
 */
public final class SpareCapacity {

  /** Sums of expected consumptions are off by rounding. */
  private static final double ROUNDING = 1e-6;

  private final PlanGrid grid;
  private final double[] spare;

  public SpareCapacity(PlanGrid grid, PlanInstance instance, PlanSolution solution) {
    this.grid = grid;
    this.spare = instance.capacities().toArray();
    for (int job = 0; job < solution.choices().length(); job++) {
      int choice = solution.choices().get(job);
      if (choice >= 0) {
        instance.forEachEntry(
            instance.jobs().get(job).options().get(choice), (row, amount) -> spare[row] -= amount);
      }
    }
  }

  /**
   * Takes room for tasks from now to the start of slot {@code untilSlot}.
   *
   * @param most how many tasks at most
   * @return how many there was room for
   */
  public int take(int partition, ResourceVector demand, int untilSlot, int most) {
    int tasks = most;
    for (int type = 0; type < grid.types(); type++) {
      if (demand.amount(type) > 0) {
        for (int slot = 0; slot < untilSlot; slot++) {
          double room = spare[grid.row(partition, type, slot)];
          tasks = (int) Math.min(tasks, Math.floor(room / demand.amount(type) + ROUNDING));
        }
      }
    }
    if (tasks <= 0) {
      return 0;
    }
    for (int type = 0; type < grid.types(); type++) {
      for (int slot = 0; slot < untilSlot; slot++) {
        spare[grid.row(partition, type, slot)] -= (double) tasks * demand.amount(type);
      }
    }
    return tasks;
  }
}
