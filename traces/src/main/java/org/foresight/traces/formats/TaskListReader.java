package org.foresight.traces.formats;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/**
 * Reads the {@code .tr} files of the Hawk and Eagle simulators (Delgado et al., ATC 2015 and SoCC
 * 2016): one job a line, blank-separated its submit time in seconds, its number of tasks, the mean
 * of their runtimes in seconds, and the runtime of each task in seconds.
 *
 * <p>Jobs are called {@code tr-} and the number of their line; users and names are not in these
 * files. Runtimes are rounded to milliseconds, shorter ones raised to one. The mean must be that of
 * the tasks to 1 % or 1 s.
 */
public final class TaskListReader {

  private static final String ACCEPTED =
      "submit time, number of tasks, mean task runtime and each task's runtime, separated by blanks";
  private static final Splitter BLANKS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();
  private static final int TASKS_FROM = 3;
  private static final double MEAN_SHARE = 0.01;
  private static final double MEAN_SECONDS = 1.0;

  private TaskListReader() {}

  /**
   * Opens a file. The jobs come in the order of submission, on a clock that starts with the first.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, a directory, empty or a
   *     damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  public static JobStream open(Path file, BadLines badLines) throws IOException {
    return TraceClock.ordered(
        LineJobStream.open(file, TraceLines.LONG_LINES, badLines, TaskListReader::parse, ACCEPTED),
        file,
        badLines);
  }

  private static WorkloadJob parse(TraceLine line) {
    List<String> fields = BLANKS.splitToList(line.text());
    if (fields.size() <= TASKS_FROM) {
      throw line.badFieldCount(fields.size(), ACCEPTED);
    }
    long submitMillis = line.submitMillis("field 1 (submit time in seconds)", fields.get(0));
    long tasks = line.whole("field 2 (number of tasks)", fields.get(1), 1, TraceLimits.TASKS);
    int listed = fields.size() - TASKS_FROM;
    if (tasks != listed) {
      throw line.badField(
          "field 2 (number of tasks)",
          fields.get(1),
          "the number of task runtimes in the line, which is " + listed);
    }
    String meanField = "field 3 (mean task runtime in seconds)";
    double mean = line.taskSeconds(meanField, fields.get(2));
    ImmutableLongArray.Builder taskMillis = ImmutableLongArray.builder(listed);
    double sum = 0.0;
    for (int i = TASKS_FROM; i < fields.size(); i++) {
      String field = "field " + (i + 1) + " (task runtime in seconds)";
      sum += line.taskSeconds(field, fields.get(i));
      taskMillis.add(line.taskMillis(field, fields.get(i)));
    }
    double actualMean = sum / listed;
    if (Math.abs(mean - actualMean) > Math.max(MEAN_SECONDS, MEAN_SHARE * actualMean)) {
      throw line.badField(
          meanField,
          fields.get(2),
          String.format(
              Locale.ROOT, "the mean of the task runtimes, %.3f, to 1 %% or 1 s", actualMean));
    }
    return new WorkloadJob(
        "tr-" + line.number(),
        submitMillis,
        "",
        "",
        Queues.DEFAULT,
        OptionalLong.empty(),
        false,
        ImmutableList.of(
            new WorkloadStage(
                taskMillis.build(), ImmutableIntArray.of(), WorkloadStage.ONE_SLOT, "")),
        NodePreference.NONE,
        JobRequest.NONE);
  }
}
