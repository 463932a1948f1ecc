package org.foresight.traces.past;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.formats.TraceOpeners;

/** Opens logs of past jobs. */
public final class PastJobs {

  private PastJobs() {}

  /**
   * Opens the past jobs of a file, or of a folder where the format is that of logs.
   *
   * @param badLines told of every line, or job, that cannot be used
   * @throws org.foresight.traces.TraceFormatException if it is missing, or malformed where it
   *     begins
   * @throws IOException if it cannot be read
   */
  public static PastJobStream open(Path file, TraceFormat format, BadLines badLines)
      throws IOException {
    return format == TraceFormat.SWF
        ? SwfPastJobs.open(file, badLines)
        : new OfWorkload(TraceOpeners.STANDARD.open(file, format, badLines));
  }

  /** Jobs of a workload: all of them ran to success, and when they did is not said. */
  private record OfWorkload(JobStream jobs) implements PastJobStream {

    @Override
    public boolean hasNext() {
      return jobs.hasNext();
    }

    @Override
    public PastJob next() {
      return pastJob(jobs.next());
    }

    @Override
    public void close() throws IOException {
      jobs.close();
    }
  }

  private static PastJob pastJob(WorkloadJob job) {
    ImmutableList.Builder<PastJob.PastStage> stages = ImmutableList.builder();
    long sumOfLongestMillis = 0;
    for (int i = 0; i < job.stages().size(); i++) {
      WorkloadStage stage = job.stages().get(i);
      Long memoryMb = stage.demand().get(WorkloadStage.MEMORY_MIB);
      sumOfLongestMillis += stage.longestMillis();
      stages.add(
          new PastJob.PastStage(
              "stage " + i,
              stage.width(),
              stage.longestMillis(),
              stage.workMillis(),
              memoryMb == null ? OptionalLong.empty() : OptionalLong.of(memoryMb)));
    }
    return new PastJob(
        job.id(),
        job.submitMillis(),
        job.submitMillis() + job.spanMillis(),
        PastJob.End.COMPLETED,
        job.user(),
        job.name(),
        job.queue(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        sumOfLongestMillis,
        job.width(),
        job.workMillis(),
        stages.build());
  }
}
