package org.foresight.traces.past;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Longs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.SwfJob;
import org.foresight.traces.SwfNames;
import org.foresight.traces.SwfReader;
import org.jspecify.annotations.Nullable;

/**
 * Past jobs of a log in the Standard Workload Format. A job that never ran, or of no known size, is
 * left out; of unknown status it counts as completed; checkpointed parts (2 to 4) as cancelled.
 */
final class SwfPastJobs extends AbstractIterator<PastJob> implements PastJobStream {

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final String START = "UnixStartTime";
  private static final int FAILED = 0;
  private static final int COMPLETED = 1;

  private static final String NEVER_RAN = "the job never ran, or for an unknown time";
  private static final String UNKNOWN_SIZE = "the processors of the job are unknown";

  private final SwfReader reader;
  private final long startSeconds;
  private final SortedMap<String, Long> leftOut = new TreeMap<>();

  private SwfPastJobs(SwfReader reader) {
    this.reader = reader;
    Long stated = Longs.tryParse(reader.header().fields().getOrDefault(START, "0").strip());
    this.startSeconds = stated == null ? 0 : Math.max(0, stated);
  }

  static PastJobStream open(Path file, BadLines badLines) throws IOException {
    return new SwfPastJobs(SwfReader.open(file, badLines));
  }

  @Override
  protected @Nullable PastJob computeNext() {
    while (reader.hasNext()) {
      SwfJob job = reader.next();
      if (job.runSeconds() <= 0) {
        leftOut.merge(NEVER_RAN, 1L, Long::sum);
      } else if (job.processors() == SwfJob.UNKNOWN) {
        leftOut.merge(UNKNOWN_SIZE, 1L, Long::sum);
      } else {
        return pastJob(job);
      }
    }
    return endOfData();
  }

  private PastJob pastJob(SwfJob job) {
    long spanMillis = job.runSeconds() * MILLIS_PER_SECOND;
    return new PastJob(
        SwfNames.id(job),
        (startSeconds + job.submitSeconds()) * MILLIS_PER_SECOND,
        (startSeconds + job.endSeconds()) * MILLIS_PER_SECOND,
        end(job.status()),
        SwfNames.user(job),
        job.executable() == SwfJob.UNKNOWN ? "" : SwfNames.name(job),
        SwfNames.queue(job),
        JobRequest.of(job),
        spanMillis,
        job.processors(),
        spanMillis * job.processors(),
        ImmutableList.of());
  }

  private static PastJob.End end(int status) {
    return switch (status) {
      case COMPLETED, SwfJob.UNKNOWN -> PastJob.End.COMPLETED;
      case FAILED -> PastJob.End.FAILED;
      default -> PastJob.End.CANCELLED;
    };
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return ImmutableSortedMap.copyOfSorted(leftOut);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
