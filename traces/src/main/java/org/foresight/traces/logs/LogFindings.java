package org.foresight.traces.logs;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;

/** Collects what becomes the {@link LogReport}, and passes problems on. Not thread-safe. */
final class LogFindings {

  private static final int KEPT_NOTES = 10;

  private final BadLines badLines;
  private final SortedMap<String, Long> leftOut = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private long jobs;
  private long tasks;
  private long unsuccessfulAttempts;
  private long noteCount;

  LogFindings(BadLines badLines) {
    this.badLines = badLines;
  }

  /** For a first look at a log that is read, and reported on, later. */
  static LogFindings ignored() {
    return new LogFindings(problem -> {});
  }

  /**
   * Tells of what cannot be used.
   *
   * @throws TraceFormatException if that ends the reading
   */
  void problem(TraceFormatException problem) {
    badLines.found(problem);
  }

  void note(Path file, String note) {
    noteCount++;
    if (notes.size() < KEPT_NOTES) {
      // Notes quote logs, which may hold characters that a terminal would obey.
      notes.add(CharMatcher.javaIsoControl().replaceFrom(file + ": " + note, '?'));
    }
  }

  void unsuccessfulAttempts(long count) {
    unsuccessfulAttempts += count;
  }

  /** A job of which no task succeeded, and which ended like this, is left out. */
  void leftOut(LogEnd end) {
    leftOut.merge(end.withoutTask(), 1L, Long::sum);
  }

  void given(WorkloadJob job) {
    jobs++;
    tasks += job.width();
  }

  LogReport report() {
    return new LogReport(
        jobs,
        tasks,
        unsuccessfulAttempts,
        ImmutableSortedMap.copyOfSorted(leftOut),
        ImmutableList.copyOf(notes),
        noteCount);
  }
}
