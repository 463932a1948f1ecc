package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;

/** What holds for every plan, checked against an oracle on tiny ones. */
class SolverPropertyTest {

  private static final SolverBudget AMPLE = SolverBudget.ofWorkUnits(100_000);
  private static final SolverBudget STOPPED = new SolverBudget(100_000, () -> true);

  private final PlanSolver greedy = new GreedySolver();
  private final PlanSolver lagrangian = new LagrangianSolver();
  private final ExactSolver exact = new ExactSolver();
  private final PlanSolver oracle = new BruteForceSolver();

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void exactSolverFindsTheOptimum(@ForAll("tinyInstances") PlanInstance instance) {
    PlanSolution solution = exact.solve(instance, AMPLE);

    assertSound(instance, solution);
    assertThat(solution.objective()).isCloseTo(optimum(instance), within(1e-6));
    assertThat(solution.provenOptimal()).isTrue();
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void exactSolverFindsTheOptimumFromAnIncumbent(@ForAll("tinyInstances") PlanInstance instance) {
    PlanSolution incumbent = greedy.solve(instance, SolverBudget.ofWorkUnits(0));

    PlanSolution solution = exact.improve(instance, AMPLE, incumbent);

    assertSound(instance, solution);
    assertThat(solution.objective()).isCloseTo(optimum(instance), within(1e-6));
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void lagrangianSolverStaysBelowTheOptimumAndItsBoundAboveIt(
      @ForAll("tinyInstances") PlanInstance instance) {
    PlanSolution solution = lagrangian.solve(instance, SolverBudget.ofWorkUnits(500));

    assertSound(instance, solution);
    double optimum = optimum(instance);
    assertThat(solution.objective()).isLessThanOrEqualTo(optimum + 1e-6);
    assertThat(solution.objective())
        .isGreaterThanOrEqualTo(greedy.solve(instance, AMPLE).objective() - 1e-9);
    assertThat(solution.bound()).isGreaterThanOrEqualTo(optimum - 1e-6);
    if (solution.provenOptimal()) {
      assertThat(solution.objective()).isCloseTo(optimum, within(1e-6));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void defaultSolverFindsTheOptimumOfSmallClusterLikePlans(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    PlanInstance instance =
        PlanInstances.clusterLike(
            random, random.nextInt(1, 5), random.nextInt(1, 3), random.nextInt(2, 5));
    double optimum = optimum(instance);

    PlanSolution solution = new DefaultSolver().solve(instance, AMPLE);

    assertSound(instance, solution);
    assertThat(solution.objective()).isCloseTo(optimum, within(1e-6));
    assertThat(solution.bound()).isGreaterThanOrEqualTo(optimum - 1e-6);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void moreWorkIsNeverWorse(@ForAll("tinyInstances") PlanInstance instance) {
    double little = lagrangian.solve(instance, SolverBudget.ofWorkUnits(0)).objective();

    assertThat(lagrangian.solve(instance, AMPLE).objective()).isGreaterThanOrEqualTo(little);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void aSolverStoppedAtAnyMomentReturnsSomethingSoundAndKeepsTheLastPlan(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int asks) {
    var random = new SplittableRandom(seed);
    PlanInstance instance = clusterLike(random);
    PlanSolution last = lagrangian.solve(instance, SolverBudget.ofWorkUnits(random.nextInt(5_000)));
    var asked = new AtomicInteger();
    SolverBudget stopped = new SolverBudget(20_000, () -> asked.incrementAndGet() > asks);

    for (WarmStart warmStart :
        List.of(WarmStart.NONE, new WarmStart(last.choices(), last.prices()))) {
      for (String name : List.of("default", "lagrangian", "greedy")) {
        asked.set(0);
        PlanSolution solution = PlanSolvers.create(name).solve(instance, warmStart, stopped);

        assertSound(instance, solution);
        assertThat(solution.bound()).isGreaterThanOrEqualTo(last.objective() * (1 - 1e-9));
        if (!warmStart.choices().isEmpty() && !name.equals("greedy")) {
          assertThat(solution.objective()).isGreaterThanOrEqualTo(last.objective() * (1 - 1e-9));
        }
      }
    }
    assertSound(instance, exact.solve(instance, STOPPED));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void aWarmStartIsNeverWorseThanWhatStillFitsOfItsChoices(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    PlanInstance instance = clusterLike(random);
    var choices = ImmutableIntArray.builder();
    for (Job job : instance.jobs()) {
      choices.add(random.nextInt(-1, job.options().size()));
    }
    var prices = ImmutableDoubleArray.builder();
    for (int row = 0; row < instance.capacities().length(); row++) {
      prices.add(random.nextDouble() / 1000);
    }
    var arbitrary = new PlanSolution(choices.build(), 0, "test", false);
    PlanSolution repaired = PlanVerifier.verified(instance, arbitrary);

    PlanSolution solution =
        lagrangian.solve(
            instance,
            new WarmStart(arbitrary.choices(), prices.build()),
            SolverBudget.ofWorkUnits(random.nextInt(3_000)));

    assertSound(instance, solution);
    assertThat(solution.objective()).isGreaterThanOrEqualTo(repaired.objective() * (1 - 1e-9));
    assertThat(solution.bound()).isGreaterThanOrEqualTo(solution.objective() * (1 - 1e-9));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void clusterLikePlansAreReproducible(@ForAll long seed) {
    PlanInstance instance = clusterLike(new SplittableRandom(seed));
    SolverBudget budget = SolverBudget.ofWorkUnits(2_000);

    PlanSolution solution = new LagrangianSolver().solve(instance, budget);

    assertSound(instance, solution);
    assertThat(new LagrangianSolver().solve(instance, budget)).isEqualTo(solution);
    assertThat(solution.objective())
        .isGreaterThanOrEqualTo(greedy.solve(instance, budget).objective() - 1e-9);
  }

  private static PlanInstance clusterLike(SplittableRandom random) {
    return PlanInstances.clusterLike(
        random, random.nextInt(1, 30), random.nextInt(1, 3), random.nextInt(10, 21));
  }

  /** One option or none a job, of positive utility, within capacity, and worth what it says. */
  private static void assertSound(PlanInstance instance, PlanSolution solution) {
    assertThat(solution.choices().length()).isEqualTo(instance.jobs().size());
    double[] used = new double[instance.capacities().length()];
    double objective = 0;
    for (int j = 0; j < solution.choices().length(); j++) {
      int choice = solution.choices().get(j);
      assertThat(choice).isBetween(-1, instance.jobs().get(j).options().size() - 1);
      if (choice >= 0) {
        Option option = instance.jobs().get(j).options().get(choice);
        assertThat(option.utility()).isPositive();
        objective += option.utility();
        instance.forEachEntry(option, (row, amount) -> used[row] += amount);
      }
    }
    for (int r = 0; r < used.length; r++) {
      double capacity = Math.max(0, instance.capacities().get(r));
      assertThat(used[r]).isLessThanOrEqualTo(capacity + 1e-6 * (1 + capacity));
    }
    assertThat(solution.objective()).isCloseTo(objective, within(1e-6));
  }

  private double optimum(PlanInstance instance) {
    return oracle.solve(instance, AMPLE).objective();
  }

  @Provide
  static Arbitrary<PlanInstance> tinyInstances() {
    // Whole numbers fill rows to the brim, fractions don't.
    return Arbitraries.of(true, false)
        .flatMap(
            whole ->
                Arbitraries.integers()
                    .between(1, 4)
                    .flatMap(
                        rows ->
                            Combinators.combine(
                                    numbers(-1, 11, whole).list().ofSize(rows),
                                    options(rows, whole).list().ofMaxSize(4).list().ofMaxSize(5))
                                .as(SolverPropertyTest::instance)));
  }

  private static Arbitrary<Option> options(int rows, boolean whole) {
    Arbitrary<Double> amounts =
        Arbitraries.oneOf(Arbitraries.just(0.0), numbers(0, 6, whole), numbers(0, 6, whole));
    return Combinators.combine(numbers(-2, 20, whole), amounts.list().ofSize(rows))
        .as((utility, used) -> PlanInstances.option(utility, toArray(used)));
  }

  private static Arbitrary<Double> numbers(int min, int max, boolean whole) {
    Arbitrary<Integer> thousandths =
        whole
            ? Arbitraries.integers().between(min, max).map(i -> i * 1000)
            : Arbitraries.integers().between(min * 1000, max * 1000);
    return thousandths.map(i -> i / 1000.0);
  }

  private static PlanInstance instance(List<Double> capacities, List<List<Option>> jobs) {
    var named = new Job[jobs.size()];
    for (int j = 0; j < named.length; j++) {
      named[j] = PlanInstances.job("job" + j, jobs.get(j).toArray(new Option[0]));
    }
    return PlanInstances.instance(toArray(capacities), named);
  }

  private static double[] toArray(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
