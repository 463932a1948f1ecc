package org.foresight.planner.placement;

import java.util.List;
import java.util.function.IntPredicate;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
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
  private final PlanRows rows;
  private final double[] spare;

  /** What all jobs of the solution leave. */
  public SpareCapacity(PlanGrid grid, PlanRows rows, PlanInstance instance, PlanSolution solution) {
    this(grid, rows, instance, solution, job -> true);
  }

  /**
   * What some jobs of the solution leave.
   *
   * @param counts whether the job of this number is one of them
   */
  public SpareCapacity(
      PlanGrid grid,
      PlanRows rows,
      PlanInstance instance,
      PlanSolution solution,
      IntPredicate counts) {
    this.grid = grid;
    this.rows = rows;
    this.spare = instance.capacities().toArray();
    for (int job = 0; job < solution.choices().length(); job++) {
      int choice = solution.choices().get(job);
      if (choice >= 0 && counts.test(job)) {
        instance.forEachEntry(
            instance.jobs().get(job).options().get(choice), (row, amount) -> spare[row] -= amount);
      }
    }
  }

  /**
   * Takes room for tasks of a job from now to the start of slot {@code untilSlot}.
   *
   * @param set the nodes to take it on
   * @param most how many tasks at most
   * @return how many there was room for
   */
  public int take(JobModel model, int set, int untilSlot, int most) {
    PlanRows.Charges each = charges(model, set, model.demand());
    int tasks = room(each, untilSlot, most);
    take(each, untilSlot, tasks);
    return tasks;
  }

  /** Takes room for all that is asked for of these, see {@link #take}, or for nothing. */
  public boolean takeAll(JobModel model, int set, int untilSlot, List<TaskAsk> asks) {
    for (int i = 0; i < asks.size(); i++) {
      PlanRows.Charges each = charges(model, set, asks.get(i).demand());
      if (room(each, untilSlot, asks.get(i).count()) < asks.get(i).count()) {
        for (TaskAsk taken : asks.subList(0, i)) {
          take(charges(model, set, taken.demand()), untilSlot, -taken.count());
        }
        return false;
      }
      take(each, untilSlot, asks.get(i).count());
    }
    return true;
  }

  /**
   * Takes for tasks of a job that start soon, wherever, of what limits leave now.
   *
   * @param most how many tasks at most
   * @return how many the limits allow
   */
  public int takeOfLimits(JobModel model, int most) {
    PlanRows.Charges each = rows.chargesOfLimits(model.job(), model.partition(), model.demand());
    int tasks = room(each, 1, most);
    take(each, 1, tasks);
    return tasks;
  }

  private PlanRows.Charges charges(JobModel model, int set, ResourceVector demand) {
    return rows.chargesInSet(model.job(), model.partition(), set, 1, demand, true, null);
  }

  private int room(PlanRows.Charges each, int untilSlot, int most) {
    int tasks = most;
    for (int i = 0; i < each.blocks().length(); i++) {
      int first = each.blocks().get(i) * grid.slots();
      for (int slot = 0; slot < untilSlot; slot++) {
        double room = spare[first + slot] / each.amounts().get(i);
        tasks = (int) Math.min(tasks, Math.floor(room + ROUNDING));
      }
    }
    return Math.max(0, tasks);
  }

  private void take(PlanRows.Charges each, int untilSlot, int tasks) {
    for (int i = 0; i < each.blocks().length(); i++) {
      int first = each.blocks().get(i) * grid.slots();
      for (int slot = 0; slot < untilSlot; slot++) {
        spare[first + slot] -= tasks * each.amounts().get(i);
      }
    }
  }
}
