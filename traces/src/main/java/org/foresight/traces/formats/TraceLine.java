package org.foresight.traces.formats;

import com.google.common.base.CharMatcher;
import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLimits;

/**
 * One line of a trace, and the parsing of its values.
 *
 * @param file the trace
 * @param number number of the line, from 1
 * @param text the line without its end
 */
record TraceLine(Path file, long number, String text) {

  private static final CharMatcher DECIMAL = CharMatcher.anyOf("0123456789.eE+-");
  private static final double MILLIS_PER_SECOND = 1000.0;

  TraceFormatException problem(String problem) {
    return new TraceFormatException(file, number, problem);
  }

  TraceFormatException badField(String field, String found, String accepted) {
    return problem(
        field + ": found " + TraceFormatException.quote(found) + "; accepted: " + accepted + ".");
  }

  /** Not the number of fields that the format has. */
  TraceFormatException badFieldCount(int found, String accepted) {
    return problem(
        "number of fields in "
            + TraceFormatException.quote(text.strip())
            + ": found "
            + found
            + "; accepted: "
            + accepted
            + ".");
  }

  /** A whole number from {@code min} to {@code max}. */
  long whole(String field, String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number that is out of range.
    }
    throw badField(field, value, "a whole number from " + min + " to " + max);
  }

  /** A time of submission in seconds, as milliseconds. */
  long submitMillis(String field, String value) {
    return Math.round(seconds(field, value, TraceLimits.TIME_MILLIS) * MILLIS_PER_SECOND);
  }

  /** The runtime of a task in seconds, as milliseconds; what is shorter is raised to one. */
  long taskMillis(String field, String value) {
    return Math.max(1, Math.round(taskSeconds(field, value) * MILLIS_PER_SECOND));
  }

  /** The runtime of a task in seconds. */
  double taskSeconds(String field, String value) {
    return seconds(field, value, TraceLimits.TASK_MILLIS);
  }

  private double seconds(String field, String value, long maxMillis) {
    long max = (long) (maxMillis / MILLIS_PER_SECOND);
    try {
      // Double.parseDouble alone takes more than numbers, such as 1d.
      double seconds = DECIMAL.matchesAllOf(value) ? Double.parseDouble(value) : Double.NaN;
      if (seconds >= 0.0 && seconds <= max) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number that is out of range.
    }
    throw badField(field, value, "a number from 0 to " + max);
  }
}
