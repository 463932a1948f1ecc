package org.foresight.planner.outlook;

/**
 * When something is expected to happen, in milliseconds since the epoch of the host's clock; never
 * one moment alone.
 *
 * @param p50Millis until then it has happened with probability 0.5
 * @param p90Millis until then it has happened with probability 0.9
 */
public record TimeRange(long p50Millis, long p90Millis) {

  public TimeRange {
    if (p90Millis < p50Millis) {
      throw new IllegalArgumentException(
          "The p90Millis ("
              + p90Millis
              + ") must not be before the p50Millis ("
              + p50Millis
              + ").");
    }
  }

  /** The same range with nothing before {@code millis}. */
  TimeRange notBefore(long millis) {
    return new TimeRange(Math.max(millis, p50Millis), Math.max(millis, p90Millis));
  }
}
