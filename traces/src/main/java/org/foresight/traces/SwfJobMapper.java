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
  private static final int SECONDS_PER_MINUTE = 60;

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
        "swf-" + job.jobNumber(),
        submitMillis,
        user(job),
        name(job),
        WorkloadQueues.of(slo),
        deadline,
        gang,
        ImmutableList.copyOf(Collections.nCopies(tasks(job.processors()), taskMillis)));
  }

  private static String user(SwfJob job) {
    return job.user() == SwfJob.UNKNOWN ? "user-unknown" : "user" + job.user();
  }

  private static String name(SwfJob job) {
    if (job.executable() != SwfJob.UNKNOWN) {
      return "exe-" + letters(job.executable());
    }
    // Doubling buckets of the size: 1, 2, 3-4, 5-8, ...
    int sizeBucket = Integer.SIZE - Integer.numberOfLeadingZeros(job.processors() - 1);
    return "job-u"
        + letters(job.user())
        + "-t"
        + letters(Math.floorDiv(job.requestedSeconds(), SECONDS_PER_MINUTE))
        + "-s"
        + letters(sizeBucket);
  }

  /**
   * The decimal digits as letters from g to p: whoever normalises names takes digits, and runs of
   * hexadecimal digits, for counters and drops them, but here they tell jobs apart. {@code x} for
   * an unknown number.
   */
  private static String letters(long number) {
    if (number < 0) {
      return "x";
    }
    return Long.toString(number)
        .chars()
        .map(digit -> 'g' + (digit - '0'))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
