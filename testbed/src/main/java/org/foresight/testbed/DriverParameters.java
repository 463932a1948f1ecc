package org.foresight.testbed;

import com.google.common.collect.ImmutableSet;
import java.time.Duration;

/**
 * How a {@link WorkloadDriver} runs a workload.
 *
 * @param timeScale real time per workload time: 1/60 runs an hour of workload in a minute
 * @param timeout after this much real time whatever still runs is killed
 * @param heartbeat how often, in real time, every application master talks to the ResourceManager
 * @param tellsOutcomes whether every job says in a tag how long it will really run, which only a
 *     {@link org.foresight.yarn.OracleScheduler} reads
 * @param command what tasks do
 * @param tags what the tags of every job say beside what the workload does, right or wrong
 */
public record DriverParameters(
    double timeScale,
    Duration timeout,
    Duration heartbeat,
    boolean tellsOutcomes,
    TaskCommand command,
    ImmutableSet<String> tags) {

  /** One hour of workload in a minute, ten minutes at most, five heartbeats a second, sleep. */
  public static final DriverParameters DEFAULTS =
      new DriverParameters(
          1.0 / 60.0,
          Duration.ofMinutes(10),
          Duration.ofMillis(200),
          false,
          TaskCommand.SLEEP,
          ImmutableSet.of());

  public DriverParameters {
    if (!(timeScale > 0.0) || Double.isInfinite(timeScale)) {
      throw new IllegalArgumentException(
          "The timeScale (" + timeScale + ") must be positive and finite.");
    }
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("The timeout (" + timeout + ") must be positive.");
    }
    if (heartbeat.toMillis() < 1) {
      throw new IllegalArgumentException(
          "The heartbeat (" + heartbeat + ") must be at least 1 ms.");
    }
  }

  /** These parameters with another time scale. */
  public DriverParameters withTimeScale(double newTimeScale) {
    return new DriverParameters(newTimeScale, timeout, heartbeat, tellsOutcomes, command, tags);
  }

  /** These parameters with another timeout. */
  public DriverParameters withTimeout(Duration newTimeout) {
    return new DriverParameters(timeScale, newTimeout, heartbeat, tellsOutcomes, command, tags);
  }

  /** These parameters with jobs that say how long they will really run, or not. */
  public DriverParameters withOutcomesTold(boolean newTellsOutcomes) {
    return new DriverParameters(timeScale, timeout, heartbeat, newTellsOutcomes, command, tags);
  }

  /** These parameters with tasks that do something else. */
  public DriverParameters withCommand(TaskCommand newCommand) {
    return new DriverParameters(timeScale, timeout, heartbeat, tellsOutcomes, newCommand, tags);
  }

  /** These parameters with jobs of other additional tags. */
  public DriverParameters withTags(ImmutableSet<String> newTags) {
    return new DriverParameters(timeScale, timeout, heartbeat, tellsOutcomes, command, newTags);
  }
}
