package org.foresight.testbed;

import java.util.Optional;

/**
 * One run of a task in a container. All times are workload times, in milliseconds.
 *
 * @param jobId whose task it was
 * @param startMillis when the container's node had accepted to start it
 * @param endMillis when its application master knew of its end, or when it was last heard of
 * @param ending how it ended
 * @param beneficiary the job that it was stopped for, by the reason that the scheduler gave; empty
 *     if it gave none, or it was not stopped
 */
public record TaskRun(
    String jobId, long startMillis, long endMillis, Ending ending, Optional<String> beneficiary) {

  /** How a task's run ended. */
  public enum Ending {
    /** The task is done. */
    SUCCEEDED,
    /** The ResourceManager stopped its container, whose exit status was PREEMPTED. */
    PREEMPTED,
    /** Its container failed, or was lost. */
    LOST,
    /** It still ran when all was ended. */
    CUT_OFF
  }

  public TaskRun {
    if (endMillis < startMillis) {
      throw new IllegalArgumentException(
          "The end ("
              + endMillis
              + " ms) of a task of the job ("
              + jobId
              + ") must not be before its start ("
              + startMillis
              + " ms).");
    }
  }

  /** For how long it ran. */
  public long runMillis() {
    return endMillis - startMillis;
  }
}
