package org.foresight.traces.formats;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job list of the Philly cluster (Jeon et al., ATC 2019) as comma-separated values: the
 * header {@value #HEADER}, then one job a line with its submit time and run time in seconds, its
 * GPUs and its virtual cluster.
 *
 * <p>A job is a gang of one task for each GPU, each of which needs one GPU and one slot. Its queue
 * is its virtual cluster; users and names are not in the list. Jobs are called {@code philly-} and
 * the number of their line.
 */
public final class PhillyReader {

  /** Name of the resource of a GPU, as YARN calls it. */
  public static final String GPU = "yarn.io/gpu";

  static final String HEADER = "submit_s,duration_s,gpus,vc";

  private static final ImmutableSortedMap<String, Long> ONE_GPU =
      ImmutableSortedMap.<String, Long>naturalOrder()
          .putAll(WorkloadStage.ONE_SLOT)
          .put(GPU, 1L)
          .buildOrThrow();
  private static final Splitter COMMAS = Splitter.on(',').trimResults();
  private static final int FIELDS = 4;
  private static final CharMatcher QUEUE_NAME =
      CharMatcher.inRange('a', 'z')
          .or(CharMatcher.inRange('A', 'Z'))
          .or(CharMatcher.inRange('0', '9'))
          .or(CharMatcher.anyOf("_-"));

  private PhillyReader() {}

  /**
   * Opens a file. The jobs come in the order of submission, on a clock that starts with the first.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, a directory, empty or a
   *     damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  public static JobStream open(Path file, BadLines badLines) throws IOException {
    return TraceClock.ordered(
        LineJobStream.open(file, TraceLines.SHORT_LINES, badLines, PhillyReader::parse, HEADER),
        file,
        badLines);
  }

  private static @Nullable WorkloadJob parse(TraceLine line) {
    String text = line.text().strip();
    if (line.number() == 1) {
      if (text.equals(HEADER)) {
        return null;
      }
      throw line.badField("header", text, HEADER);
    }
    List<String> fields = COMMAS.splitToList(text);
    if (fields.size() != FIELDS) {
      throw line.badFieldCount(fields.size(), HEADER);
    }
    long submitMillis = line.submitMillis("field 1 (submit_s)", fields.get(0));
    long taskMillis = line.taskMillis("field 2 (duration_s)", fields.get(1));
    int gpus = (int) line.whole("field 3 (gpus)", fields.get(2), 1, TraceLimits.TASKS);
    String virtualCluster = fields.get(3);
    if (virtualCluster.isEmpty() || !QUEUE_NAME.matchesAllOf(virtualCluster)) {
      throw line.badField(
          "field 4 (vc)", virtualCluster, "letters, digits, underscores and hyphens");
    }
    return new WorkloadJob(
        "philly-" + line.number(),
        submitMillis,
        "",
        "",
        virtualCluster,
        OptionalLong.empty(),
        true,
        ImmutableList.of(
            new WorkloadStage(
                EqualTasks.of(gpus, taskMillis), ImmutableIntArray.of(), ONE_GPU, "")),
        NodePreference.NONE,
        JobRequest.NONE);
  }
}
