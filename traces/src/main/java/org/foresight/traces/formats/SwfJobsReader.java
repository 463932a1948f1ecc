package org.foresight.traces.formats;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.LeftOut;
import org.foresight.traces.NodePreference;
import org.foresight.traces.SwfJob;
import org.foresight.traces.SwfNames;
import org.foresight.traces.SwfReader;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads all jobs of a trace in the Standard Workload Format as they are: a gang with one one-slot
 * task for each processor that the job was given, else asked for, each of which runs as long as the
 * job did. Jobs that failed or were cancelled while they ran are among them, since they took their
 * processors all the same.
 *
 * <p>Jobs of unknown or zero run time or of unknown or zero processors are left out and counted.
 * {@link SwfNames} says how jobs, users and queues are called.
 *
 * @see org.foresight.traces.SwfWorkload for a window of a trace, scaled to a small cluster
 */
public final class SwfJobsReader {

  private static final long MILLIS_PER_SECOND = 1000;

  private SwfJobsReader() {}

  /**
   * Opens a file. The jobs come in the order of submission, on a clock that starts with the first
   * that is not left out.
   *
   * @throws TraceFormatException if it is missing, a directory, empty, without jobs or a damaged
   *     gzip file, or if it begins with a bad line and the reading ends at those
   * @throws IOException if it cannot be read for another reason
   */
  public static JobStream open(Path file, BadLines badLines) throws IOException {
    return TraceClock.ordered(
        new Jobs(file, SwfReader.open(file, badLines), badLines), file, badLines);
  }

  private static final class Jobs extends AbstractIterator<WorkloadJob> implements JobLines {
    private final Path file;
    private final SwfReader reader;
    private final BadLines badLines;
    private boolean hasJobs;
    private long unknownRunTime;
    private long zeroRunTime;
    private long noProcessors;

    Jobs(Path file, SwfReader reader, BadLines badLines) {
      this.file = file;
      this.reader = reader;
      this.badLines = badLines;
    }

    @Override
    protected @Nullable WorkloadJob computeNext() {
      while (reader.hasNext()) {
        SwfJob job = reader.next();
        if (isUsable(job) && isSmallEnough(job)) {
          hasJobs = true;
          return toJob(job);
        }
      }
      if (!hasJobs) {
        throw NoJobs.in(file, "18 fields with a run time and processors", leftOut());
      }
      return endOfData();
    }

    private boolean isUsable(SwfJob job) {
      if (job.runSeconds() == SwfJob.UNKNOWN) {
        unknownRunTime++;
      } else if (job.runSeconds() == 0) {
        zeroRunTime++;
      } else if (job.processors() == SwfJob.UNKNOWN) {
        noProcessors++;
      } else {
        return true;
      }
      return false;
    }

    private boolean isSmallEnough(SwfJob job) {
      return isAtMost(
              "field 4 (run time in seconds)",
              job.runSeconds(),
              TraceLimits.TASK_MILLIS / MILLIS_PER_SECOND)
          && isAtMost("processors", job.processors(), TraceLimits.TASKS);
    }

    private boolean isAtMost(String field, long value, long max) {
      if (value > max) {
        badLines.found(
            new TraceFormatException(
                file,
                reader.lineNumber(),
                field + ": found \"" + value + "\"; accepted: at most " + max + "."));
      }
      return value <= max;
    }

    private static WorkloadJob toJob(SwfJob job) {
      return new WorkloadJob(
          SwfNames.id(job),
          job.submitSeconds() * MILLIS_PER_SECOND,
          SwfNames.user(job),
          SwfNames.name(job),
          SwfNames.queue(job),
          OptionalLong.empty(),
          true,
          ImmutableList.of(
              new WorkloadStage(
                  EqualTasks.of(job.processors(), job.runSeconds() * MILLIS_PER_SECOND),
                  ImmutableIntArray.of(),
                  WorkloadStage.ONE_SLOT,
                  "")),
          NodePreference.NONE,
          JobRequest.of(job));
    }

    @Override
    public long lineNumber() {
      return reader.lineNumber();
    }

    @Override
    public ImmutableSortedMap<String, Long> leftOut() {
      ImmutableSortedMap<String, Long> counts = ImmutableSortedMap.of();
      counts = LeftOut.plus(counts, "unknown run time", unknownRunTime);
      counts = LeftOut.plus(counts, "run time of zero", zeroRunTime);
      return LeftOut.plus(counts, "unknown or no processors", noProcessors);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
