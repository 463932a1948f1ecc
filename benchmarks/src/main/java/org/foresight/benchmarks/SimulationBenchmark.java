package org.foresight.benchmarks;

import java.util.concurrent.TimeUnit;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The core under JMH: time of one job of 20 tasks (40 task events) on average, by policy and number
 * of nodes at a load of 0.9.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx2g"})
public class SimulationBenchmark {
  private static final int JOBS = 2_000;

  @Param({"fifo", "fair", "capacity"})
  String policy = "fifo";

  @Param({"100", "1000", "10000"})
  int nodes = 100;

  /** A whole simulation; reported by job. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public SimulationResult job() {
    return new SpeedCase(policy, nodes, 1, JOBS, 0.9, 0).run(1, SimulationListener.NONE);
  }
}
