package org.foresight.planner.cluster;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * What a job's user wants of the scheduler.
 *
 * @param deadlineMillis when an SLO job must have ended, in milliseconds since the epoch of the
 *     host's clock; empty for a best-effort (BE) job
 * @param gang whether the job's tasks must all start together (a rigid job)
 * @param preference which nodes suit it
 * @param value how many times as much as other SLO jobs it is worth that an SLO job meets its
 *     deadline; positive
 * @param service whether it runs until somebody ends it; a service has no deadline
 * @param maxWaitMillis how long after its submission the first of its tasks must have started, or
 *     else the job is ended; empty: any time
 */
public record JobGoal(
    OptionalLong deadlineMillis,
    boolean gang,
    NodePreference preference,
    double value,
    boolean service,
    OptionalLong maxWaitMillis) {

  /** The value of an SLO job that has none of its own. */
  public static final double USUAL_VALUE = 1.0;

  public static final JobGoal BEST_EFFORT = new JobGoal(OptionalLong.empty(), false);

  public JobGoal {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException("The value (" + value + ") of a job must be positive.");
    }
    if (service && deadlineMillis.isPresent()) {
      throw new IllegalArgumentException(
          "A service has no deadline (" + deadlineMillis.getAsLong() + ").");
    }
  }

  /** A job like others that may wait for any time. */
  public JobGoal(OptionalLong deadlineMillis, boolean gang, NodePreference preference) {
    this(deadlineMillis, gang, preference, USUAL_VALUE, false, OptionalLong.empty());
  }

  /** A job that all nodes are the same to. */
  public JobGoal(OptionalLong deadlineMillis, boolean gang) {
    this(deadlineMillis, gang, NodePreference.NONE);
  }

  /** A job that must have ended by {@code deadline}. */
  public static JobGoal by(Instant deadline) {
    return new JobGoal(OptionalLong.of(deadline.toEpochMilli()), false);
  }

  public boolean isSlo() {
    return deadlineMillis.isPresent();
  }

  /**
   * Whether a node may suspend its tasks for those of others: not where somebody counts on them in
   * time or at all times, nor where they wait for one another. After its deadline a job is like
   * those that have none.
   */
  public boolean toleratesSuspension(long nowMillis) {
    boolean isDue = isSlo() && deadlineMillis.getAsLong() > nowMillis;
    return !isDue && !service && !gang;
  }

  /** The same wishes without a deadline. */
  public JobGoal asBestEffort() {
    return new JobGoal(OptionalLong.empty(), gang, preference, USUAL_VALUE, service, maxWaitMillis);
  }

  /** The same wishes with other nodes that suit the job. */
  public JobGoal preferring(NodePreference other) {
    return new JobGoal(deadlineMillis, gang, other, value, service, maxWaitMillis);
  }
}
