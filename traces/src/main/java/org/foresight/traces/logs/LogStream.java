package org.foresight.traces.logs;

import org.foresight.traces.StatedJobs;

/**
 * The jobs of one or more logs. Submissions count from that of the first job of the stream. Ids are
 * those of the log; where an id comes again, the later job gets {@code -2}, {@code -3} and so on.
 *
 * <p>Not thread-safe. {@link #hasNext} reads ahead, so that it throws what {@link #next} throws.
 */
public interface LogStream extends StatedJobs {

  /** What was read so far. */
  LogReport report();
}
