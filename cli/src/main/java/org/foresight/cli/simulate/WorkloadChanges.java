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
 */
record WorkloadChanges(OptionalLong maxJobs, OptionalDouble sloShare) {

  private static final CharMatcher FULL_STOP = CharMatcher.is('.');

  /** As inputs of a run. */
  ImmutableMap<String, String> inputs() {
    return ImmutableMap.of(
        "max jobs", maxJobs.isPresent() ? String.valueOf(maxJobs.getAsLong()) : "all",
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
    return sloShare.isPresent()
        ? JobStreams.withDeadlines(first, sloShare.getAsDouble(), seed)
        : first;
  }
}
