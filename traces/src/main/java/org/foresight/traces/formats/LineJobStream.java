package org.foresight.traces.formats;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobLines;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceHeaderException;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a file of one job a line, in the order of the file. Blank lines are passed over. A
 * file without any job that can be used is refused at its end.
 *
 * <p>Not thread-safe.
 */
final class LineJobStream extends AbstractIterator<WorkloadJob> implements JobLines {

  private final Path file;
  private final TraceLines lines;
  private final BadLines badLines;
  private final LineParser parser;
  private final String accepted;
  private boolean hasJobs;

  private LineJobStream(
      Path file, TraceLines lines, BadLines badLines, LineParser parser, String accepted) {
    this.file = file;
    this.lines = lines;
    this.badLines = badLines;
    this.parser = parser;
    this.accepted = accepted;
  }

  /**
   * Opens the file.
   *
   * @param accepted what a line of the format looks like, for people
   * @throws TraceFormatException if it is missing, a directory, empty or a damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  static JobLines open(
      Path file, int longestLine, BadLines badLines, LineParser parser, String accepted)
      throws IOException {
    return new LineJobStream(
        file, TraceLines.open(file, longestLine, badLines), badLines, parser, accepted);
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    try {
      for (String line = lines.next(); line != null; line = lines.next()) {
        WorkloadJob job = line.isBlank() ? null : parse(line);
        if (job != null) {
          hasJobs = true;
          return job;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!hasJobs) {
      throw NoJobs.in(file, accepted, ImmutableSortedMap.of());
    }
    return endOfData();
  }

  private @Nullable WorkloadJob parse(String line) {
    try {
      return parser.parse(new TraceLine(file, lines.lineNumber(), line));
    } catch (TraceHeaderException e) {
      throw e;
    } catch (TraceFormatException e) {
      badLines.found(e);
      return null;
    }
  }

  @Override
  public long lineNumber() {
    return lines.lineNumber();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
