package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OjAlgoSolverTest {
  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(50_000);
  private static final int INSTANCES = 300;

  /**
   * From a cold start ojAlgo claims a worse plan optimal on some per cent of these instances; more
   * than this would be an error of ours.
   */
  private static final int MOST_BELOW_OPTIMUM = INSTANCES / 20;

  @Test
  void findsBruteForcesOptimumFromTheGreedySolution() {
    PlanSolver solver = PlanSolvers.create("ojalgo");
    for (int seed = 0; seed < INSTANCES; seed++) {
      PlanInstance instance = instance(seed);

      PlanSolution solution = solver.solve(instance, BUDGET);

      assertThat(PlanVerifier.isFeasible(instance, solution)).as("seed %d", seed).isTrue();
      assertThat(solution.objective())
          .as("seed %d", seed)
          .isCloseTo(optimum(instance), within(1e-6));
    }
  }

  @Test
  void isFeasibleAndHardlyEverBelowBruteForceFromAColdStart() {
    OjAlgoSolver solver = new OjAlgoSolver();
    int belowOptimum = 0;
    for (int seed = 0; seed < INSTANCES; seed++) {
      PlanInstance instance = instance(seed);
      double optimum = optimum(instance);

      PlanSolution solution = solver.solve(instance, BUDGET);

      assertThat(PlanVerifier.isFeasible(instance, solution)).as("seed %d", seed).isTrue();
      assertThat(solution.objective()).as("seed %d", seed).isLessThanOrEqualTo(optimum + 1e-6);
      if (solution.objective() < optimum - 1e-6) {
        belowOptimum++;
      }
    }
    assertThat(belowOptimum).isLessThanOrEqualTo(MOST_BELOW_OPTIMUM);
  }

  @Test
  void leavesASearchThatHangsBehindAndKeepsTheIncumbent() {
    CountDownLatch never = new CountDownLatch(1);
    OjAlgoSolver solver =
        new OjAlgoSolver(
            (columns, start, control) -> {
              while (true) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  // A search that does not listen.
                }
              }
            });
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 5, 1, 5);
    PlanSolution incumbent = new GreedySolver().solve(instance, BUDGET);

    for (int i = 0; i < OjAlgoSolver.MAX_ABANDONED; i++) {
      AtomicInteger asked = new AtomicInteger();
      SolverBudget stopsSoon = new SolverBudget(50_000, () -> asked.incrementAndGet() > 3);

      assertThat(solver.improve(instance, stopsSoon, incumbent).objective())
          .isEqualTo(incumbent.objective());
    }
    assertThatThrownBy(() -> solver.improve(instance, BUDGET, incumbent))
        .isInstanceOf(SolverException.class)
        .hasMessageContaining("don't end");
  }

  @Test
  void reportsASearchThatFails() {
    OjAlgoSolver solver =
        new OjAlgoSolver(
            (columns, start, control) -> {
              throw new ArithmeticException("made up by a test");
            });
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 5, 1, 5);

    assertThatThrownBy(() -> solver.solve(instance, BUDGET))
        .isInstanceOf(SolverException.class)
        .hasRootCauseMessage("made up by a test");
  }

  private static PlanInstance instance(int seed) {
    return PlanInstances.clusterLike(new SplittableRandom(seed), 4, 1, 4);
  }

  private static double optimum(PlanInstance instance) {
    return new BruteForceSolver().solve(instance, BUDGET).objective();
  }
}
