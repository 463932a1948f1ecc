package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.foresight.testbed.TestbedParameters;

/** A scheduler, with what its node takes at once. */
enum YarnSystem {
  FIFO("FIFO", "Hadoop's CapacityScheduler, first in, first out, without plug-ins", Scale.CORES),

  BIGC(
      "Two classes",
      "policy `bigc`: short jobs have most of the cluster, and tasks of long ones are suspended for"
          + " them, as in Big-C",
      2 * Scale.CORES),

  KAIROS("Kairos", "policy `kairos`", Scale.CORES + Scale.QUEUE_BOUND),

  FORESIGHT("Foresight", "policy `foresight`", 2 * Scale.CORES);

  /** Of each task. */
  static final int SLOT_MIB = 1_024;

  /** Shortest time between two plans. */
  static final long CYCLE_MILLIS = 250;

  /** Often enough for tasks of a second. */
  private static final Duration NODE_HEARTBEAT = Duration.ofMillis(50);

  private final String title;
  private final String what;
  private final int offeredCores;

  YarnSystem(String title, String what, int offeredCores) {
    this.title = title;
    this.what = what;
    this.offeredCores = offeredCores;
  }

  /** What it is called on the page. */
  String title() {
    return title;
  }

  /** What it is, for people. */
  String what() {
    return what;
  }

  /** The policy that decides as it does. */
  String policy() {
    return this == FIFO ? "fifo" : name().toLowerCase(Locale.ROOT);
  }

  /** How many tasks its node takes at once. */
  int offeredCores() {
    return offeredCores;
  }

  /**
   * What of Foresight's keys is not as by default; none without Foresight.
   *
   * @param mix that it runs
   */
  ImmutableMap<String, String> keys(Mix mix, Scale scale) {
    ImmutableMap.Builder<String, String> keys = ImmutableMap.builder();
    keys.put("foresight.policy", policy())
        .put("foresight.mode", "on")
        .put("foresight.cycle-millis", Long.toString(CYCLE_MILLIS));
    return switch (this) {
      case FIFO -> ImmutableMap.of();
      case BIGC ->
          keys.put("foresight.bigc.cutoff-millis", Long.toString(scale.cutoffMillis(mix)))
              .put("foresight.bigc.short-percent", Integer.toString(mix.shortPercent()))
              .buildOrThrow();
      case KAIROS ->
          keys.put("foresight.las.queue-bound", Integer.toString(Scale.QUEUE_BOUND)).buildOrThrow();
      case FORESIGHT -> keys.buildOrThrow();
    };
  }

  /** What of the agent's keys is not as by default; none without Foresight. */
  ImmutableMap<String, String> agentKeys(long quantumMillis) {
    return this == FIFO
        ? ImmutableMap.of()
        : ImmutableMap.of("foresight.agent.quantum-millis", Long.toString(quantumMillis));
  }

  /**
   * A testbed under it.
   *
   * @param history folder of what it has learned, if it learns
   */
  TestbedParameters testbed(Mix mix, Scale scale, long quantumMillis, Path history) {
    TestbedParameters stock =
        TestbedParameters.DEFAULTS
            .withSize(1, Scale.CORES, offeredCores * SLOT_MIB)
            .withOfferedVcores(offeredCores)
            .withNodeHeartbeat(NODE_HEARTBEAT);
    if (this == FIFO) {
      return stock;
    }
    return stock
        .withScheduler(
            true,
            Optional.of(
                ImmutableMap.<String, String>builder()
                    .putAll(keys(mix, scale))
                    .put("foresight.history.dir", history.toString())
                    .buildOrThrow()))
        .withAgent(agentKeys(quantumMillis));
  }

  /** Of all that decides what it does. */
  String describe(Mix mix, Scale scale) {
    return name()
        + " "
        + offeredCores
        + " "
        + ImmutableSortedMap.copyOf(keys(mix, scale))
        + " "
        + agentKeys(scale.quantumMillis());
  }
}
