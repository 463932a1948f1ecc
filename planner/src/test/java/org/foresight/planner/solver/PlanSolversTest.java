package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlanSolversTest {

  @Test
  void everyNamedSolverSolves() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(3), 6, 1, 8);
    SolverBudget budget = SolverBudget.ofWorkUnits(10_000);
    double greedy = PlanSolvers.create("greedy").solve(instance, budget).objective();

    assertThat(PlanSolvers.names())
        .contains(PlanSolvers.DEFAULT)
        .allSatisfy(
            name -> {
              PlanSolution solution = PlanSolvers.create(name).solve(instance, budget);
              assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
              assertThat(solution.objective()).isGreaterThanOrEqualTo(greedy - 1e-9);
            });
  }

  @Test
  void anUnknownNameIsNamed() {
    assertThatThrownBy(() -> PlanSolvers.create("magic"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(magic)")
        .hasMessageContaining("default");
  }
}
