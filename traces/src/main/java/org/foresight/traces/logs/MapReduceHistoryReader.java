package org.foresight.traces.logs;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the histories that MapReduce jobs leave ({@code .jhist}, Hadoop 0.23 to 3), one file a job.
 *
 * <p>Both encodings are read: JSON, and Avro's binary one, which is Hadoop 3's default. Behind a
 * damaged event of the latter nothing more of the file can be read; the job is what was read
 * before.
 *
 * <p>A job becomes two stages, the maps and the reduces that wait for them, of the tasks that
 * succeeded; a task runs as long as its successful attempt. A job of which no task succeeded is
 * left out, which the report tells. Tasks demand what the job's configuration says, if {@code
 * job_…_conf.xml} lies beside the history, and one slot otherwise. Events and fields that are not
 * needed may be missing or unknown.
 *
 * <p>Source: {@code org.apache.hadoop.mapreduce.jobhistory} of Hadoop.
 */
public final class MapReduceHistoryReader {

  private static final String ACCEPTED =
      "a MapReduce history (.jhist), plain or compressed by gzip.";
  private static final String JSON_MARK = "Avro-Json";
  private static final String BINARY_MARK = "Avro-Binary";

  private record History(Path file, long submitMillis) {}

  private MapReduceHistoryReader() {}

  /**
   * Opens a history, or all files {@code *.jhist} and {@code *.jhist.gz} below a directory, which
   * are then read in the order of submission.
   *
   * @param badLines told of lines, tasks and files that cannot be used
   * @throws TraceFormatException if there is no such file, or no history in the directory
   * @throws IOException if a file cannot be read
   */
  public static LogStream open(Path file, BadLines badLines) throws IOException {
    ImmutableList.Builder<History> histories = ImmutableList.builder();
    for (Path history : histories(file)) {
      histories.add(new History(history, submitMillis(history)));
    }
    LogFindings findings = new LogFindings(badLines);
    return new LogJobs(
        new LogFiles<>(
            ImmutableList.sortedCopyOf(
                Comparator.comparingLong(History::submitMillis), histories.build()),
            history -> read(history.file(), findings)),
        findings);
  }

  private static ImmutableList<Path> histories(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      if (!Files.exists(file)) {
        throw new TraceFormatException(file, "there is no such file; accepted: " + ACCEPTED);
      }
      return ImmutableList.of(file);
    }
    try (Stream<Path> found = Files.walk(file)) {
      ImmutableList<Path> histories =
          found
              .filter(path -> isHistory(String.valueOf(path.getFileName())))
              .filter(Files::isRegularFile)
              .sorted()
              .collect(toImmutableList());
      if (histories.isEmpty()) {
        throw new TraceFormatException(
            file, "found no history in the directory; accepted: files *.jhist and *.jhist.gz.");
      }
      return histories;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isHistory(String fileName) {
    // Files of checksums begin with a dot.
    return !fileName.startsWith(".")
        && (fileName.endsWith(".jhist") || fileName.endsWith(".jhist.gz"));
  }

  /** When the job was submitted; the last of all times where that cannot be told. */
  private static long submitMillis(Path file) throws IOException {
    HistoryJob job = new HistoryJob(file);
    try (LogEvents events = openAtEvents(file)) {
      events.forEach(
          HistoryJob.FIELDS,
          LogFindings.ignored(),
          event -> {
            job.accept(event);
            return !job.isSubmitted();
          });
    } catch (TraceFormatException e) {
      // Told when it's the file's turn.
      return Long.MAX_VALUE;
    }
    return job.isSubmitted() ? job.submitMillis() : Long.MAX_VALUE;
  }

  private static @Nullable LogJob read(Path file, LogFindings findings) throws IOException {
    LogEvents events;
    try {
      events = openAtEvents(file);
    } catch (TraceFormatException e) {
      findings.problem(e);
      return null;
    }
    HistoryJob job = new HistoryJob(file);
    try (events) {
      events.forEach(
          HistoryJob.FIELDS,
          findings,
          event -> {
            job.accept(event);
            return true;
          });
    }
    return job.toLogJob(findings);
  }

  private static LogEvents openAtEvents(Path file) throws IOException {
    JsonLines lines = JsonLines.open(file, ACCEPTED);
    try {
      String mark = lines.text();
      if (mark.equals(BINARY_MARK)) {
        return AvroEvents.open(file, lines.bytes());
      }
      if (!mark.equals(JSON_MARK)) {
        throw new TraceFormatException(
            file,
            1,
            "found "
                + TraceFormatException.quote(mark)
                + "; accepted: "
                + JSON_MARK
                + " or "
                + BINARY_MARK
                + ".");
      }
      return lines;
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }
}
