package org.foresight.traces.logs;

import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;

/**
 * Where something stands in a log.
 *
 * @param part what the log is made of, for people: lines or events
 * @param number which of them it is, from 1
 */
record LogPosition(Path file, String part, long number) {

  static LogPosition line(Path file, long number) {
    return new LogPosition(file, "line", number);
  }

  static LogPosition event(Path file, long number) {
    return new LogPosition(file, "event", number);
  }

  /** The problem of what stands there. */
  TraceFormatException problem(String problem) {
    return new TraceFormatException(file, part, number, problem);
  }

  /** Such as {@code line 3}. */
  @Override
  public String toString() {
    return part + " " + number;
  }
}
