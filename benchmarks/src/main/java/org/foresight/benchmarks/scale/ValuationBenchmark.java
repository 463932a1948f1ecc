package org.foresight.benchmarks.scale;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.foresight.planner.valuation.BestEffortUtility;
import org.foresight.planner.valuation.DeadlineUtility;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StreamingHistogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Valuation under JMH: the expected utilities of one job over all start slots (3Sigma §3.1, the
 * second overhead of §6.5), with a runtime distribution of a history of 500 runs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx2g"})
public class ValuationBenchmark {
  private static final int RUNS = 500;
  private static final double SHORTEST_MILLIS = 60_000.0;
  private static final double LONGEST_MILLIS = 900_000.0;
  private static final double DEADLINE_MILLIS = 1_000_000.0;
  private static final double SPAN_MILLIS = 2_000_000.0;
  private static final long SLOT_MILLIS = 30_000;

  @Param({"40", "80"})
  int slots = ScaleCase.SLOTS;

  private final RuntimeDistribution runtime = runtime();
  private final UtilityFunction deadline =
      new DeadlineUtility(100.0, DEADLINE_MILLIS, 0.0, 0.1, 0.0);
  private final UtilityFunction deadlineWithTail =
      new DeadlineUtility(100.0, DEADLINE_MILLIS, DEADLINE_MILLIS + LONGEST_MILLIS, 0.1, 0.0);
  private final UtilityFunction bestEffort = new BestEffortUtility(1.0, 0.0, SPAN_MILLIS);

  private static RuntimeDistribution runtime() {
    SplittableRandom random = new SplittableRandom(1);
    StreamingHistogram history = new StreamingHistogram();
    for (int run = 0; run < RUNS; run++) {
      history.add(random.nextDouble(SHORTEST_MILLIS, LONGEST_MILLIS));
    }
    return history.toDistribution();
  }

  /** A job that should end in time. */
  @Benchmark
  public double deadline() {
    return sum(deadline);
  }

  /** One that is taken to be over-estimated. */
  @Benchmark
  public double deadlineWithTail() {
    return sum(deadlineWithTail);
  }

  /** One without a deadline. */
  @Benchmark
  public double bestEffort() {
    return sum(bestEffort);
  }

  private double sum(UtilityFunction utility) {
    double sum = 0.0;
    for (int slot = 0; slot < slots; slot++) {
      sum += utility.expected((double) slot * SLOT_MILLIS, runtime);
    }
    return sum;
  }
}
