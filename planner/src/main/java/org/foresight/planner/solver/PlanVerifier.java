package org.foresight.planner.solver;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import org.foresight.planner.solver.PlanInstance.Option;

/**
 * Recomputes what a solver claims. No solver's word is taken for feasibility or for the objective:
 * a plan that over-commits a row would fail when it is carried out.
 */
final class PlanVerifier {

  /** A row may be filled to {@code capacity + TOLERANCE * (1 + capacity)}. */
  static final double TOLERANCE = 1e-6;

  private static final int NONE = -1;

  private PlanVerifier() {}

  /**
   * Returns the solution with its objective recomputed. One that does not fit is repaired rather
   * than rejected, since dropping the offending options leaves more than nothing: options without
   * positive utility are dropped, and then, as long as a row overflows, the option with the least
   * utility among those that consume from an overflowing row. A repaired solution is no longer
   * proven optimal. A bound below what the solution is worth is dropped.
   *
   * @throws IllegalArgumentException if the choices do not belong to the instance
   */
  static PlanSolution verified(PlanInstance instance, PlanSolution solution) {
    int[] choices = checkedChoices(instance, solution);
    boolean repaired = dropWorthless(instance, choices);
    double[] excess = excess(instance, choices);
    int worst = cheapestOffender(instance, choices, excess);
    while (worst != NONE) {
      repaired = true;
      add(instance, option(instance, choices, worst), -1, excess);
      choices[worst] = NONE;
      worst = cheapestOffender(instance, choices, excess);
    }
    double objective = objective(instance, choices);
    boolean proven = solution.provenOptimal() && !repaired;
    return new PlanSolution(
        ImmutableIntArray.copyOf(choices),
        objective,
        proven ? objective : credible(solution.bound(), objective),
        solution.prices(),
        solution.solver(),
        proven);
  }

  /**
   * Whether the chosen options stay within the capacity of every row.
   *
   * @throws IllegalArgumentException if the choices do not belong to the instance
   */
  static boolean isFeasible(PlanInstance instance, PlanSolution solution) {
    int[] choices = checkedChoices(instance, solution);
    return cheapestOffender(instance, choices, excess(instance, choices)) == NONE;
  }

  /** A bound that a solution surpasses, by more than the rounding of sums, is none. */
  private static double credible(double bound, double objective) {
    return bound >= objective * (1 - TOLERANCE) ? bound : Double.POSITIVE_INFINITY;
  }

  private static int[] checkedChoices(PlanInstance instance, PlanSolution solution) {
    int[] choices = solution.choices().toArray();
    checkArgument(
        choices.length == instance.jobs().size(),
        "The number of choices (%s) of solver %s must be the number of jobs (%s).",
        choices.length,
        solution.solver(),
        instance.jobs().size());
    for (int j = 0; j < choices.length; j++) {
      int optionCount = instance.jobs().get(j).options().size();
      checkArgument(
          choices[j] >= NONE && choices[j] < optionCount,
          "The choice (%s) of solver %s for job %s must be from -1 to %s.",
          choices[j],
          solution.solver(),
          instance.jobs().get(j).id(),
          optionCount - 1);
    }
    return choices;
  }

  private static boolean dropWorthless(PlanInstance instance, int[] choices) {
    boolean dropped = false;
    for (int j = 0; j < choices.length; j++) {
      if (choices[j] != NONE && !(option(instance, choices, j).utility() > 0)) {
        choices[j] = NONE;
        dropped = true;
      }
    }
    return dropped;
  }

  /** By how much each row is filled beyond what is tolerated; not positive where it fits. */
  private static double[] excess(PlanInstance instance, int[] choices) {
    double[] excess = new double[instance.capacities().length()];
    for (int r = 0; r < excess.length; r++) {
      double capacity = Math.max(0, instance.capacities().get(r));
      excess[r] = -capacity - TOLERANCE * (1 + capacity);
    }
    for (int j = 0; j < choices.length; j++) {
      if (choices[j] != NONE) {
        add(instance, option(instance, choices, j), 1, excess);
      }
    }
    return excess;
  }

  private static void add(PlanInstance instance, Option option, double sign, double[] rows) {
    instance.forEachEntry(option, (row, amount) -> rows[row] += sign * amount);
  }

  private static int cheapestOffender(PlanInstance instance, int[] choices, double[] excess) {
    int cheapest = NONE;
    for (int j = 0; j < choices.length; j++) {
      if (choices[j] != NONE && consumesExcess(instance, option(instance, choices, j), excess)) {
        if (cheapest == NONE
            || option(instance, choices, j).utility()
                < option(instance, choices, cheapest).utility()) {
          cheapest = j;
        }
      }
    }
    return cheapest;
  }

  private static boolean consumesExcess(PlanInstance instance, Option option, double[] excess) {
    boolean[] consumes = {false};
    instance.forEachEntry(option, (row, amount) -> consumes[0] |= excess[row] > 0);
    return consumes[0];
  }

  private static double objective(PlanInstance instance, int[] choices) {
    double objective = 0;
    for (int j = 0; j < choices.length; j++) {
      objective += choices[j] == NONE ? 0 : option(instance, choices, j).utility();
    }
    return objective;
  }

  private static Option option(PlanInstance instance, int[] choices, int job) {
    return instance.jobs().get(job).options().get(choices[job]);
  }
}
