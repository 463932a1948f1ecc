package org.foresight.planner.solver;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.foresight.benchmarks.solver.GeneratedPlan;
import org.foresight.benchmarks.solver.PlanSize;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The solver's inner loops under JMH, on a plan of size L: an epoch of the prices, and a move of
 * the local search. In the solver's package, to reach them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx2g"})
public class SolverBenchmark {
  private static final int PASSES = 10;

  private final PlanColumns columns =
      PlanColumns.of(GeneratedPlan.of(PlanSize.of("L"), 1).instance());
  private final CapacityPrices prices = new CapacityPrices(columns, new double[columns.rowCount]);
  private final LocalSearch search;

  /** Finds prices and a first assignment. */
  public SolverBenchmark() {
    for (int pass = 0; pass < PASSES; pass++) {
      prices.pass(prices.greatestPrice() / (1 + pass), () -> false);
    }
    prices.epoch(0, () -> false);
    var candidates = new Candidates(columns);
    candidates.update(prices, 0, () -> false);
    int[] start = GreedySolver.solve(columns, () -> false);
    search = new LocalSearch(columns, candidates, start, new SplittableRandom(1));
  }

  /** All jobs choose at the same prices, which then change. */
  @Benchmark
  public double epoch() {
    prices.epoch(0, () -> false);
    return prices.bound();
  }

  /** A few jobs are taken out and put back elsewhere. */
  @Benchmark
  public double move() {
    search.move();
    return search.bestObjective();
  }
}
