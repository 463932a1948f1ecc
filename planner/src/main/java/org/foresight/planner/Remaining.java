package org.foresight.planner;

/**
 * How much longer a job takes by what is believed of it while it runs.
 *
 * @param p50Millis with probability 0.5 it takes no longer
 * @param p90Millis with probability 0.9 it takes no longer
 * @param basis what that rests on, for people; one sentence
 */
public record Remaining(long p50Millis, long p90Millis, String basis) {

  public Remaining {
    if (p50Millis < 0 || p90Millis < p50Millis) {
      throw new IllegalArgumentException(
          "The p50Millis ("
              + p50Millis
              + ") must not be negative, nor be more than the p90Millis ("
              + p90Millis
              + ").");
    }
  }
}
