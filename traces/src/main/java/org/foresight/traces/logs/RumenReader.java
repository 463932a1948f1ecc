package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the traces that Rumen makes of MapReduce histories: JSON objects of one job each, one after
 * another.
 *
 * <p>A job becomes two stages, the maps and the reduces that wait for them, of the tasks that
 * succeeded; a task runs as long as its first successful attempt. The tasks of the set-up and
 * clean-up of old jobs are not counted. A job of which no task succeeded is left out, which the
 * report tells. Tasks demand what {@code jobProperties} says, and one slot where it says nothing
 * ({@code jobMapMB} is the heap, not what YARN is asked for). Fields that are not needed may be
 * missing or unknown.
 *
 * <p>Source: {@code org.apache.hadoop.tools.rumen.LoggedJob} of Hadoop.
 */
public final class RumenReader {

  private RumenReader() {}

  /**
   * Opens a trace. It is read twice: once for the times of submission, and then, where it is in
   * that order, without keeping more than a job in memory.
   *
   * @param badLines told of text, tasks and jobs that cannot be used
   * @throws TraceFormatException if there is no such file, or it is a directory, empty, of another
   *     compression or a damaged gzip file
   * @throws IOException if the file cannot be read
   */
  public static LogStream open(Path file, BadLines badLines) throws IOException {
    ImmutableList<Submission> order = order(file);
    LogFindings findings = new LogFindings(badLines);
    RumenObjects objects = RumenObjects.open(file, RumenJob.FIELDS);
    return new LogJobs(new InOrder(file, objects, order.iterator(), findings), findings);
  }

  /** When the job at that place in the file, from 0, was submitted. */
  private record Submission(int index, long millis) {}

  private static ImmutableList<Submission> order(Path file) throws IOException {
    List<Submission> submissions = new ArrayList<>();
    try (RumenObjects objects = RumenObjects.open(file, RumenJob.SUBMISSION)) {
      JsonRecord job = objects.next(LogFindings.ignored());
      while (job != null) {
        submissions.add(new Submission(submissions.size(), submitMillis(job)));
        job = objects.next(LogFindings.ignored());
      }
    }
    return ImmutableList.sortedCopyOf(Comparator.comparingLong(Submission::millis), submissions);
  }

  private static long submitMillis(JsonRecord job) {
    try {
      return RumenJob.submitMillis(job);
    } catch (TraceFormatException e) {
      // Told when the job is read.
      return Long.MAX_VALUE;
    }
  }

  /** Keeps the jobs that come too early until it's their turn. */
  private static final class InOrder implements LogJobs.Source {

    private final Path file;
    private final RumenObjects objects;
    private final Iterator<Submission> order;
    private final LogFindings findings;
    private final Map<Integer, LogJob> early = new HashMap<>();
    private int objectsRead;
    private boolean atEnd;

    private InOrder(
        Path file, RumenObjects objects, Iterator<Submission> order, LogFindings findings) {
      this.file = file;
      this.objects = objects;
      this.order = order;
      this.findings = findings;
    }

    @Override
    public @Nullable LogJob next() throws IOException {
      while (order.hasNext()) {
        int index = order.next().index();
        while (objectsRead <= index && !atEnd) {
          readObject();
        }
        LogJob job = early.remove(index);
        if (job != null) {
          return job;
        }
      }
      // Text without any job in it, or behind the last one, is still to be told.
      while (!atEnd) {
        readObject();
      }
      return null;
    }

    private void readObject() throws IOException {
      JsonRecord object = objects.next(findings);
      if (object == null) {
        atEnd = true;
        if (objectsRead == 0) {
          findings.problem(
              new TraceFormatException(
                  file, "the file has no jobs; accepted: at least one JSON object."));
        }
        return;
      }
      int index = objectsRead;
      objectsRead++;
      RumenJob stated;
      try {
        stated = RumenJob.of(object);
      } catch (TraceFormatException e) {
        findings.problem(e);
        return;
      }
      LogJob job = stated.toLogJob(findings);
      if (job != null) {
        early.put(index, job);
      }
    }

    @Override
    public void close() throws IOException {
      objects.close();
    }
  }
}
