package org.foresight.planner;

import java.util.Locale;

/** How long something takes, for people. */
public final class Durations {
  private static final double MOST_SECONDS = 120;
  private static final double MOST_MINUTES = 120;
  private static final double MOST_HOURS = 72;

  private Durations() {}

  /** Such as {@code 45 s}, {@code 12.5 min}, {@code 3.0 h} and {@code 4.5 days}. */
  public static String text(double millis) {
    double seconds = millis / 1_000;
    double minutes = seconds / 60;
    if (Math.abs(seconds) < MOST_SECONDS) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    if (Math.abs(minutes) < MOST_MINUTES) {
      return String.format(Locale.ROOT, "%.1f min", minutes);
    }
    double hours = minutes / 60;
    return Math.abs(hours) < MOST_HOURS
        ? String.format(Locale.ROOT, "%.1f h", hours)
        : String.format(Locale.ROOT, "%.1f days", hours / 24);
  }
}
