package org.foresight.planner.policy;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.placement.PlacementOption;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.policy.PlanningProblem.Held;
import org.foresight.planner.policy.PlanningProblem.Waiting;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.WarmStart;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the last plan for the next one: from one cycle to the next little changes, so the
 * solver starts where it ended. Not thread-safe: for the planning thread.
 */
final class PlanMemory {

  private record Start(ImmutableSet<String> nodeClasses, int parallelism, long startMillis) {}

  private @Nullable PlanGrid lastGrid;
  private Map<String, Start> starts = new HashMap<>();
  private Map<String, ImmutableDoubleArray> prices = new HashMap<>();

  /** What the last plan says about this problem. */
  WarmStart warmStart(PlanningProblem problem) {
    PlanGrid last = lastGrid;
    if (last == null || last.slots() != problem.grid().slots()) {
      return WarmStart.NONE;
    }
    ImmutableIntArray.Builder choices = ImmutableIntArray.builder();
    for (Waiting job : problem.waiting()) {
      choices.add(choice(job, problem.grid()));
    }
    for (Held job : problem.held()) {
      choices.add(job.options().isEmpty() ? -1 : 0); // What runs goes on.
    }
    return new WarmStart(choices.build(), movedOn(last, problem));
  }

  /** Remembers what was decided. */
  void remember(PlanningProblem problem, PlanSolution solution) {
    PlanGrid grid = problem.grid();
    lastGrid = grid;
    starts = new HashMap<>();
    for (int i = 0; i < problem.waiting().size(); i++) {
      int choice = solution.choices().get(i);
      if (choice >= 0) {
        Waiting job = problem.waiting().get(i);
        PlacementOption option = job.options().get(choice);
        long startMillis = grid.nowMillis() + grid.offsetMillis(option.startSlot());
        starts.put(
            job.model().job().id(),
            new Start(option.nodeClasses(), option.parallelism(), startMillis));
      }
    }
    prices = new HashMap<>();
    if (!solution.prices().isEmpty()) {
      for (int block = 0; block < problem.instance().blocks(); block++) {
        int first = block * grid.slots();
        prices.put(
            problem.rows().nameOf(block),
            solution.prices().subArray(first, first + grid.slots()).trimmed());
      }
    }
  }

  /** The option that comes closest to what was planned; -1 if nothing was. */
  private int choice(Waiting job, PlanGrid grid) {
    Start last = starts.get(job.model().job().id());
    if (last == null) {
      return -1;
    }
    int slot = grid.slotAt(last.startMillis);
    int closest = -1;
    int leastDistance = Integer.MAX_VALUE;
    for (int i = 0; i < job.options().size(); i++) {
      PlacementOption option = job.options().get(i);
      int distance = Math.abs(option.startSlot() - slot);
      if (option.parallelism() == last.parallelism
          && option.nodeClasses().equals(last.nodeClasses)
          && distance < leastDistance) {
        closest = i;
        leastDistance = distance;
      }
    }
    return closest;
  }

  /** The last prices; those of the slots that have passed are dropped. */
  private ImmutableDoubleArray movedOn(PlanGrid last, PlanningProblem problem) {
    if (prices.isEmpty()) {
      return ImmutableDoubleArray.of();
    }
    PlanGrid grid = problem.grid();
    long passed = grid.number(0) - last.number(0);
    ImmutableDoubleArray.Builder moved = ImmutableDoubleArray.builder();
    for (int block = 0; block < problem.instance().blocks(); block++) {
      ImmutableDoubleArray before = prices.get(problem.rows().nameOf(block));
      for (int slot = 0; slot < grid.slots(); slot++) {
        long was = Math.min(Math.max(0, slot + passed), grid.slots() - 1);
        moved.add(before == null ? 0.0 : before.get((int) was));
      }
    }
    return moved.build();
  }
}
