package org.foresight.traces.formats;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.logs.MapReduceHistoryReader;
import org.foresight.traces.logs.RumenReader;
import org.foresight.traces.logs.SparkEventLogReader;

/**
 * Which reader opens the files of each format.
 *
 * <p>Immutable.
 */
public final class TraceOpeners {

  /** The readers of this package and of logs, with their defaults. */
  public static final TraceOpeners STANDARD =
      new TraceOpeners(
          ImmutableMap.<TraceFormat, TraceOpener>builder()
              .put(TraceFormat.SWF, SwfJobsReader::open)
              .put(TraceFormat.TR, TaskListReader::open)
              .put(TraceFormat.PHILLY, PhillyReader::open)
              .put(
                  TraceFormat.SWIM,
                  (file, badLines) -> SwimReader.open(file, badLines, SwimModel.DEFAULT))
              .put(TraceFormat.JSON_LINES, JsonLinesReader::open)
              .put(TraceFormat.JHIST, MapReduceHistoryReader::open)
              .put(TraceFormat.RUMEN, RumenReader::open)
              .put(TraceFormat.SPARK, SparkEventLogReader::open)
              .buildOrThrow());

  private final ImmutableMap<TraceFormat, TraceOpener> openers;

  private TraceOpeners(ImmutableMap<TraceFormat, TraceOpener> openers) {
    this.openers = openers;
  }

  /** These readers, but this one for its format. */
  public TraceOpeners with(TraceFormat format, TraceOpener opener) {
    return new TraceOpeners(
        ImmutableMap.<TraceFormat, TraceOpener>builder()
            .putAll(openers)
            .put(format, opener)
            .buildKeepingLast());
  }

  /**
   * Opens a file.
   *
   * @throws IllegalArgumentException if there is no reader of the format
   * @throws org.foresight.traces.TraceFormatException if the file is missing or malformed where it
   *     begins
   * @throws IOException if it cannot be read
   */
  public JobStream open(Path file, TraceFormat format, BadLines badLines) throws IOException {
    TraceOpener opener = openers.get(format);
    if (opener == null) {
      throw new IllegalArgumentException(
          "The format (" + format.label() + ") must be one that there is a reader of.");
    }
    return opener.open(file, badLines);
  }
}
