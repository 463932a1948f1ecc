package org.foresight.cli;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a scheduler said of a job when it was first planned. All times are workload times in
 * milliseconds.
 *
 * @param plannedStartMillis from when on the first plan that had a start for it let it start; empty
 *     if none had before it started
 * @param runtime how long it was to run with all tasks at once; empty if unknown
 */
record JobForecast(OptionalLong plannedStartMillis, Optional<Range> runtime) {

  /**
   * A range.
   *
   * @param p50Millis it is no longer than that with probability 0.5
   * @param p90Millis it is no longer than that with probability 0.9
   */
  record Range(long p50Millis, long p90Millis) {}
}
