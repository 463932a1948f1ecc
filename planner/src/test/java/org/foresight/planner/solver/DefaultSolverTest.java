package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableIntArray;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DefaultSolverTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(1_000);

  private static final PlanInstance INSTANCE =
      instance(
          new double[] {10},
          job("a", option(7, 6)),
          job("b", option(5, 5)),
          job("c", option(5, 5)));

  private static final PlanSolution FIRST =
      new PlanSolution(ImmutableIntArray.of(0, -1, -1), 7, "first", false);

  private static final PlanImprover FAILING =
      (instance, budget, incumbent) -> {
        throw new IllegalStateException("expected by the test");
      };

  @Test
  void takesABetterSecondOpinion() {
    var solver = new DefaultSolver((instance, warmStart, budget) -> FIRST, new ExactSolver());

    assertThat(solver.solve(INSTANCE, BUDGET))
        .isEqualTo(new PlanSolution(ImmutableIntArray.of(-1, 0, 0), 10, "exact", true));
  }

  @Test
  void keepsTheFirstSolutionWhenTheSecondOpinionFails() {
    var solver = new DefaultSolver((instance, warmStart, budget) -> FIRST, FAILING);

    assertThat(solver.solve(INSTANCE, BUDGET)).isEqualTo(FIRST);
  }

  @Test
  void keepsTheFirstSolutionWhenTheSecondIsWorse() {
    var worse = new PlanSolution(ImmutableIntArray.of(-1, 0, -1), 5, "second", true);
    var solver =
        new DefaultSolver((instance, warmStart, budget) -> FIRST, (i, b, incumbent) -> worse);

    assertThat(solver.solve(INSTANCE, BUDGET)).isEqualTo(FIRST);
  }

  @Test
  void doesNotBelieveASecondOpinionThatOverCommits() {
    var infeasible = new PlanSolution(ImmutableIntArray.of(0, 0, -1), 12, "second", true);
    var solver =
        new DefaultSolver((instance, warmStart, budget) -> FIRST, (i, b, incumbent) -> infeasible);

    PlanSolution solution = solver.solve(INSTANCE, BUDGET);

    assertThat(solution.choices()).isEqualTo(FIRST.choices());
    assertThat(solution.objective()).isEqualTo(7);
    assertThat(solution.provenOptimal()).isFalse();
  }

  @Test
  void doesNotBelieveASecondOpinionOnAnotherPlan() {
    var foreign = new PlanSolution(ImmutableIntArray.of(0), 99, "second", true);
    var solver =
        new DefaultSolver((instance, warmStart, budget) -> FIRST, (i, b, incumbent) -> foreign);

    assertThat(solver.solve(INSTANCE, BUDGET)).isEqualTo(FIRST);
  }

  @Test
  void asksForNoSecondOpinionOnceStopped() {
    var solver = new DefaultSolver((instance, warmStart, budget) -> FIRST, FAILING);
    var stopped = new SolverBudget(1_000, () -> true);

    assertThat(solver.solve(INSTANCE, stopped)).isEqualTo(FIRST);
  }

  @Test
  void asksForASecondOpinionOnSmallPlansOnly() {
    assertThat(isAskedForSecondOpinion(12, 10)).isTrue();
    assertThat(isAskedForSecondOpinion(13, 10)).isFalse();
    assertThat(isAskedForSecondOpinion(12, 40)).isFalse();
  }

  private static boolean isAskedForSecondOpinion(int jobs, int slots) {
    var asked = new AtomicBoolean();
    var solver =
        new DefaultSolver(
            new LagrangianSolver(),
            (instance, budget, incumbent) -> {
              asked.set(true);
              return incumbent;
            });
    solver.solve(
        PlanInstances.clusterLike(new SplittableRandom(3), jobs, 1, slots),
        SolverBudget.ofWorkUnits(0));
    return asked.get();
  }

  @Test
  void solvesPlansOfAnySizeTheSameWayTwice() {
    for (int jobs : new int[] {0, 1, 8, 12, 13, 60}) {
      PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(jobs), jobs, 1, 12);

      PlanSolution solution = new DefaultSolver().solve(instance, BUDGET);

      assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
      assertThat(new DefaultSolver().solve(instance, BUDGET)).isEqualTo(solution);
    }
  }
}
