package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;

/** What is limited twice is solved as if it were limited once. */
class BlockReductionPropertyTest {

  private static final SolverBudget BUDGET = SolverBudget.ofWorkUnits(3_000);

  private final LagrangianSolver solver = new LagrangianSolver();

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void scaledTwinsThatAreNoTighterChangeNothing(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 10_000) double scale) {
    var random = new SplittableRandom(seed);
    PlanInstance single = clusterLike(random, 20);
    PlanInstance twice =
        withTwins(single, scale, () -> 1 + random.nextInt(2) * random.nextDouble());

    PlanSolution expected = solver.solve(single, BUDGET);
    PlanSolution solution = solver.solve(twice, BUDGET);

    assertThat(PlanColumns.of(twice).rowCount).isEqualTo(PlanColumns.of(single).rowCount);
    assertThat(solution.choices()).isEqualTo(expected.choices());
    assertThat(solution.bound()).isEqualTo(expected.bound());
    // Where no job has an option that is possible at all, nothing has a price.
    int rows = expected.prices().length();
    assertThat(solution.prices().subArray(0, rows)).isEqualTo(expected.prices());
    assertThat(solution.prices().subArray(rows, solution.prices().length()).asList())
        .hasSize(rows)
        .allMatch(price -> price == 0);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void scaledTwinsBecomeOneWhicheverIsTighter(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 10_000) double scale) {
    var random = new SplittableRandom(seed);
    PlanInstance single = clusterLike(random, 20);
    PlanInstance twice = withTwins(single, scale, () -> random.nextDouble(0.5, 2));

    PlanSolution solution = solver.solve(twice, BUDGET);

    assertThat(PlanColumns.of(twice).rowCount).isLessThanOrEqualTo(single.capacities().length());
    assertThat(PlanVerifier.isFeasible(twice, solution)).isTrue();
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void theOptimumStaysTheOptimum(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    PlanInstance instance = withTwins(clusterLike(random, 4), 3, () -> random.nextDouble(0.5, 2));
    double optimum = new BruteForceSolver().solve(instance, BUDGET).objective();

    PlanSolution solution = new ExactSolver().solve(instance, SolverBudget.ofWorkUnits(100_000));

    assertThat(solution.provenOptimal()).isTrue();
    assertThat(solution.objective()).isCloseTo(optimum, within(1e-6));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void thePricesOfAllRowsProveTheBound(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    PlanInstance instance =
        withTwins(clusterLike(random, 20), random.nextDouble(0.01, 100), () -> twinSlack(random));

    PlanSolution solution = solver.solve(instance, BUDGET);

    Assume.that(!solution.prices().isEmpty());
    assertThat(dual(instance, solution.prices()))
        .isCloseTo(solution.bound(), within(1e-9 * solution.bound()));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aWarmStartHeedsThePricesOfRowsThatAreLeftOut(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    PlanInstance single = clusterLike(random, 20);
    double scale = random.nextDouble(0.01, 100);
    PlanInstance twice = withTwins(single, scale, () -> 1);
    PlanSolution last = solver.solve(single, BUDGET);
    var none = ImmutableDoubleArray.builder();
    var onTwins = ImmutableDoubleArray.builder();
    for (double price : last.prices().asList()) {
      none.add(0);
      onTwins.add(price / scale);
    }
    // Enough to ask every job once, and for no pass.
    SolverBudget little = SolverBudget.ofWorkUnits(3L * single.jobs().size());

    PlanSolution warm =
        solver.solve(
            twice,
            new WarmStart(ImmutableIntArray.of(), none.addAll(onTwins.build()).build()),
            little);

    assertThat(warm.bound()).isLessThanOrEqualTo(last.bound() * (1 + 1e-9));
  }

  private static double twinSlack(RandomGenerator random) {
    return random.nextBoolean() ? 1 : random.nextDouble(0.5, 2);
  }

  private static PlanInstance clusterLike(RandomGenerator random, int mostJobs) {
    return PlanInstances.clusterLike(
        random, random.nextInt(1, mostJobs + 1), random.nextInt(1, 3), random.nextInt(2, 5));
  }

  /** Everything that is limited is limited once more, in other units and with some slack. */
  private static PlanInstance withTwins(PlanInstance instance, double scale, DoubleSupplier slack) {
    var capacities = ImmutableDoubleArray.builder().addAll(instance.capacities());
    for (double capacity : instance.capacities().asList()) {
      capacities.add(capacity * scale * slack.getAsDouble());
    }
    var jobs = ImmutableList.<Job>builder();
    for (Job job : instance.jobs()) {
      var options = ImmutableList.<Option>builder();
      for (Option option : job.options()) {
        var blocks = ImmutableIntArray.builder().addAll(option.blocks());
        var amounts = ImmutableDoubleArray.builder().addAll(option.amounts());
        for (int i = 0; i < option.blocks().length(); i++) {
          blocks.add(instance.blocks() + option.blocks().get(i));
          amounts.add(option.amounts().get(i) * scale);
        }
        options.add(
            new Option(
                option.utility(),
                option.firstSlot(),
                option.profile(),
                blocks.build(),
                amounts.build()));
      }
      jobs.add(new Job(job.id(), options.build()));
    }
    return new PlanInstance(instance.slots(), capacities.build(), jobs.build());
  }

  /** What the Lagrangian dual function is at prices of all rows. */
  private static double dual(PlanInstance instance, ImmutableDoubleArray prices) {
    double dual = 0;
    for (int row = 0; row < prices.length(); row++) {
      dual += prices.get(row) * instance.capacities().get(row);
    }
    for (Job job : instance.jobs()) {
      double best = 0;
      for (Option option : job.options()) {
        double[] gain = {option.utility()};
        instance.forEachEntry(
            option,
            (row, amount) ->
                gain[0] =
                    amount > instance.capacities().get(row) * (1 + 1e-9)
                        ? Double.NEGATIVE_INFINITY
                        : gain[0] - amount * prices.get(row));
        best = Math.max(best, gain[0]);
      }
      dual += best;
    }
    return dual;
  }
}
