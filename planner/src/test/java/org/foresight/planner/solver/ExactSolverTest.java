package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableIntArray;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExactSolverTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(50_000);

  private final ExactSolver solver = new ExactSolver();

  @Test
  void beatsAGreedyIncumbent() {
    PlanInstance instance =
        instance(
            new double[] {10},
            job("a", option(7, 6)),
            job("b", option(5, 5)),
            job("c", option(5, 5)));
    var incumbent = new PlanSolution(ImmutableIntArray.of(0, -1, -1), 7, "greedy", false);

    PlanSolution solution = solver.improve(instance, BUDGET, incumbent);

    assertThat(solution)
        .isEqualTo(new PlanSolution(ImmutableIntArray.of(-1, 0, 0), 10, "exact", true));
  }

  @Test
  void confirmsAnOptimalIncumbentAndKeepsItsName() {
    PlanInstance instance =
        instance(new double[] {1}, job("a", option(2, 1)), job("b", option(1, 1)));
    var incumbent = new PlanSolution(ImmutableIntArray.of(0, -1), 2, "greedy", false);

    assertThat(solver.improve(instance, BUDGET, incumbent))
        .isEqualTo(new PlanSolution(ImmutableIntArray.of(0, -1), 2, "greedy", true));
  }

  @Test
  void repairsAnIncumbentThatDoesNotFit() {
    PlanInstance instance =
        instance(new double[] {1}, job("a", option(2, 1)), job("b", option(1, 1)));
    var incumbent = new PlanSolution(ImmutableIntArray.of(0, 0), 99, "wrong", true);

    PlanSolution solution = solver.improve(instance, BUDGET, incumbent);

    assertThat(solution.choices().asList()).containsExactly(0, -1);
    assertThat(solution.objective()).isEqualTo(2);
  }

  @Test
  void keepsTheIncumbentWhenOutOfBudget() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 12, 2, 12);
    PlanSolution incumbent = new GreedySolver().solve(instance, SolverBudget.ofWorkUnits(0));

    PlanSolution solution = solver.improve(instance, SolverBudget.ofWorkUnits(0), incumbent);

    assertThat(solution).isEqualTo(incumbent);
  }

  @Test
  void claimsNothingWhenItIsStopped() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 12, 2, 12);
    var asked = new AtomicInteger();

    PlanSolution solution =
        solver.solve(instance, new SolverBudget(50_000, () -> asked.incrementAndGet() > 20));

    assertThat(asked.get()).isEqualTo(21);
    assertThat(solution.provenOptimal()).isFalse();
    assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
    assertThat(solution.objective()).isPositive();
  }

  @Test
  void findsTheSameOptimumWithAndWithoutAnIncumbent() {
    for (int seed = 0; seed < 10; seed++) {
      PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(seed), 7, 2, 10);
      PlanSolution cold = solver.solve(instance, BUDGET);
      PlanSolution incumbent = new GreedySolver().solve(instance, SolverBudget.ofWorkUnits(100));
      PlanSolution warm = solver.improve(instance, BUDGET, incumbent);

      assertThat(cold.provenOptimal()).isTrue();
      assertThat(warm.objective()).isCloseTo(cold.objective(), within(1e-6));
    }
  }

  @Test
  void solvesAnEmptyPlan() {
    assertThat(solver.solve(instance(new double[0]), BUDGET))
        .isEqualTo(new PlanSolution(ImmutableIntArray.of(), 0, "exact", true));
  }
}
