package org.foresight.traces.past;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobStream;
import org.foresight.traces.formats.JsonLinesReader;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.formats.TraceOpeners;
import org.foresight.traces.logs.MapReduceHistoryReader;
import org.foresight.traces.logs.RumenReader;
import org.foresight.traces.logs.SparkEventLogReader;

/** Opens logs of past jobs. */
public final class PastJobs {

  private PastJobs() {}

  /**
   * Opens the past jobs of a file, or of a folder where the format is that of logs.
   *
   * @param badLines told of every line, or job, that cannot be used
   * @throws org.foresight.traces.TraceFormatException if it is missing, or malformed where it
   *     begins
   * @throws IOException if it cannot be read
   */
  public static PastJobStream open(Path file, TraceFormat format, BadLines badLines)
      throws IOException {
    return switch (format) {
      case SWF -> SwfPastJobs.open(file, badLines);
      case JSON_LINES -> new StatedPastJobs(JsonLinesReader.openStated(file, badLines));
      case JHIST -> new StatedPastJobs(MapReduceHistoryReader.open(file, badLines));
      case RUMEN -> new StatedPastJobs(RumenReader.open(file, badLines));
      case SPARK -> new StatedPastJobs(SparkEventLogReader.open(file, badLines));
      case TR, PHILLY, SWIM -> new OfWorkload(TraceOpeners.STANDARD.open(file, format, badLines));
    };
  }

  /** Jobs of a trace that says nothing of how and when they ended: all of them ran to success. */
  private record OfWorkload(JobStream jobs) implements PastJobStream {

    @Override
    public boolean hasNext() {
      return jobs.hasNext();
    }

    @Override
    public PastJob next() {
      return StatedPastJobs.pastJob(
          jobs.next(), JobFacts.NONE, PastJob.End.COMPLETED, /* clockStartMillis= */ 0);
    }

    @Override
    public ImmutableSortedMap<String, Long> leftOut() {
      return jobs.leftOut();
    }

    @Override
    public void close() throws IOException {
      jobs.close();
    }
  }
}
