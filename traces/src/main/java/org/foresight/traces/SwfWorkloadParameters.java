package org.foresight.traces;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How a trace becomes a workload, see {@link SwfWorkload}. Times are those of the trace.
 *
 * <p>Immutable. {@link #builder} states the defaults.
 *
 * @param seed of all random draws
 * @param slots tasks that the cluster runs at once
 * @param window length of the window in which jobs arrive
 * @param windowStartSeconds start of the window on the clock of the trace's submit times; empty to
 *     choose one by load
 * @param windowStep distance between the windows tried, at least a second
 * @param minWindowJobs eligible jobs that a window should have to be chosen
 * @param targetLoad offered load that the chosen window should be closest to
 * @param maxJobs largest number of jobs
 * @param minTaskTime shortest task; shorter ones are raised to it
 * @param maxRuntime longest job that is eligible
 * @param sloShare share of the jobs that get a deadline
 * @param maxHistory largest number of earlier jobs
 * @param gang whether all tasks of a job must start together
 */
public record SwfWorkloadParameters(
    long seed,
    int slots,
    Duration window,
    OptionalLong windowStartSeconds,
    Duration windowStep,
    int minWindowJobs,
    double targetLoad,
    int maxJobs,
    Duration minTaskTime,
    Duration maxRuntime,
    double sloShare,
    int maxHistory,
    boolean gang) {

  private static final Duration LONGEST = Duration.ofDays(366);
  private static final int LARGEST_CLUSTER = 10_000_000;

  public SwfWorkloadParameters {
    requireAtLeast("slots", slots, 1);
    if (slots > LARGEST_CLUSTER) {
      throw new IllegalArgumentException(
          "The slots (" + slots + ") must be at most " + LARGEST_CLUSTER + ".");
    }
    requireAtLeast("minWindowJobs", minWindowJobs, 1);
    requireAtLeast("maxJobs", maxJobs, 1);
    requireAtLeast("maxHistory", maxHistory, 0);
    if (windowStartSeconds.isPresent()) {
      requireAtLeast("windowStartSeconds", windowStartSeconds.getAsLong(), 0);
    }
    requireBetween("window", window, Duration.ofSeconds(1));
    requireBetween("windowStep", windowStep, Duration.ofSeconds(1));
    requireBetween("minTaskTime", minTaskTime, Duration.ofMillis(1));
    requireBetween("maxRuntime", maxRuntime, minTaskTime);
    if (!(targetLoad > 0.0) || Double.isInfinite(targetLoad)) {
      throw new IllegalArgumentException(
          "The targetLoad (" + targetLoad + ") must be positive and finite.");
    }
    if (!(sloShare >= 0.0 && sloShare <= 1.0)) {
      throw new IllegalArgumentException("The sloShare (" + sloShare + ") must be in [0, 1].");
    }
  }

  private static void requireAtLeast(String name, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(
          "The " + name + " (" + value + ") must be at least " + min + ".");
    }
  }

  private static void requireBetween(String name, Duration value, Duration min) {
    if (value.compareTo(min) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "The " + name + " (" + value + ") must be between " + min + " and " + LONGEST + ".");
    }
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects parameters; not thread-safe. */
  public static final class Builder {
    private long seed = 1;
    private int slots = 32;
    private Duration window = Duration.ofHours(1);
    private OptionalLong windowStartSeconds = OptionalLong.empty();
    private Duration windowStep = Duration.ofMinutes(5);
    private int minWindowJobs = 20;
    private double targetLoad = 1.4;
    private int maxJobs = 60;
    private Duration minTaskTime = Duration.ofMinutes(2);
    private Duration maxRuntime = Duration.ofMinutes(20);
    private double sloShare = 0.5;
    private int maxHistory = 5000;
    private boolean gang;

    private Builder() {}

    /** Default 1. */
    @CanIgnoreReturnValue
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Default 32. */
    @CanIgnoreReturnValue
    public Builder slots(int value) {
      slots = value;
      return this;
    }

    /** Default 1 hour. */
    @CanIgnoreReturnValue
    public Builder window(Duration value) {
      window = value;
      return this;
    }

    /** By default the window is chosen by load. */
    @CanIgnoreReturnValue
    public Builder windowStartSeconds(long value) {
      windowStartSeconds = OptionalLong.of(value);
      return this;
    }

    /** Default 5 minutes. */
    @CanIgnoreReturnValue
    public Builder windowStep(Duration value) {
      windowStep = value;
      return this;
    }

    /** Default 20. */
    @CanIgnoreReturnValue
    public Builder minWindowJobs(int value) {
      minWindowJobs = value;
      return this;
    }

    /** Default 1.4. */
    @CanIgnoreReturnValue
    public Builder targetLoad(double value) {
      targetLoad = value;
      return this;
    }

    /** Default 60. */
    @CanIgnoreReturnValue
    public Builder maxJobs(int value) {
      maxJobs = value;
      return this;
    }

    /** Default 2 minutes: 2 s where an hour is replayed in a minute. */
    @CanIgnoreReturnValue
    public Builder minTaskTime(Duration value) {
      minTaskTime = value;
      return this;
    }

    /** Default 20 minutes. */
    @CanIgnoreReturnValue
    public Builder maxRuntime(Duration value) {
      maxRuntime = value;
      return this;
    }

    /** Default 0.5. */
    @CanIgnoreReturnValue
    public Builder sloShare(double value) {
      sloShare = value;
      return this;
    }

    /** Default 5000. */
    @CanIgnoreReturnValue
    public Builder maxHistory(int value) {
      maxHistory = value;
      return this;
    }

    /** Default false: jobs are elastic. */
    @CanIgnoreReturnValue
    public Builder gang(boolean value) {
      gang = value;
      return this;
    }

    /**
     * The parameters.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public SwfWorkloadParameters build() {
      return new SwfWorkloadParameters(
          seed,
          slots,
          window,
          windowStartSeconds,
          windowStep,
          minWindowJobs,
          targetLoad,
          maxJobs,
          minTaskTime,
          maxRuntime,
          sloShare,
          maxHistory,
          gang);
    }
  }
}
