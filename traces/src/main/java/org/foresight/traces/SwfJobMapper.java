package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.OptionalLong;

/**
 * Maps the jobs of a trace to jobs of a cluster of task slots; see {@link SwfWorkload} for the
 * rules.
 *
 * <p>Immutable.
 */
final class SwfJobMapper {

  private static final long MILLIS_PER_SECOND = 1000;

  private final int slots;
  private final int machineProcessors;
  private final long minTaskMillis;
  private final boolean gang;

  SwfJobMapper(SwfWorkloadParameters parameters, int machineProcessors) {
    this.slots = parameters.slots();
    this.machineProcessors = machineProcessors;
    this.minTaskMillis = parameters.minTaskTime().toMillis();
    this.gang = parameters.gang();
  }

  /** Number of tasks of a job that ran on {@code processors}, between 1 and the slots. */
  int tasks(int processors) {
    long tasks = Math.round((double) processors * slots / machineProcessors);
    return (int) Math.max(1, Math.min(slots, tasks));
  }

  /** Runtime of each task of a job that ran for {@code runSeconds}. */
  long taskMillis(long runSeconds) {
    return Math.max(minTaskMillis, runSeconds * MILLIS_PER_SECOND);
  }

  WorkloadJob toJob(SwfJob job, long windowStartSeconds, boolean slo, int slackPercent) {
    long submitMillis = (job.submitSeconds() - windowStartSeconds) * MILLIS_PER_SECOND;
    long taskMillis = taskMillis(job.runSeconds());
    OptionalLong deadline =
        slo
            ? OptionalLong.of(Deadlines.deadlineMillis(submitMillis, taskMillis, slackPercent))
            : OptionalLong.empty();
    return WorkloadJob.ofOneStage(
            SwfNames.id(job),
            submitMillis,
            SwfNames.user(job),
            SwfNames.name(job),
            WorkloadQueues.of(slo),
            deadline,
            gang,
            ImmutableList.copyOf(Collections.nCopies(tasks(job.processors()), taskMillis)))
        .requested(JobRequest.of(job));
  }
}
