package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Ordering;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foresight.predictor.evaluation.ReplayedJob;
import org.foresight.traces.BadLines;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.past.PastJob;
import org.foresight.traces.past.PastJobStream;
import org.foresight.traces.past.PastJobs;

/**
 * The jobs of a trace that predictors are asked about.
 *
 * @param name name of its file
 * @param jobs those that ran to success, in the order of submission
 * @param failed how many failed, of which nothing is asked or learned
 * @param cancelled how many were cancelled, the same
 * @param leftOut how many others could be read but not be used, by the reason
 */
record EvaluatedTrace(
    String name,
    ImmutableList<ReplayedJob> jobs,
    long failed,
    long cancelled,
    ImmutableSortedMap<String, Long> leftOut) {

  /** Reads a trace. */
  static EvaluatedTrace read(Path file, TraceFormat format, BadLines badLines) throws IOException {
    List<ReplayedJob> jobs = new ArrayList<>();
    long failed = 0;
    long cancelled = 0;
    ImmutableSortedMap<String, Long> leftOut;
    try (PastJobStream past = PastJobs.open(file, format, badLines)) {
      while (past.hasNext()) {
        PastJob job = past.next();
        switch (job.end()) {
          case COMPLETED -> jobs.add(PastRuns.replayed(job));
          case FAILED -> failed++;
          case CANCELLED -> cancelled++;
        }
      }
      leftOut = past.leftOut();
    }
    Comparator<ReplayedJob> bySubmission = Comparator.comparingLong(ReplayedJob::submitMillis);
    return new EvaluatedTrace(
        String.valueOf(file.getFileName()),
        Ordering.from(bySubmission).immutableSortedCopy(jobs),
        failed,
        cancelled,
        leftOut);
  }
}
