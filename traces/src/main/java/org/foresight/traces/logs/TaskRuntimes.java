package org.foresight.traces.logs;

import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;

/** How long tasks ran. */
final class TaskRuntimes {

  private TaskRuntimes() {}

  /**
   * Runtime of an attempt; one that began and ended in the same millisecond ran for one.
   *
   * @throws TraceFormatException if that is no runtime
   */
  static long millis(Path file, long lineNumber, String what, long startMillis, long finishMillis) {
    long runtime = finishMillis - startMillis;
    if (runtime < 0 || runtime > LogLimits.TASK_MILLIS) {
      throw new TraceFormatException(
          file,
          lineNumber,
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
