package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableIntArray;
import org.junit.jupiter.api.Test;

class PlanVerifierTest {

  private static final PlanInstance INSTANCE =
      instance(
          new double[] {10, -1},
          job("a", option(4, 6), option(-1, 1)),
          job("b", option(3, 5)),
          job("c", option(2, 4), option(9, 1, 1e-3)));

  @Test
  void recomputesTheObjective() {
    PlanSolution verified = PlanVerifier.verified(INSTANCE, solution(99, 0, -1, 0));

    assertThat(verified).isEqualTo(solution(6, 0, -1, 0));
  }

  @Test
  void dropsTheLeastUsefulOptionUntilTheRestFits() {
    PlanSolution verified = PlanVerifier.verified(INSTANCE, solution(9, 0, 0, 0));

    assertThat(verified.choices().asList()).containsExactly(0, -1, -1);
    assertThat(verified.objective()).isEqualTo(4);
    assertThat(verified.provenOptimal()).isFalse();
  }

  @Test
  void dropsAnOptionThatUsesARowWithoutCapacity() {
    PlanSolution verified = PlanVerifier.verified(INSTANCE, solution(9, -1, 0, 1));

    assertThat(verified.choices().asList()).containsExactly(-1, 0, -1);
  }

  @Test
  void dropsAnOptionWithoutUtility() {
    PlanSolution verified = PlanVerifier.verified(INSTANCE, solution(2, 1, 0, -1));

    assertThat(verified.choices().asList()).containsExactly(-1, 0, -1);
    assertThat(verified.provenOptimal()).isFalse();
  }

  @Test
  void toleratesTheRoundingOfSums() {
    PlanInstance instance =
        instance(new double[] {0.3}, job("a", option(1, 0.1)), job("b", option(1, 0.2)));

    assertThat(0.1 + 0.2).isGreaterThan(0.3);
    assertThat(PlanVerifier.isFeasible(instance, solution(2, 0, 0))).isTrue();
    assertThat(new ExactSolver().solve(instance, SolverBudget.ofWorkUnits(100)).objective())
        .isEqualTo(2);
  }

  @Test
  void tellsFeasibleFromInfeasible() {
    assertThat(PlanVerifier.isFeasible(INSTANCE, solution(0, 0, -1, 0))).isTrue();
    assertThat(PlanVerifier.isFeasible(INSTANCE, solution(0, 0, 0, -1))).isFalse();
  }

  @Test
  void rejectsChoicesOfAnotherPlan() {
    assertThatThrownBy(() -> PlanVerifier.verified(INSTANCE, solution(0, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The number of choices (1) of solver test must be the number of jobs (3).");
    assertThatThrownBy(() -> PlanVerifier.verified(INSTANCE, solution(0, 0, 1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The choice (1) of solver test for job b must be from -1 to 0.");
  }

  private static PlanSolution solution(double objective, int... choices) {
    return new PlanSolution(ImmutableIntArray.copyOf(choices), objective, "test", true);
  }
}
