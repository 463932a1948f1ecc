package org.foresight.traces.formats;

import com.google.common.collect.ImmutableSortedMap;
import java.nio.file.Path;
import org.foresight.traces.LeftOut;
import org.foresight.traces.TraceFormatException;

/** The problem of a trace that has no job that can be used. */
final class NoJobs {

  private NoJobs() {}

  /**
   * The problem.
   *
   * @param leftOut how many jobs there are that could not be used, by the reason
   */
  static TraceFormatException in(
      Path file, String accepted, ImmutableSortedMap<String, Long> leftOut) {
    return new TraceFormatException(
        file,
        "the file has no job that can be used"
            + (leftOut.isEmpty() ? "" : " (" + LeftOut.text(leftOut) + ")")
            + "; accepted: at least one line of "
            + accepted
            + ".");
  }
}
