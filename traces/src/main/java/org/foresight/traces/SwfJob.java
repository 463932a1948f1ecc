package org.foresight.traces;

/**
 * One job of a trace in the Standard Workload Format, with the fields that the project needs.
 *
 * <p>Immutable. {@link #UNKNOWN} stands for a value that the trace does not state; only the job
 * number and the submit time are always known.
 *
 * @param jobNumber number of the job in its trace
 * @param submitSeconds when it was submitted, from the start of the trace
 * @param waitSeconds how long it waited under the scheduler of its site
 * @param runSeconds how long it ran
 * @param allocatedProcessors processors that it was given
 * @param requestedProcessors processors that it asked for
 * @param requestedSeconds the runtime that its user asked for
 * @param status 0 failed, 1 completed, 2 to 4 parts of a job that was checkpointed, 5 cancelled
 * @param user number of the user
 * @param group number of the user's group
 * @param executable number of the program
 * @param queue number of the queue
 * @param partition number of the partition of the machine
 */
public record SwfJob(
    long jobNumber,
    long submitSeconds,
    long waitSeconds,
    long runSeconds,
    int allocatedProcessors,
    int requestedProcessors,
    long requestedSeconds,
    int status,
    int user,
    int group,
    int executable,
    int queue,
    int partition) {

  /** Stands for a value that the trace does not state. */
  public static final int UNKNOWN = -1;

  private static final int COMPLETED = 1;

  public SwfJob {
    if (jobNumber < 0 || submitSeconds < 0) {
      throw new IllegalArgumentException(
          "The jobNumber ("
              + jobNumber
              + ") and submitSeconds ("
              + submitSeconds
              + ") must not be negative.");
    }
  }

  /** Whether it ran to success. */
  public boolean isCompleted() {
    return status == COMPLETED;
  }

  /** Processors that it was given, else those it asked for, else {@link #UNKNOWN}. */
  public int processors() {
    if (allocatedProcessors > 0) {
      return allocatedProcessors;
    }
    return requestedProcessors > 0 ? requestedProcessors : UNKNOWN;
  }

  /** When it ended, on the clock of {@link #submitSeconds}; unknown times count as zero. */
  public long endSeconds() {
    return submitSeconds + Math.max(0, waitSeconds) + Math.max(0, runSeconds);
  }
}
