package org.foresight.simulator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Optional;

/**
 * How a simulated cluster behaves; the defaults are a cluster without any latency.
 *
 * <p>Immutable. {@link #builder} states the defaults.
 *
 * @param seed of all that is random: failures, and what policies without a centre draw
 * @param cycleMillis shortest time between the starts of two plans; 0: a plan after every change
 * @param planMillis how long a plan takes from its snapshot until it is in force
 * @param heartbeatMillis how often a node reports: the end of a task is known at the next report of
 *     its node; 0: at once
 * @param asynchronous whether tasks are started at any time, or only on the report of their node
 * @param networkDelayMillis from a decision until its node hears of it, and of every message
 * @param containerStartMillis from then until the task runs
 * @param reportMillis from the time that a task's end is known until its job acts on it: what the
 *     heartbeats of application masters cost
 * @param master what application masters cost; empty where jobs have none
 * @param failures what goes wrong
 * @param learns whether the predictor learns from the jobs that end in the simulation
 * @param longestMillis virtual time after which the simulation is cut off
 */
public record SimulationParameters(
    long seed,
    long cycleMillis,
    long planMillis,
    long heartbeatMillis,
    boolean asynchronous,
    long networkDelayMillis,
    long containerStartMillis,
    long reportMillis,
    Optional<MasterModel> master,
    FailureModel failures,
    boolean learns,
    long longestMillis) {

  public SimulationParameters {
    requireNotNegative("cycleMillis", cycleMillis);
    requireNotNegative("planMillis", planMillis);
    requireNotNegative("heartbeatMillis", heartbeatMillis);
    requireNotNegative("networkDelayMillis", networkDelayMillis);
    requireNotNegative("containerStartMillis", containerStartMillis);
    requireNotNegative("reportMillis", reportMillis);
    if (longestMillis < 1) {
      throw new IllegalArgumentException(
          "The longestMillis (" + longestMillis + ") must be positive.");
    }
  }

  private static void requireNotNegative(String name, long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("The " + name + " (" + millis + ") must not be negative.");
    }
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects parameters; not thread-safe. */
  public static final class Builder {
    private long seed = 1;
    private long cycleMillis = 1_000;
    private long planMillis;
    private long heartbeatMillis;
    private boolean asynchronous = true;
    private long networkDelayMillis;
    private long containerStartMillis;
    private long reportMillis;
    private Optional<MasterModel> master = Optional.empty();
    private FailureModel failures = FailureModel.NONE;
    private boolean learns = true;
    private long longestMillis = Long.MAX_VALUE / 4;

    private Builder() {}

    /** Default 1. */
    @CanIgnoreReturnValue
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Default 1 s, as on YARN. */
    @CanIgnoreReturnValue
    public Builder cycleMillis(long value) {
      cycleMillis = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder planMillis(long value) {
      planMillis = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder heartbeatMillis(long value) {
      heartbeatMillis = value;
      return this;
    }

    /** Default true. */
    @CanIgnoreReturnValue
    public Builder asynchronous(boolean value) {
      asynchronous = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder networkDelayMillis(long value) {
      networkDelayMillis = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder containerStartMillis(long value) {
      containerStartMillis = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder reportMillis(long value) {
      reportMillis = value;
      return this;
    }

    /** Default none. */
    @CanIgnoreReturnValue
    public Builder master(MasterModel value) {
      master = Optional.of(value);
      return this;
    }

    /** Default {@link FailureModel#NONE}. */
    @CanIgnoreReturnValue
    public Builder failures(FailureModel value) {
      failures = value;
      return this;
    }

    /** Default true. */
    @CanIgnoreReturnValue
    public Builder learns(boolean value) {
      learns = value;
      return this;
    }

    /** Default: never. */
    @CanIgnoreReturnValue
    public Builder longestMillis(long value) {
      longestMillis = value;
      return this;
    }

    /**
     * The parameters.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public SimulationParameters build() {
      return new SimulationParameters(
          seed,
          cycleMillis,
          planMillis,
          heartbeatMillis,
          asynchronous,
          networkDelayMillis,
          containerStartMillis,
          reportMillis,
          master,
          failures,
          learns,
          longestMillis);
    }
  }
}
