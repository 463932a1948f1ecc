package org.foresight.traces.logs;

/** The values accepted in logs; they keep sums of a job's times inside a long. */
final class LogLimits {

  /** Milliseconds since 1970: up to the year 2286. */
  static final long TIME_MILLIS = 10_000_000_000_000L;

  /** Runtime of a task: about 31 years. */
  static final long TASK_MILLIS = 1_000_000_000_000L;

  /** Memory in MiB and numbers of cores. */
  static final long AMOUNT = 1_000_000_000L;

  private LogLimits() {}
}
