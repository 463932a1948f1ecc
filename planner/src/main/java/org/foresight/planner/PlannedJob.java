package org.foresight.planner;

import java.util.OptionalLong;

/**
 * What the plan says of a job.
 *
 * @param jobId the job
 * @param startMillis from when on its tasks may start; empty where the plan has no start for it
 * @param parallelism how many of its working tasks may run at once
 * @param gang whether its tasks start all together or not at all
 * @param reason why
 */
public record PlannedJob(
    String jobId, OptionalLong startMillis, int parallelism, boolean gang, Reason reason) {

  /** Whether its tasks may start. */
  public boolean isDue(long nowMillis) {
    return startMillis.isPresent() && startMillis.getAsLong() <= nowMillis;
  }
}
