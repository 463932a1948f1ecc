package org.foresight.traces.formats;

import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;

/** The problem of a trace that has no job that can be used. */
final class NoJobs {

  private NoJobs() {}

  static TraceFormatException in(Path file, String accepted) {
    return new TraceFormatException(
        file,
        "the file has no job that can be used; accepted: at least one line of " + accepted + ".");
  }
}
