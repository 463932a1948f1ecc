package org.foresight.cli.simulate;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableMap;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.predictor.Counts;
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
        RunInputs.MAX_JOBS,
        maxJobs.isPresent() ? String.valueOf(maxJobs.getAsLong()) : "all",
        "queue map",
        queues.text(),
        RunInputs.SLO_SHARE,
        sloShare.isPresent() ? String.valueOf(sloShare.getAsDouble()) : RunInputs.AS_IT_IS);
  }

  /** The workload with these changes. */
  WorkloadSource apply(WorkloadSource source, long seed) {
    String whole = FULL_STOP.trimTrailingFrom(source.description());
    // What the source tells of itself, such as its load, holds for all of its jobs only.
    StringBuilder description =
        new StringBuilder(
            maxJobs.isPresent()
                ? "the first " + Counts.of(maxJobs.getAsLong(), "job") + " of (" + whole + ")"
                : whole);
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
