package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GreedySolverTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(0);

  private final GreedySolver solver = new GreedySolver();

  @Test
  void prefersTheDenserJob() {
    PlanInstance instance =
        instance(
            new double[] {9},
            job("a", option(7, 6)),
            job("b", option(5, 5), option(6, 5)),
            job("c", option(4, 4)));

    PlanSolution solution = solver.solve(instance, BUDGET);

    assertThat(solution.choices().asList()).containsExactly(-1, 1, 0);
    assertThat(solution.objective()).isEqualTo(10);
    assertThat(solution.provenOptimal()).isFalse();
  }

  @Test
  void prefersTheJobOfGreatestUtilityWhereThatIsWorthMore() {
    PlanInstance instance =
        instance(new double[] {10}, job("small", option(3, 1)), job("large", option(20, 10)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(-1, 0);
  }

  @Test
  void takesNothingOnceStopped() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 50, 2, 20);

    PlanSolution solution = solver.solve(instance, new SolverBudget(0, () -> true));

    assertThat(solution.objective()).isZero();
    assertThat(solution.choices().asList()).hasSize(50).containsOnly(-1);
  }
}
