package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import java.time.Duration;
import org.foresight.cli.support.DelayConverter;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.MemoryConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.FailureModel;
import org.foresight.simulator.MasterModel;
import org.foresight.simulator.SimulationParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say how the simulated cluster behaves. */
final class BehaviourOptions {

  private static final double MAX_TASK_FAILURES = 0.9;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--cycle",
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = DelayConverter.class,
      description =
          "Shortest time between two plans; 0: a plan after every change (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration cycle;

  @Option(
      names = "--heartbeat",
      paramLabel = "DURATION",
      defaultValue = "0",
      converter = DelayConverter.class,
      description =
          "How often a node reports; 0: ends of tasks are known at once (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration heartbeat;

  @Option(
      names = "--sync",
      description = "Start tasks on the report of their node only, not at any time.")
  private boolean synchronous;

  @Option(
      names = "--network-delay",
      paramLabel = "DURATION",
      defaultValue = "0",
      converter = DelayConverter.class,
      description = "From a decision until its node hears of it (default: ${DEFAULT-VALUE}).")
  private Duration networkDelay;

  @Option(
      names = "--master",
      paramLabel = "KEY=VALUE,…",
      converter = MasterOption.Converter.class,
      description =
          "Jobs have application masters. Keys: memory (default: 1g), vcores (default: 1), start"
              + " (time until it asks for tasks, default: 0), end (time until its container is"
              + " gone, default: 0).")
  private @Nullable MasterOption master;

  @Option(
      names = "--node-mtbf",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Mean time until a node fails (default: never).")
  private @Nullable Duration nodeMtbf;

  @Option(
      names = "--node-repair",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = DelayConverter.class,
      description = "How long a failed node is away (default: ${DEFAULT-VALUE}).")
  private Duration nodeRepair;

  @Option(
      names = "--task-failures",
      paramLabel = "PROBABILITY",
      defaultValue = "0",
      description = "Probability that an attempt of a task fails (default: ${DEFAULT-VALUE}).")
  private double taskFailures;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  BehaviourOptions() {}

  /** As inputs of a run. */
  ImmutableMap<String, String> inputs() {
    return ImmutableMap.<String, String>builder()
        .put("cycle", String.valueOf(cycle))
        .put("heartbeat", String.valueOf(heartbeat))
        .put("tasks start", synchronous ? "on reports" : "at any time")
        .put("network delay", String.valueOf(networkDelay))
        .put("masters", master == null ? "none" : String.valueOf(master))
        .put(RunInputs.NODE_MTBF, nodeMtbf == null ? RunInputs.NEVER : String.valueOf(nodeMtbf))
        .put("node repair", String.valueOf(nodeRepair))
        .put(RunInputs.TASK_FAILURES, String.valueOf(taskFailures))
        .buildOrThrow();
  }

  /** The parameters of a run on this cluster. */
  SimulationParameters parameters(ClusterSpec cluster, long seed) {
    OptionChecks.requireBetween(spec, "--task-failures", taskFailures, 0, MAX_TASK_FAILURES);
    if (synchronous && heartbeat.isZero()) {
      throw OptionChecks.error(spec, "--sync needs --heartbeat: nodes that never report.");
    }
    SimulationParameters.Builder parameters =
        SimulationParameters.builder()
            .seed(seed)
            .cycleMillis(cycle.toMillis())
            .heartbeatMillis(heartbeat.toMillis())
            .asynchronous(!synchronous)
            .networkDelayMillis(networkDelay.toMillis())
            .failures(
                new FailureModel(
                    nodeMtbf == null ? Double.POSITIVE_INFINITY : nodeMtbf.toMillis(),
                    nodeRepair.toMillis(),
                    taskFailures));
    if (master != null) {
      parameters.master(master.model(cluster.resources()));
    }
    return parameters.build();
  }

  /**
   * Application masters as typed.
   *
   * @param memoryMib memory of each
   * @param vcores virtual cores of each
   * @param start until it asks for tasks
   * @param end until its container is gone
   */
  record MasterOption(long memoryMib, long vcores, Duration start, Duration end) {

    MasterModel model(ImmutableList<String> resources) {
      ImmutableLongArray.Builder demand = ImmutableLongArray.builder().add(memoryMib).add(vcores);
      for (int type = 2; type < resources.size(); type++) {
        demand.add(0);
      }
      return new MasterModel(new ResourceVector(demand.build()), start.toMillis(), end.toMillis());
    }

    /** Reads {@code memory=2g,vcores=1,start=5s,end=1s}. */
    static final class Converter implements ITypeConverter<MasterOption> {

      private static final ImmutableList<String> KEYS =
          ImmutableList.of("memory", "vcores", "start", "end");

      @Override
      public MasterOption convert(String text) {
        KeyValues values = KeyValues.parse(text, KEYS, KEYS::contains);
        DelayConverter delays = new DelayConverter();
        return new MasterOption(
            new MemoryConverter().convert(values.find("memory").orElse("1g")),
            values.wholeNumber("vcores", values.find("vcores").orElse("1"), 1),
            delays.convert(values.find("start").orElse("0")),
            delays.convert(values.find("end").orElse("0")));
      }
    }
  }
}
