package org.foresight.traces.logs;

/** How long tasks ran. */
final class TaskRuntimes {

  private TaskRuntimes() {}

  /**
   * Runtime of an attempt; one that began and ended in the same millisecond ran for one.
   *
   * @throws org.foresight.traces.TraceFormatException if that is no runtime
   */
  static long millis(LogPosition position, String what, long startMillis, long finishMillis) {
    long runtime = finishMillis - startMillis;
    if (runtime < 0 || runtime > LogLimits.TASK_MILLIS) {
      throw position.problem(
          what
              + ": found the start "
              + startMillis
              + " and the finish "
              + finishMillis
              + "; accepted: a finish from 0 to "
              + LogLimits.TASK_MILLIS
              + " ms after the start.");
    }
    return Math.max(1, runtime);
  }
}
