package org.foresight.traces.formats;

import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;

/** Opens files of one format. Thread-safe where its streams are used by one thread each. */
@FunctionalInterface
public interface TraceOpener {

  /**
   * Opens the jobs of a file in the order of submission.
   *
   * @param badLines told of every line, or job, that cannot be used
   * @throws org.foresight.traces.TraceFormatException if the file is missing or malformed where it
   *     begins
   * @throws IOException if it cannot be read
   */
  JobStream open(Path file, BadLines badLines) throws IOException;
}
