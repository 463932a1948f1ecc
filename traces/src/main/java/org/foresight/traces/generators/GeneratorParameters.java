package org.foresight.traces.generators;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What any generated workload can be asked for; where a value is empty the workload has its own.
 *
 * <p>Immutable.
 *
 * @param seed of all random draws; the same workload, parameters and seed give the same jobs
 * @param slots tasks that the cluster runs at once
 * @param load offered load: work of all jobs ÷ (slots × duration)
 * @param jobs number of jobs; not together with a duration
 * @param duration length of the window in which jobs arrive; not together with jobs
 */
public record GeneratorParameters(
    long seed,
    OptionalInt slots,
    OptionalDouble load,
    OptionalLong jobs,
    Optional<Duration> duration) {

  private static final Duration LONGEST = Duration.ofDays(3660);
  private static final double LARGEST_LOAD = 100.0;
  private static final long MOST_JOBS = 1_000_000_000L;

  public GeneratorParameters {
    slots.ifPresent(
        value -> {
          if (value < 1 || value > ClusterHint.MAX_SLOTS) {
            throw new IllegalArgumentException(
                "The slots (" + value + ") must be between 1 and " + ClusterHint.MAX_SLOTS + ".");
          }
        });
    load.ifPresent(
        value -> {
          if (!(value > 0.0 && value <= LARGEST_LOAD)) {
            throw new IllegalArgumentException(
                "The load (" + value + ") must be above 0 and at most " + LARGEST_LOAD + ".");
          }
        });
    jobs.ifPresent(
        value -> {
          if (value < 1 || value > MOST_JOBS) {
            throw new IllegalArgumentException(
                "The jobs (" + value + ") must be between 1 and " + MOST_JOBS + ".");
          }
        });
    duration.ifPresent(
        value -> {
          if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                "The duration (" + value + ") must be between PT1S and " + LONGEST + ".");
          }
        });
    if (jobs.isPresent() && duration.isPresent()) {
      throw new IllegalArgumentException(
          "The jobs ("
              + jobs.getAsLong()
              + ") and the duration ("
              + duration.get()
              + ") must not both be given: the load makes one follow from the other.");
    }
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Fails if a duration is given to a workload that is a number of jobs. */
  void requireNoDuration(String workload) {
    duration.ifPresent(
        value -> {
          throw new IllegalArgumentException(
              "The duration ("
                  + value
                  + ") must not be given for "
                  + workload
                  + ", which takes the number of jobs instead.");
        });
  }

  /** Fails if a number of jobs is given to a workload that fills a window. */
  void requireNoJobs(String workload) {
    jobs.ifPresent(
        value -> {
          throw new IllegalArgumentException(
              "The jobs ("
                  + value
                  + ") must not be given for "
                  + workload
                  + ", which takes the duration instead.");
        });
  }

  /** Collects parameters; not thread-safe. */
  public static final class Builder {
    private long seed = 1;
    private OptionalInt slots = OptionalInt.empty();
    private OptionalDouble load = OptionalDouble.empty();
    private OptionalLong jobs = OptionalLong.empty();
    private Optional<Duration> duration = Optional.empty();

    private Builder() {}

    /** Default 1. */
    @CanIgnoreReturnValue
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** By default those of the cluster that the workload is made for. */
    @CanIgnoreReturnValue
    public Builder slots(int value) {
      slots = OptionalInt.of(value);
      return this;
    }

    /** By default the workload's own. */
    @CanIgnoreReturnValue
    public Builder load(double value) {
      load = OptionalDouble.of(value);
      return this;
    }

    /** By default the workload's own, or as many as fill its window. */
    @CanIgnoreReturnValue
    public Builder jobs(long value) {
      jobs = OptionalLong.of(value);
      return this;
    }

    /** By default the workload's own, or as long as its jobs take to arrive. */
    @CanIgnoreReturnValue
    public Builder duration(Duration value) {
      duration = Optional.of(value);
      return this;
    }

    /**
     * The parameters.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public GeneratorParameters build() {
      return new GeneratorParameters(seed, slots, load, jobs, duration);
    }
  }
}
