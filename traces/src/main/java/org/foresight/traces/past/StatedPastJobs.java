package org.foresight.traces.past;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobRequest;
import org.foresight.traces.StatedJobs;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * Past jobs of a trace or log that lists their tasks. A job that was still running is left out; one
 * whose end is not said ended as if it had never waited.
 */
final class StatedPastJobs extends AbstractIterator<PastJob> implements PastJobStream {

  private static final String UNFINISHED = "the log has no end of the job";
  private static final String MAPREDUCE = "MAPREDUCE";

  /**
   * The YARN priorities that MapReduce asks for containers of maps and of reduces with, by which a
   * ResourceManager tells the stages of its jobs ({@code RMContainerAllocator} of Hadoop). A job
   * that ran to success has maps, so that its first stage is theirs.
   */
  private static final ImmutableList<String> MAPREDUCE_STAGES = ImmutableList.of("20", "10");

  private final StatedJobs jobs;
  private long unfinished;

  StatedPastJobs(StatedJobs jobs) {
    this.jobs = jobs;
  }

  @Override
  protected @Nullable PastJob computeNext() {
    while (jobs.hasNext()) {
      WorkloadJob job = jobs.next();
      JobFacts facts = jobs.facts();
      Optional<PastJob.End> end = end(facts.status());
      if (end.isPresent()) {
        return pastJob(job, facts, end.get(), jobs.clockStartMillis());
      }
      unfinished++;
    }
    return endOfData();
  }

  private static Optional<PastJob.End> end(JobFacts.Status status) {
    return switch (status) {
      case COMPLETED -> Optional.of(PastJob.End.COMPLETED);
      case FAILED -> Optional.of(PastJob.End.FAILED);
      case CANCELLED -> Optional.of(PastJob.End.CANCELLED);
      case UNFINISHED -> Optional.empty();
    };
  }

  /**
   * The past job.
   *
   * @param clockStartMillis what the times of the job and its facts count from
   */
  static PastJob pastJob(WorkloadJob job, JobFacts facts, PastJob.End end, long clockStartMillis) {
    ImmutableList.Builder<PastJob.PastStage> stages = ImmutableList.builder();
    long sumOfLongestMillis = 0;
    for (int i = 0; i < job.stages().size(); i++) {
      WorkloadStage stage = job.stages().get(i);
      Long memoryMb = stage.demand().get(WorkloadStage.MEMORY_MIB);
      sumOfLongestMillis += stage.longestMillis();
      stages.add(
          new PastJob.PastStage(
              stageName(job.request(), i),
              stage.width(),
              stage.longestMillis(),
              stage.workMillis(),
              memoryMb == null ? OptionalLong.empty() : OptionalLong.of(memoryMb)));
    }
    long submitMillis = job.submitMillis();
    // Clocks of several machines may differ.
    long endMillis =
        Math.max(submitMillis, facts.endMillis().orElse(submitMillis + job.spanMillis()));
    return new PastJob(
        job.id(),
        clockStartMillis + submitMillis,
        clockStartMillis + endMillis,
        end,
        job.user(),
        job.name(),
        job.queue(),
        job.request(),
        sumOfLongestMillis,
        job.width(),
        job.workMillis(),
        stages.build());
  }

  private static String stageName(JobRequest request, int stage) {
    boolean isMapReduce = request.type().filter(MAPREDUCE::equals).isPresent();
    return isMapReduce && stage < MAPREDUCE_STAGES.size()
        ? MAPREDUCE_STAGES.get(stage)
        : "stage " + stage;
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    TreeMap<String, Long> counts = new TreeMap<>(jobs.leftOut());
    if (unfinished > 0) {
      counts.put(UNFINISHED, unfinished);
    }
    return ImmutableSortedMap.copyOfSorted(counts);
  }

  @Override
  public void close() throws IOException {
    jobs.close();
  }
}
