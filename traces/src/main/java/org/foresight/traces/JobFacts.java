package org.foresight.traces;

import java.util.OptionalLong;

/**
 * What became of a job of a trace, which a workload has no use for. A predictor learns from it.
 *
 * <p>Immutable.
 *
 * @param endMillis when it ended, on the clock of its submission
 * @param status how it ended
 */
public record JobFacts(OptionalLong endMillis, Status status) {

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
  public static final JobFacts NONE = new JobFacts(OptionalLong.empty(), Status.COMPLETED);
}
