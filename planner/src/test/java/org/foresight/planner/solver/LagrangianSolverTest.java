package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.DoubleSummaryStatistics;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LagrangianSolverTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(5_000);

  private final LagrangianSolver solver = new LagrangianSolver();

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

    // Measured: 0.998.
    assertThat(solution.objective() / solution.bound()).isBetween(0.97, 1.0);
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

    assertThat(solution.choices()).isEqualTo(ImmutableIntArray.of(1, 0));
    assertThat(solution.bound()).isEqualTo(5);
    assertThat(solution.provenOptimal()).isTrue();
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

      assertThat(solution)
          .isEqualTo(new PlanSolution(ImmutableIntArray.of(), 0, "lagrangian", true));
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
  void keepsWhatFitsOfTheLastPlan() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(2), 60, 2, 20);
    PlanSolution last = solver.solve(instance, BUDGET);

    PlanSolution solution =
        solver.solve(
            instance,
            new WarmStart(last.choices(), last.prices()),
            new SolverBudget(Long.MAX_VALUE, () -> true));

    assertThat(solution.choices()).isEqualTo(last.choices());
    assertThat(solution.prices()).isEqualTo(last.prices());
    assertThat(solution.bound()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void startsFromTheLastPrices() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(2), 60, 2, 20);
    PlanSolution last = solver.solve(instance, SolverBudget.ofWorkUnits(50_000));
    // Enough to ask every job once, and for no pass.
    SolverBudget little = SolverBudget.ofWorkUnits(3 * 60);

    PlanSolution cold = solver.solve(instance, little);
    PlanSolution warm =
        solver.solve(instance, new WarmStart(ImmutableIntArray.of(), last.prices()), little);

    assertThat(warm.bound()).isBetween(last.bound() * 0.9999, last.bound() * 1.0001);
    assertThat(cold.bound()).isGreaterThan(last.bound() * 1.005);
  }

  @Test
  void pricesAreThoseOfAUnitOfEveryRow() {
    // Two of three jobs fit, so that a unit is worth what the third would pay for one of its four.
    PlanInstance instance =
        instance(
            new double[] {8, 100},
            job("a", option(10, 4, 1)),
            job("b", option(10, 4, 1)),
            job("c", option(8, 4, 1)));

    PlanSolution solution = solver.solve(instance, SolverBudget.ofWorkUnits(0));
    assertThat(solution.prices().isEmpty()).isTrue();

    PlanSolution priced = solver.solve(instance, BUDGET);
    assertThat(priced.bound()).isCloseTo(20, within(0.05));
    assertThat(priced.prices().get(0)).isBetween(1.99, 2.51);
    assertThat(priced.prices().get(1)).isZero();
  }

  @Test
  void ejectsRunningJobsForAWiderOneThatIsWorthMore() {
    var jobs = new PlanInstance.Job[41];
    for (int j = 0; j < 40; j++) {
      jobs[j] = job("running" + j, option(1 + j / 100.0, 1));
    }
    jobs[40] = job("wide", option(30, 20));

    PlanSolution solution =
        solver.solve(
            instance(new double[] {40}, jobs),
            new WarmStart(
                ImmutableIntArray.builder().addAll(new int[40]).add(-1).build(),
                ImmutableDoubleArray.of()),
            BUDGET);

    // The twenty that are worth most go on.
    assertThat(solution.objective()).isCloseTo(30 + 20 + 5.9, within(1e-9));
  }

  @Test
  void prefersTheFirstOfEqualOptions() {
    // The narrower second option is denser, but worth no more.
    PlanInstance instance =
        instance(new double[] {4}, job("a", option(2, 4), option(2, 1)), job("b", option(9, 5)));

    assertThat(solver.solve(instance, BUDGET).choices().asList()).containsExactly(0, -1);
  }

  @Test
  void endsByItselfWhenNothingBetterTurnsUp() {
    PlanInstance instance = PlanInstances.clusterLike(new SplittableRandom(1), 10, 1, 10);

    PlanSolution solution = solver.solve(instance, SolverBudget.ofWorkUnits(Long.MAX_VALUE));

    assertThat(PlanVerifier.isFeasible(instance, solution)).isTrue();
  }
}
