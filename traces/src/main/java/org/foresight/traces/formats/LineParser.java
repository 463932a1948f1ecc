package org.foresight.traces.formats;

import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/** Makes a job of a line. */
@FunctionalInterface
interface LineParser {

  /**
   * The job of this line; null for a line that holds none, such as a header.
   *
   * @throws TraceFormatException if the line is malformed
   */
  @Nullable WorkloadJob parse(TraceLine line);
}
