package org.foresight.traces;

/**
 * The largest values that readers of traces accept. They keep a single job inside the memory, and
 * sums and products of a job's times inside a long.
 */
public final class TraceLimits {

  /** Tasks of a job. */
  public static final int TASKS = 1_000_000;

  /** Runtime of a task: about 31 years. */
  public static final long TASK_MILLIS = 1_000_000_000_000L;

  /** Distance of a time from the start of the trace's clock; clocks may count from 1970. */
  public static final long TIME_MILLIS = 10_000_000_000_000L;

  /** Amount of a resource that a task needs. */
  public static final long DEMAND = 1_000_000_000_000_000L;

  private TraceLimits() {}
}
