package org.foresight.cli.simulate;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableMap;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.WorkloadSource;

/**
 * What is done to the jobs of any workload.
 *
 * @param maxJobs only the first jobs, at most so many
 * @param sloShare share of the jobs without a deadline that are given one
 * @param queues which queues they go to
 */
record WorkloadChanges(OptionalLong maxJobs, OptionalDouble sloShare, QueueMap queues) {

  private static final CharMatcher FULL_STOP = CharMatcher.is('.');

  /** As inputs of a run. */
  ImmutableMap<String, String> inputs() {
    return ImmutableMap.of(
        "max jobs", maxJobs.isPresent() ? String.valueOf(maxJobs.getAsLong()) : "all",
        "queues", queues.text(),
        "SLO share", sloShare.isPresent() ? String.valueOf(sloShare.getAsDouble()) : "as it is");
  }

  /** The workload with these changes. */
  WorkloadSource apply(WorkloadSource source, long seed) {
    StringBuilder description = new StringBuilder(FULL_STOP.trimTrailingFrom(source.description()));
    maxJobs.ifPresent(jobs -> description.append(", the first ").append(jobs).append(" jobs"));
    sloShare.ifPresent(share -> description.append(", SLO share ").append(share));
    return new DerivedWorkload(source, description.toString(), jobs -> apply(jobs, seed));
  }

  private JobStream apply(JobStream jobs, long seed) {
    JobStream first = maxJobs.isPresent() ? JobStreams.first(jobs, maxJobs.getAsLong()) : jobs;
    JobStream queued =
        queues.equals(QueueMap.NONE) ? first : JobStreams.inQueues(first, queues::target);
    return sloShare.isPresent()
        ? JobStreams.withDeadlines(queued, sloShare.getAsDouble(), seed)
        : queued;
  }
}
