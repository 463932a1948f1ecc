package org.foresight.benchmarks.solver;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;

/**
 * What is measured: the whole programme, or one that ends within seconds.
 *
 * @param sizes the sizes of the plans
 * @param seeds how many plans of each size; their seeds are {@link #FIRST_SEED} and those after it
 * @param budgets what a solver may use, in CPU-seconds, ascending; three
 * @param otherBudgets what the other solvers may use, in seconds
 * @param lastPlanSeconds what the plan a slot earlier was solved with, in CPU-seconds
 * @param optimumSeconds what is spent on proving the optimum of a small plan, in CPU-seconds
 * @param warmUpSeconds what another plan of the size is solved with before any is measured
 */
record SolverSizes(
    ImmutableList<PlanSize> sizes,
    int seeds,
    ImmutableList<Double> budgets,
    ImmutableList<Double> otherBudgets,
    double lastPlanSeconds,
    double optimumSeconds,
    double warmUpSeconds) {

  /** The solver was made with other seeds. */
  static final int FIRST_SEED = 101;

  /** The seed of the plan that warms the JVM up. */
  static final int WARM_UP_SEED = 99;

  static final SolverSizes FULL =
      new SolverSizes(
          PlanSize.ALL,
          5,
          ImmutableList.of(0.25, 1.0, 5.0),
          ImmutableList.of(1.0, 5.0, 10.0),
          5,
          20,
          4);

  static final SolverSizes QUICK =
      new SolverSizes(
          ImmutableList.of(PlanSize.of("S"), PlanSize.of("M")),
          1,
          ImmutableList.of(0.02, 0.05, 0.1),
          ImmutableList.of(0.1),
          0.1,
          0.2,
          0.3);

  SolverSizes withSizes(ImmutableList<PlanSize> newSizes) {
    ImmutableList<String> names = newSizes.stream().map(PlanSize::name).collect(toImmutableList());
    if (ImmutableSet.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException("A size is there twice: " + names + ".");
    }
    return with(newSizes, seeds);
  }

  SolverSizes withSeeds(int newSeeds) {
    if (newSeeds < 1) {
      throw new IllegalArgumentException(
          "The number of seeds (" + newSeeds + ") must be positive.");
    }
    return with(sizes, newSeeds);
  }

  private SolverSizes with(ImmutableList<PlanSize> newSizes, int newSeeds) {
    return new SolverSizes(
        newSizes, newSeeds, budgets, otherBudgets, lastPlanSeconds, optimumSeconds, warmUpSeconds);
  }
}
