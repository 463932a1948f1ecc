package org.foresight.traces.formats;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.TraceLines;
import org.foresight.traces.WorkloadJob;

/**
 * Reads the samples of Facebook's MapReduce jobs that SWIM holds (Chen et al., MASCOTS 2011): one
 * job a line, tab-separated its name, its submit time in seconds, the seconds since the job before,
 * and its bytes of map input, shuffle and reduce output.
 *
 * <p>Runtimes are not in these files; a {@link SwimModel} makes them. Users are not in them either,
 * and the names are mere numbers: they become the ids.
 */
public final class SwimReader {

  private static final String ACCEPTED =
      "job, submit time, gap, map input bytes, shuffle bytes and reduce output bytes, separated by"
          + " tabs";
  private static final Splitter TABS = Splitter.on('\t').trimResults();
  private static final int FIELDS = 6;

  private SwimReader() {}

  /**
   * Opens a file. The jobs come in the order of submission, on a clock that starts with the first.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, a directory, empty or a
   *     damaged gzip file
   * @throws IOException if it cannot be read for another reason
   */
  public static JobStream open(Path file, BadLines badLines, SwimModel model) throws IOException {
    return TraceClock.ordered(
        LineJobStream.open(
            file, TraceLines.SHORT_LINES, badLines, line -> parse(line, model), ACCEPTED),
        file,
        badLines);
  }

  private static WorkloadJob parse(TraceLine line, SwimModel model) {
    List<String> fields = TABS.splitToList(line.text());
    if (fields.size() != FIELDS) {
      throw line.badFieldCount(fields.size(), ACCEPTED);
    }
    String job = fields.get(0);
    if (job.isEmpty()) {
      throw line.badField("field 1 (job)", job, "a name");
    }
    long submitMillis = line.submitMillis("field 2 (submit time in seconds)", fields.get(1));
    // Follows from the submit times, but a line that lacks it is no line of this format.
    line.submitMillis("field 3 (gap in seconds)", fields.get(2));
    long mapBytes =
        line.whole("field 4 (map input bytes)", fields.get(3), 0, model.largestMapBytes());
    long largestReduceBytes = model.largestReduceBytes();
    long shuffleBytes = line.whole("field 5 (shuffle bytes)", fields.get(4), 0, largestReduceBytes);
    long outputBytes =
        line.whole(
            "field 6 (reduce output bytes)", fields.get(5), 0, largestReduceBytes - shuffleBytes);
    return new WorkloadJob(
        job,
        submitMillis,
        "",
        "",
        Queues.DEFAULT,
        OptionalLong.empty(),
        false,
        model.stages(mapBytes, shuffleBytes + outputBytes),
        NodePreference.NONE,
        JobRequest.NONE);
  }
}
