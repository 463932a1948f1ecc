package org.foresight.predictor;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known of a job when it is submitted (3Sigma §4.1).
 *
 * @param user who submits it
 * @param jobName its name as given; the predictor normalises it
 * @param queue the full path of its leaf queue
 * @param group the user's group or project
 * @param jobType the framework, such as {@code MAPREDUCE} or {@code SPARK}
 * @param priority the priority asked for
 * @param slots how many tasks or processors are asked for, at least 1
 * @param requestedMillis the runtime that the user states as an estimate or a limit, at least 1
 * @param submitEpochMillis when it is submitted; in the simulator, on the workload's own clock
 */
public record JobFeatures(
    String user,
    String jobName,
    String queue,
    Optional<String> group,
    Optional<String> jobType,
    OptionalInt priority,
    OptionalLong slots,
    OptionalLong requestedMillis,
    OptionalLong submitEpochMillis) {

  public JobFeatures {
    requirePositive("slots", slots);
    requirePositive("requestedMillis", requestedMillis);
  }

  /** A job of which no more is known. */
  public JobFeatures(String user, String jobName, String queue) {
    this(
        user,
        jobName,
        queue,
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static void requirePositive(String name, OptionalLong value) {
    if (value.isPresent() && value.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "The " + name + " (" + value.getAsLong() + ") of a job must be at least 1.");
    }
  }

  /** A builder for a job of which more is known. */
  public static Builder builder(String user, String jobName, String queue) {
    return new Builder(user, jobName, queue);
  }

  /** Builds features. Not thread-safe. */
  public static final class Builder {
    private final String user;
    private final String jobName;
    private final String queue;
    private Optional<String> group = Optional.empty();
    private Optional<String> jobType = Optional.empty();
    private OptionalInt priority = OptionalInt.empty();
    private OptionalLong slots = OptionalLong.empty();
    private OptionalLong requestedMillis = OptionalLong.empty();
    private OptionalLong submitEpochMillis = OptionalLong.empty();

    private Builder(String user, String jobName, String queue) {
      this.user = user;
      this.jobName = jobName;
      this.queue = queue;
    }

    @CanIgnoreReturnValue
    public Builder group(String value) {
      group = Optional.of(value);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder jobType(String value) {
      jobType = Optional.of(value);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder priority(int value) {
      priority = OptionalInt.of(value);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder slots(long value) {
      slots = OptionalLong.of(value);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder requestedMillis(long value) {
      requestedMillis = OptionalLong.of(value);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder submitEpochMillis(long value) {
      submitEpochMillis = OptionalLong.of(value);
      return this;
    }

    public JobFeatures build() {
      return new JobFeatures(
          user,
          jobName,
          queue,
          group,
          jobType,
          priority,
          slots,
          requestedMillis,
          submitEpochMillis);
    }
  }
}
