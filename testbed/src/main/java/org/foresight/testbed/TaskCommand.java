package org.foresight.testbed;

import java.math.BigDecimal;
import java.time.Duration;

/** What the container of a task runs. Must be thread-safe. */
@FunctionalInterface
public interface TaskCommand {

  /** Sleeps for the runtime, at least a millisecond. */
  TaskCommand SLEEP =
      runtime ->
          "exec sleep " + BigDecimal.valueOf(Math.max(1, runtime.toMillis()), 3).toPlainString();

  /**
   * The shell command of a task.
   *
   * @param runtime of the task, in real time
   */
  String of(Duration runtime);
}
