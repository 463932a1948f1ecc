package org.foresight.planner.preemption;

/**
 * How tasks are stopped.
 *
 * @param graceMillis how long after its job was told a task is stopped
 * @param keepMillis how long after that the room is kept for the job that it was made for, also if
 *     it does not come free in that time
 * @param mostPerJob how many times tasks of one job may be stopped in any window; all that one plan
 *     stops of it are one time
 * @param windowMillis the length of the window
 */
public record PreemptionSettings(
    long graceMillis, long keepMillis, int mostPerJob, long windowMillis) {

  /**
   * How long a node takes, more or less, until it has ended a task and said so: a report of the
   * node to hear of it, the end of a process, and a report to tell.
   */
  private static final long CONFIRMATION_MILLIS = 2_000;

  public PreemptionSettings {
    requireNotNegative("graceMillis", graceMillis);
    requireNotNegative("keepMillis", keepMillis);
    requireNotNegative("mostPerJob", mostPerJob);
    requireNotNegative("windowMillis", windowMillis);
  }

  /** How long it takes until a task that is to be stopped has given its room back. */
  public long stopMillis() {
    return graceMillis + CONFIRMATION_MILLIS;
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("The " + name + " (" + value + ") must not be negative.");
    }
  }
}
