package org.foresight.traces.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.StatedJobs;
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

  /**
   * Opens a file for all that its lines say. The jobs come in the order of the file.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, a directory, empty or a
   *     damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  public static StatedJobs openStated(Path file, BadLines badLines) throws IOException {
    Lines lines = new Lines();
    return new StatedLines(
        LineJobStream.open(file, TraceLines.LONG_LINES, badLines, lines::parse, ACCEPTED), lines);
  }

  /** Jobs of lines and what was read beside them. Not thread-safe. */
  private static final class StatedLines implements StatedJobs {
    private final JobStream jobs;
    private final Lines lines;
    private JobFacts facts = JobFacts.NONE;

    StatedLines(JobStream jobs, Lines lines) {
      this.jobs = jobs;
      this.lines = lines;
    }

    @Override
    public boolean hasNext() {
      return jobs.hasNext();
    }

    @Override
    public WorkloadJob next() {
      WorkloadJob job = jobs.next();
      // No line is read ahead of the one that was asked for.
      facts = lines.facts;
      return job;
    }

    @Override
    public JobFacts facts() {
      return facts;
    }

    @Override
    public void close() throws IOException {
      jobs.close();
    }
  }

  /** Knows which line is the first, which may be a header, and what the last one said. */
  private static final class Lines {
    private boolean begun;
    private JobFacts facts = JobFacts.NONE;

    @Nullable WorkloadJob parse(TraceLine line) {
      boolean first = !begun;
      begun = true;
      JsonJobParser.Stated stated = JsonJobParser.parse(JSON, line, first);
      if (stated == null) {
        return null;
      }
      facts = stated.facts();
      return stated.job();
    }
  }
}
