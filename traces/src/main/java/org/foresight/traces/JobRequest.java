package org.foresight.traces;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a trace says beyond a job's tasks of how it was submitted: nothing that decides when it
 * runs, but what a predictor may go by.
 *
 * <p>Immutable.
 *
 * @param group the user's group
 * @param type the framework, such as {@code SPARK}
 * @param priority the priority asked for
 * @param slots how many tasks or processors were asked for, at least 1
 * @param requestedMillis the runtime that the user stated, at least 1
 */
public record JobRequest(
    Optional<String> group,
    Optional<String> type,
    OptionalInt priority,
    OptionalLong slots,
    OptionalLong requestedMillis) {

  private static final long MILLIS_PER_SECOND = 1000;

  /** That of a job of which nothing more is said. */
  public static final JobRequest NONE =
      new JobRequest(
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** That of a job of this framework. */
  public static JobRequest ofType(String type) {
    return new JobRequest(
        Optional.empty(),
        Optional.of(type),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /**
   * That of a job of a log in the Standard Workload Format. The field of processors asked for is
   * often left out there; those that a job was given are then what it asked for.
   */
  public static JobRequest of(SwfJob job) {
    int asked = job.requestedProcessors() > 0 ? job.requestedProcessors() : job.processors();
    return new JobRequest(
        job.group() == SwfJob.UNKNOWN ? Optional.empty() : Optional.of("group" + job.group()),
        Optional.empty(),
        OptionalInt.empty(),
        asked > 0 ? OptionalLong.of(asked) : OptionalLong.empty(),
        job.requestedSeconds() > 0
            // Longer than anything runs is no limit.
            ? OptionalLong.of(
                Math.min(TraceLimits.TASK_MILLIS, job.requestedSeconds() * MILLIS_PER_SECOND))
            : OptionalLong.empty());
  }
}
