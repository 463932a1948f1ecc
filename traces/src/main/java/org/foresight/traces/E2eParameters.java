package org.foresight.traces;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/**
 * What the {@code e2e} workload is generated from (3Sigma §5).
 *
 * <p>Immutable. {@link #builder} states the defaults.
 *
 * @param seed of all random draws; the same parameters and seed give the same workload
 * @param slots tasks that the cluster runs at once
 * @param duration length of the window in which jobs arrive, in workload time
 * @param load offered load: work of all jobs ÷ (slots × duration)
 * @param sloShare share of that work that belongs to SLO jobs
 * @param arrivalSquaredCov squared coefficient of variation of the inter-arrival times, at least 1
 * @param historyJobs number of earlier jobs that a predictor may learn from
 * @param gang whether all tasks of a job must start together
 */
public record E2eParameters(
    long seed,
    int slots,
    Duration duration,
    double load,
    double sloShare,
    double arrivalSquaredCov,
    int historyJobs,
    boolean gang) {

  private static final Duration LONGEST = Duration.ofDays(366);

  /** The greatest load that is generated. */
  public static final double LARGEST_LOAD = 100.0;

  public E2eParameters {
    if (slots < 1) {
      throw new IllegalArgumentException("The slots (" + slots + ") must be at least 1.");
    }
    if (duration.toMillis() < 1 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "The duration (" + duration + ") must be at least 1 ms and at most " + LONGEST + ".");
    }
    if (!(load > 0.0 && load <= LARGEST_LOAD)) {
      throw new IllegalArgumentException(
          "The load (" + load + ") must be above 0 and at most " + LARGEST_LOAD + ".");
    }
    if (!(sloShare >= 0.0 && sloShare <= 1.0)) {
      throw new IllegalArgumentException("The sloShare (" + sloShare + ") must be in [0, 1].");
    }
    if (!(arrivalSquaredCov >= 1.0 && arrivalSquaredCov <= 1e6)) {
      throw new IllegalArgumentException(
          "The arrivalSquaredCov (" + arrivalSquaredCov + ") must be between 1 and 1000000.");
    }
    if (historyJobs < 0) {
      throw new IllegalArgumentException(
          "The historyJobs (" + historyJobs + ") must not be negative.");
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
    private Duration duration = Duration.ofHours(1);
    private double load = 1.4;
    private double sloShare = 0.5;
    private double arrivalSquaredCov = 4.0;
    private int historyJobs = 1500;
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
    public Builder duration(Duration value) {
      duration = value;
      return this;
    }

    /** Default 1.4. */
    @CanIgnoreReturnValue
    public Builder load(double value) {
      load = value;
      return this;
    }

    /** Default 0.5. */
    @CanIgnoreReturnValue
    public Builder sloShare(double value) {
      sloShare = value;
      return this;
    }

    /** Default 4. */
    @CanIgnoreReturnValue
    public Builder arrivalSquaredCov(double value) {
      arrivalSquaredCov = value;
      return this;
    }

    /** Default 1500. */
    @CanIgnoreReturnValue
    public Builder historyJobs(int value) {
      historyJobs = value;
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
    public E2eParameters build() {
      return new E2eParameters(
          seed, slots, duration, load, sloShare, arrivalSquaredCov, historyJobs, gang);
    }
  }
}
