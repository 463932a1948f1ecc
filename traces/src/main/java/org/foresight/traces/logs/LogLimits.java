package org.foresight.traces.logs;

import org.foresight.traces.TraceLimits;

/** The values accepted in logs; they keep sums of a job's times inside a long. */
final class LogLimits {

  /** Milliseconds since 1970: up to the year 2286. */
  static final long TIME_MILLIS = TraceLimits.TIME_MILLIS;

  /** Runtime of a task. */
  static final long TASK_MILLIS = TraceLimits.TASK_MILLIS;

  /** Memory in MiB and numbers of cores. */
  static final long AMOUNT = 1_000_000_000L;

  private LogLimits() {}
}
