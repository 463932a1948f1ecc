package org.foresight.agent;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.NodeStatistics;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The node agent under JMH: what one beat of it takes on a node with 100 containers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx256m"})
public class AgentTickBenchmark {
  private static final int CONTAINERS = 100;
  private static final int VCORES = 16;

  /** By which means containers are suspended. */
  public enum Means {
    /** None: what it takes to decide. */
    NONE,
    /** Cgroups of the agent's own, which need root. */
    CGROUPS,
    /** Signals. */
    SIGNALS
  }

  @Param Means means = Means.NONE;
  @Param LasSettings.Service service = LasSettings.Service.UNSUSPENDED_TIME;

  private @Nullable TickingNode node;

  /** Fills the node. */
  @Setup
  public void fill() throws IOException {
    node = TickingNode.with(means, service, VCORES, CONTAINERS);
  }

  /** Empties it. */
  @TearDown
  public void empty() throws IOException {
    requireNonNull(node).close();
  }

  /** A quantum is over for all containers that run: as many others run from now on. */
  @Benchmark
  public void quantumTick() {
    requireNonNull(node).tick();
  }

  /** What is told with a heartbeat. */
  @Benchmark
  public NodeStatistics statistics() {
    return requireNonNull(node).statistics();
  }
}
