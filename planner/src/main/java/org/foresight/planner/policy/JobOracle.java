package org.foresight.planner.policy;

/** Knows what only the future tells. */
@FunctionalInterface
public interface JobOracle {

  /**
   * The true work of a submitted job that has not ended, in task-milliseconds.
   *
   * @throws IllegalArgumentException if there is no such job
   */
  long workMillis(String jobId);
}
