package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Files;
import com.google.common.math.IntMath;
import java.io.IOException;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foresight.traces.JobRequest;
import org.foresight.traces.SwfHeader;
import org.foresight.traces.SwfJob;
import org.foresight.traces.SwfNames;
import org.foresight.traces.SwfReader;
import org.foresight.traces.TraceLines;

/**
 * The jobs of a log in the Standard Workload Format that a cluster of one-slot nodes can run, each
 * as wide as the nodes that it had: processors ÷ processors of a node, rounded up, if the log's
 * header says how many nodes and processors there are, else its processors.
 *
 * <p>Left out are jobs that failed or were cancelled, whose runtimes say nothing, those of unknown
 * size or runtime, those that ended within {@link #SHORTEST_SECONDS}, too little for any deadline,
 * and those wider than the cluster (3Sigma §5).
 *
 * @param name name of the file without its endings
 * @param jobs those that are left, in the order of submission
 * @param leftOut how many others there are
 * @param tooWide how many of these are wider than the cluster
 */
record LogTrace(String name, ImmutableList<LogJob> jobs, long leftOut, long tooWide) {

  static final long SHORTEST_SECONDS = 10;

  private static final int COMPLETED = 1;

  /**
   * A job of the log.
   *
   * @param id unique in the log
   * @param user who submitted it
   * @param name what it is called
   * @param submitSeconds when it was submitted, on the clock of the log
   * @param endSeconds when it ended; where the log does not say how long it waited, as if it had
   *     not
   * @param nodes how many it had
   * @param runSeconds how long it ran
   * @param request how else it was submitted
   */
  record LogJob(
      String id,
      String user,
      String name,
      long submitSeconds,
      long endSeconds,
      int nodes,
      long runSeconds,
      JobRequest request) {

    double nodeSeconds() {
      return (double) nodes * runSeconds;
    }
  }

  /**
   * Reads a log.
   *
   * @param maxNodes nodes of the cluster
   * @throws org.foresight.traces.TraceFormatException if a line is malformed
   * @throws IOException if it cannot be read
   */
  static LogTrace read(Path file, int maxNodes) throws IOException {
    List<LogJob> jobs = new ArrayList<>();
    long leftOut = 0;
    long tooWide = 0;
    try (SwfReader reader = SwfReader.open(file)) {
      int nodeProcessors = nodeProcessors(reader.header());
      while (reader.hasNext()) {
        SwfJob job = reader.next();
        boolean usable = isUsable(job);
        int nodes =
            usable ? IntMath.divide(job.processors(), nodeProcessors, RoundingMode.CEILING) : 0;
        if (usable && nodes <= maxNodes) {
          jobs.add(
              new LogJob(
                  SwfNames.id(job),
                  SwfNames.user(job),
                  SwfNames.name(job),
                  job.submitSeconds(),
                  job.endSeconds(),
                  nodes,
                  job.runSeconds(),
                  JobRequest.of(job)));
        } else {
          leftOut++;
          tooWide += usable ? 1 : 0;
        }
      }
    }
    return new LogTrace(
        Files.getNameWithoutExtension(TraceLines.nameWithoutGzip(file)),
        ImmutableList.sortedCopyOf(Comparator.comparingLong(LogJob::submitSeconds), jobs),
        leftOut,
        tooWide);
  }

  private static int nodeProcessors(SwfHeader header) {
    return header.maxNodes().isPresent() && header.maxProcs().isPresent()
        ? Math.max(1, header.maxProcs().getAsInt() / header.maxNodes().getAsInt())
        : 1;
  }

  private static boolean isUsable(SwfJob job) {
    // Logs that do not tell the status have none but jobs that ran.
    boolean completed = job.status() == COMPLETED || job.status() == SwfJob.UNKNOWN;
    return completed && job.processors() > 0 && job.runSeconds() >= SHORTEST_SECONDS;
  }
}
