package org.foresight.traces.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * Reads our own trace format: JSON, one job a line, as docs/trace-format.md describes it. What
 * {@link JsonLinesWriter} writes is read as it was.
 */
public final class JsonLinesReader {

  private static final String ACCEPTED =
      "JSON such as {\"submitMillis\":0,\"taskMillis\":[1000,2000]}";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private JsonLinesReader() {}

  /**
   * Opens a file. The jobs come in the order of submission, on the clock of the file.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, a directory, empty or a
   *     damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  public static JobStream open(Path file, BadLines badLines) throws IOException {
    Lines lines = new Lines();
    return JobStreams.inSubmissionOrder(
        LineJobStream.open(file, TraceLines.LONG_LINES, badLines, lines::parse, ACCEPTED),
        file,
        JobStreams.DEFAULT_BOUND,
        badLines);
  }

  /** Knows which line is the first, which may be a header. */
  private static final class Lines {
    private boolean begun;

    @Nullable WorkloadJob parse(TraceLine line) {
      boolean first = !begun;
      begun = true;
      return JsonJobParser.parse(JSON, line, first);
    }
  }
}
