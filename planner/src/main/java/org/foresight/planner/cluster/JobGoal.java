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
 */
public record JobGoal(OptionalLong deadlineMillis, boolean gang, NodePreference preference) {

  public static final JobGoal BEST_EFFORT = new JobGoal(OptionalLong.empty(), false);

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
}
