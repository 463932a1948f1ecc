package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableIntArray;
import java.util.DoubleSummaryStatistics;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GreedySolverTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(5_000);

  private final GreedySolver solver = new GreedySolver();

  @Test
  void comesCloseToTheOptimumOfClusterLikePlans() {
    var quality = new DoubleSummaryStatistics();
    var exact = new ExactSolver();
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      PlanInstance instance =
          PlanInstances.clusterLike(
              random, random.nextInt(6, 13), random.nextInt(1, 3), random.nextInt(10, 16));
      PlanSolution solution = solver.solve(instance, BUDGET);
      PlanSolution optimum = exact.improve(instance, SolverBudget.ofWorkUnits(50_000), solution);
      assertThat(optimum.provenOptimal()).isTrue();
      quality.accept(solution.objective() / optimum.objective());
    }

    // Measured: 0.999 on average, 0.98 at worst.
    assertThat(quality.getAverage()).isGreaterThanOrEqualTo(0.95);
    assertThat(quality.getMin()).isGreaterThanOrEqualTo(0.85);
  }

  @Test
  void comesCloseToTheBoundOfALargerPlan() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 100, 2, 25);

    PlanSolution solution = solver.solve(instance, SolverBudget.ofWorkUnits(20_000));

    var prices = new CapacityPrices(PlanColumns.of(instance));
    for (int epoch = 0; epoch < 300; epoch++) {
      prices.epoch(solution.objective());
    }
    // Measured: 0.998.
    assertThat(solution.objective() / prices.bound()).isBetween(0.97, 1.0);
  }

  @Test
  void improvesOnItsFirstSolution() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 100, 2, 25);

    double first = solver.solve(instance, SolverBudget.ofWorkUnits(0)).objective();

    assertThat(solver.solve(instance, BUDGET).objective()).isGreaterThan(first * 1.005);
  }

  @Test
  void ejectsAJobThatIsInTheWayOfABetterOne() {
    // By utility per consumption the small job goes first and keeps the large one out.
    PlanInstance instance =
        instance(new double[] {10}, job("small", option(3, 1)), job("large", option(20, 10)));

    PlanSolution solution = solver.solve(instance, BUDGET);

    assertThat(solution.choices().asList()).containsExactly(-1, 0);
  }

  @Test
  void movesAJobToItsSecondBestOptionToMakeRoom() {
    PlanInstance instance =
        instance(
            new double[] {1, 1},
            job("flexible", option(10, 1, 0), option(9, 0, 1)),
            job("rigid", option(8, 1, 0)));

    PlanSolution solution = solver.solve(instance, BUDGET);

    assertThat(solution.choices().asList()).containsExactly(1, 0);
    assertThat(solution.objective()).isEqualTo(17);
  }

  @Test
  void provesThatAPlanWithoutContentionIsOptimal() {
    PlanInstance instance =
        instance(new double[] {10}, job("a", option(1, 2), option(3, 4)), job("b", option(2, 6)));

    PlanSolution solution = solver.solve(instance, BUDGET);

    assertThat(solution).isEqualTo(new PlanSolution(ImmutableIntArray.of(1, 0), 5, "greedy", true));
  }

  @Test
  void treatsNegativeCapacityAsNone() {
    PlanInstance instance =
        instance(
            new double[] {-5, 5},
            job("a", option(9, 0.001, 1), option(1, 0, 1)),
            job("b", option(9, 0.001)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(1, -1);
  }

  @Test
  void neverChoosesAnOptionWithoutUtility() {
    PlanInstance instance =
        instance(new double[] {5}, job("a", option(0, 1), option(-1, 1), option(0)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(-1);
  }

  @Test
  void choosesAnOptionThatConsumesNothing() {
    PlanInstance instance =
        instance(new double[] {0}, job("a", option(1), option(2)), job("b", option(3, 1)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(1, -1);
  }

  @Test
  void solvesAnEmptyPlan() {
    for (long workUnits : new long[] {0, 1, 5_000}) {
      PlanSolution solution =
          solver.solve(instance(new double[0]), SolverBudget.ofWorkUnits(workUnits));

      assertThat(solution).isEqualTo(new PlanSolution(ImmutableIntArray.of(), 0, "greedy", true));
    }
  }

  @Test
  void leavesOutAJobWithoutOptions() {
    PlanInstance instance = instance(new double[] {1}, job("a"), job("b", option(1, 1)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(-1, 0);
  }

  @Test
  void stopsWhenToldTo() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 50, 2, 20);
    var asked = new AtomicInteger();

    PlanSolution solution =
        solver.solve(
            instance, new SolverBudget(Long.MAX_VALUE, () -> asked.incrementAndGet() > 100));

    assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
    assertThat(asked.get()).isEqualTo(101);
  }

  @Test
  void endsByItselfWhenNothingBetterTurnsUp() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 10, 1, 10);

    PlanSolution solution = solver.solve(instance, SolverBudget.ofWorkUnits(Long.MAX_VALUE));

    assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
  }
}
