package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;

/**
 * One job of a workload: what its user submits, and what only the trace knows (how long every task
 * runs).
 *
 * <p>Immutable. All times are on the workload's own clock, which starts at zero.
 *
 * @param id unique in its workload
 * @param submitMillis when the job is submitted, from the start of the workload; negative for jobs
 *     of the history part
 * @param user who submits it
 * @param name the job's name as its user gives it, not normalised
 * @param queue the leaf queue it is submitted to
 * @param deadlineMillis when an SLO job must have ended, on the clock of {@code submitMillis};
 *     empty for a best-effort job
 * @param gang whether all tasks must start together
 * @param taskMillis runtime of each task, at least one
 */
public record WorkloadJob(
    String id,
    long submitMillis,
    String user,
    String name,
    String queue,
    OptionalLong deadlineMillis,
    boolean gang,
    ImmutableList<Long> taskMillis) {

  public WorkloadJob {
    if (taskMillis.isEmpty()) {
      throw new IllegalArgumentException("The job (" + id + ") must have at least one task.");
    }
    for (long millis : taskMillis) {
      if (millis <= 0) {
        throw new IllegalArgumentException(
            "The task runtime (" + millis + " ms) of the job (" + id + ") must be positive.");
      }
    }
  }

  /** Whether the job has a deadline. */
  public boolean isSlo() {
    return deadlineMillis.isPresent();
  }

  /** Number of tasks. */
  public int width() {
    return taskMillis.size();
  }

  /** Sum of the task runtimes, in task-milliseconds. */
  public long workMillis() {
    return taskMillis.stream().mapToLong(Long::longValue).sum();
  }

  /** Runtime of the longest task: the job's runtime when all its tasks run at once. */
  public long spanMillis() {
    return taskMillis.stream().mapToLong(Long::longValue).max().orElseThrow();
  }
}
