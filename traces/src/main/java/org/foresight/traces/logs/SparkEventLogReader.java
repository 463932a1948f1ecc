package org.foresight.traces.logs;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the event logs of Spark applications, JSON lines.
 *
 * <p>An application, which is what YARN schedules, becomes a job; the stages of all its Spark jobs
 * become the stages of that. A stage waits for those whose output it reads, or, where such a stage
 * was skipped as its output was there already, for what that would have waited for. The first
 * stages of a Spark job also wait for the Spark jobs that had ended when it was submitted: the
 * program may have needed their results. Spark jobs that ran side by side may do so again.
 *
 * <p>The tasks are those that succeeded; each runs from its launch to its finish, and demands its
 * share of an executor (see {@link SparkDemands}). Failed and killed tasks, and those that another
 * run overtook, are counted in the report only. An application of which no task succeeded is left
 * out, which the report tells. Of several attempts at an application, the last one that has tasks
 * is taken, with the submission of the first. Events and fields that are not needed may be missing
 * or unknown.
 *
 * <p>Source: {@code org.apache.spark.util.JsonProtocol} of Spark.
 */
public final class SparkEventLogReader {

  private static final String ACCEPTED =
      "a Spark event log, a directory eventlog_v2_… of its parts, or a directory of either.";

  private record Attempt(SparkLog log, String applicationId, long startMillis) {}

  /** The attempts at one application, the last first. */
  private record Attempts(ImmutableList<Attempt> lastFirst) {

    private long submitMillis() {
      return lastFirst.get(lastFirst.size() - 1).startMillis();
    }
  }

  private SparkEventLogReader() {}

  /**
   * Opens an event log, a directory {@code eventlog_v2_…} of its parts, or a directory of such
   * logs, which are then read in the order of submission. Files whose names begin with a dot or an
   * underscore are ignored, as in Hadoop.
   *
   * @param badLines told of lines and logs that cannot be used
   * @throws TraceFormatException if there is no such file, or no log in the directory
   * @throws IOException if a file cannot be read
   */
  public static LogStream open(Path file, BadLines badLines) throws IOException {
    LogFindings findings = new LogFindings(badLines);
    Map<String, List<Attempt>> byApplication = new LinkedHashMap<>();
    for (SparkLog log : logs(file, findings)) {
      SparkApplication application = log.read(/* wholly= */ false, LogFindings.ignored());
      // What is wrong with a log without a start is told when it's its turn, after all others.
      Attempt attempt =
          application.isStarted()
              ? new Attempt(log, application.id(), application.startMillis())
              : new Attempt(log, log.path().toString(), Long.MAX_VALUE);
      byApplication.computeIfAbsent(attempt.applicationId(), id -> new ArrayList<>()).add(attempt);
    }
    ImmutableList<Attempts> applications =
        byApplication.values().stream()
            .map(SparkEventLogReader::lastFirst)
            .sorted(Comparator.comparingLong(Attempts::submitMillis))
            .collect(toImmutableList());
    return new LogJobs(
        new LogFiles<>(applications, attempts -> read(attempts, findings)), findings);
  }

  private static Attempts lastFirst(List<Attempt> attempts) {
    return new Attempts(
        ImmutableList.sortedCopyOf(
            Comparator.comparingLong(Attempt::startMillis).reversed(), attempts));
  }

  private static ImmutableList<SparkLog> logs(Path file, LogFindings findings) throws IOException {
    if (!Files.exists(file)) {
      throw new TraceFormatException(file, "there is no such file; accepted: " + ACCEPTED);
    }
    if (!Files.isDirectory(file)) {
      return ImmutableList.of(SparkLog.ofFile(file));
    }
    if (SparkLog.isRolling(file)) {
      return ImmutableList.of(SparkLog.ofRolling(file));
    }
    ImmutableList<Path> entries;
    try (Stream<Path> found = Files.list(file)) {
      entries = found.sorted().collect(toImmutableList());
    }
    ImmutableList.Builder<SparkLog> builder = ImmutableList.builder();
    for (Path entry : entries) {
      String name = String.valueOf(entry.getFileName());
      if (name.startsWith(".") || name.startsWith("_")) {
        continue;
      }
      if (!Files.isDirectory(entry)) {
        builder.add(SparkLog.ofFile(entry));
      } else if (SparkLog.isRolling(entry)) {
        builder.add(SparkLog.ofRolling(entry));
      } else {
        findings.note(entry, "the directory is no event log; it is left out.");
      }
    }
    ImmutableList<SparkLog> logs = builder.build();
    if (logs.isEmpty()) {
      throw new TraceFormatException(
          file, "found no event log in the directory; accepted: " + ACCEPTED);
    }
    return logs;
  }

  private static @Nullable LogJob read(Attempts attempts, LogFindings findings) throws IOException {
    ImmutableList<Attempt> lastFirst = attempts.lastFirst();
    if (lastFirst.size() > 1) {
      findings.note(
          lastFirst.get(0).log().path(),
          "the application "
              + lastFirst.get(0).applicationId()
              + " has "
              + lastFirst.size()
              + " attempts; the last one with tasks is taken.");
    }
    LogEnd end = null;
    for (Attempt attempt : lastFirst) {
      SparkApplication application = attempt.log().read(/* wholly= */ true, findings);
      LogJob job = application.toLogJob(attempts.submitMillis(), findings);
      if (job != null) {
        return job;
      }
      // What became of the application is what became of its last attempt.
      if (end == null && application.isStarted()) {
        end = application.end();
      }
    }
    if (end != null) {
      findings.leftOut(end);
    }
    return null;
  }
}
