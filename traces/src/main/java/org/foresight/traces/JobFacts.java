package org.foresight.traces;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a trace may say of a job that a workload has no use for: what else was known at its
 * submission, and what became of it. A predictor learns from it.
 *
 * <p>Immutable.
 *
 * @param group the user's group
 * @param type the framework, such as {@code SPARK}
 * @param priority the priority asked for
 * @param slots how many tasks or processors were asked for, at least 1
 * @param requestedMillis the runtime that the user stated, at least 1
 * @param endMillis when it ended, on the clock of its submission
 * @param status how it ended
 */
public record JobFacts(
    Optional<String> group,
    Optional<String> type,
    OptionalInt priority,
    OptionalLong slots,
    OptionalLong requestedMillis,
    OptionalLong endMillis,
    Status status) {

  /** How a job ended. */
  public enum Status {
    /** It ran to success, or nothing else is said. */
    COMPLETED,
    FAILED,
    CANCELLED,
    /** It was still running. */
    UNFINISHED
  }

  /** Those of a job of which nothing else is said. */
  public static final JobFacts NONE =
      new JobFacts(
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Status.COMPLETED);

  /** Those of a log of this framework. */
  public static JobFacts ofLog(String type, OptionalLong endMillis, Status status) {
    return new JobFacts(
        Optional.empty(),
        Optional.of(type),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        endMillis,
        status);
  }
}
