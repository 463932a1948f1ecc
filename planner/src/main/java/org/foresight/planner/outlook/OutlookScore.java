package org.foresight.planner.outlook;

import java.util.Optional;

/**
 * How well the first answers that were given for jobs did.
 *
 * @param starts of the first tasks of jobs
 * @param finishes of jobs that ran to success
 */
public record OutlookScore(Part starts, Part finishes) {

  /** Nothing said and nothing scored. */
  public static final OutlookScore NONE = new OutlookScore(Part.NONE, Part.NONE);

  /**
   * Of the starts, or of the ends.
   *
   * @param scored how many answers have come true, or not
   * @param byP50 how many of them happened until their p50
   * @param byP90 how many of them happened until their p90
   * @param unknown how many happened of which the first answer was "unknown"
   */
  public record Part(long scored, long byP50, long byP90, long unknown) {

    static final Part NONE = new Part(0, 0, 0, 0);

    Part with(Optional<TimeRange> given, long atMillis) {
      if (given.isEmpty()) {
        return new Part(scored, byP50, byP90, unknown + 1);
      }
      TimeRange range = given.get();
      return new Part(
          scored + 1,
          byP50 + (atMillis <= range.p50Millis() ? 1 : 0),
          byP90 + (atMillis <= range.p90Millis() ? 1 : 0),
          unknown);
    }
  }
}
