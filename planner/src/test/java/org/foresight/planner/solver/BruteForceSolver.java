package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.foresight.planner.solver.PlanInstance.Option;

/** Tries every combination of options. */
final class BruteForceSolver implements PlanSolver {

  @Override
  public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
    int[] none = new int[instance.jobs().size()];
    Arrays.fill(none, -1);
    var search = new Search(instance, none.clone(), none.clone());
    search.visit(0, 0, instance.capacities().toArray());
    return new PlanSolution(
        ImmutableIntArray.copyOf(search.best), search.bestObjective, "brute force", true);
  }

  private static final class Search {
    private final PlanInstance instance;
    private final int[] choices;
    private int[] best;
    private double bestObjective;

    Search(PlanInstance instance, int[] choices, int[] best) {
      this.instance = instance;
      this.choices = choices;
      this.best = best;
    }

    void visit(int job, double objective, double[] free) {
      if (objective > bestObjective) {
        bestObjective = objective;
        best = choices.clone();
      }
      if (job == choices.length) {
        return;
      }
      visit(job + 1, objective, free);
      ImmutableList<Option> options = instance.jobs().get(job).options();
      for (int i = 0; i < options.size(); i++) {
        double[] left = free.clone();
        if (fits(options.get(i), left)) {
          choices[job] = i;
          visit(job + 1, objective + options.get(i).utility(), left);
          choices[job] = -1;
        }
      }
    }

    private boolean fits(Option option, double[] free) {
      boolean[] fits = {true};
      instance.forEachEntry(
          option,
          (row, amount) -> {
            free[row] -= amount;
            fits[0] &= free[row] >= -1e-9;
          });
      return fits[0];
    }
  }
}
