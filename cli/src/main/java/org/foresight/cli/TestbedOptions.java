package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.foresight.cli.support.MemoryConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.PolicyNames;
import org.foresight.testbed.TestbedParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say what a new testbed looks like, wherever its daemons are to run. */
final class TestbedOptions {

  private static final long MOST_VCORES = 10_000;
  private static final long MOST_MEMORY_MB = 1 << 24;
  private static final int MIB_PER_VCORE = 1_024;

  /** What Foresight does with the queues. */
  enum Mode {
    OFF,
    SHADOW,
    ON
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "Where all of it is to be: a folder that is empty or not there.")
  private Path dir;

  @Option(
      names = "--vcores",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Virtual cores of a node (default: ${DEFAULT-VALUE}).")
  private int vcores;

  @Option(
      names = "--offered-vcores",
      paramLabel = "NUMBER",
      description =
          "What a node takes at once; more than it has lets its agent suspend tasks (default: what"
              + " it has).")
  private @Nullable Integer offeredVcores;

  @Option(
      names = "--memory",
      paramLabel = "AMOUNT",
      converter = MemoryConverter.class,
      description = "Memory of a node, such as 8g (default: 1g for each that it takes at once).")
  private @Nullable Long memoryMb;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "foresight",
      description =
          "foresight.policy (default: ${DEFAULT-VALUE}), or capacity: Hadoop's CapacityScheduler,"
              + " without any plug-in.")
  private String policy;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "on",
      description = "Of all queues: off, shadow or on (default: ${DEFAULT-VALUE}).")
  private Mode mode;

  @Option(names = "--preemption", description = "Let Foresight stop best-effort tasks.")
  private boolean preemption;

  @Option(
      names = "--async",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Allocate from threads of the scheduler's own, or only on node heartbeats.")
  private boolean asynchronous;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedOptions() {}

  /** Where it is to be, as it was typed. */
  Path dir() {
    return dir;
  }

  /**
   * What it looks like, with a ResourceManager that keeps its state.
   *
   * @throws ParameterException if something said is not accepted
   */
  TestbedParameters parameters(int nodes) {
    OptionChecks.requireBetween(spec, "--vcores", vcores, 1, MOST_VCORES);
    int offered = offeredVcores == null ? vcores : offeredVcores;
    OptionChecks.requireBetween(spec, "--offered-vcores", offered, vcores, MOST_VCORES);
    long memory = memoryMb == null ? (long) offered * MIB_PER_VCORE : memoryMb;
    if (memory < MIB_PER_VCORE || memory > MOST_MEMORY_MB) {
      throw OptionChecks.error(spec, "--memory is (" + memory + "m) and must be 1g to 16384g.");
    }
    PolicyNames.require(spec, "--policy", ImmutableList.of(policy));
    DemoScheduler scheduler = new DemoScheduler(policy);
    if (scheduler.needsOracle()) {
      throw OptionChecks.error(spec, "--policy has (" + policy + "), which no plug-in runs.");
    }
    if (preemption && !scheduler.stopsTasks(true)) {
      throw OptionChecks.error(spec, "--preemption needs a policy of Foresight's.");
    }
    return TestbedParameters.DEFAULTS
        .withSize(nodes, vcores, (int) memory)
        .withOfferedVcores(offered)
        .withRecovery()
        .withScheduler(asynchronous, keys(scheduler));
  }

  /** What foresight-site.xml is to say; empty where there is to be no Foresight. */
  private Optional<ImmutableMap<String, String>> keys(DemoScheduler scheduler) {
    if (scheduler.isCapacity()) {
      return Optional.empty();
    }
    Path history = dir.toAbsolutePath().normalize().resolve("history");
    return Optional.of(
        ImmutableMap.<String, String>builder()
            .putAll(scheduler.configuration(history, preemption))
            .put("foresight.mode", mode.name().toLowerCase(Locale.ROOT))
            .buildKeepingLast());
  }
}
