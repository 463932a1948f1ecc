package org.foresight.planner;

import java.util.Locale;

/** How long something takes, for people. */
public final class Durations {
  private static final double MOST_SECONDS = 120;
  private static final double MOST_MINUTES = 120;

  private Durations() {}

  /** Such as {@code 45 s}, {@code 12.5 min} and {@code 3.0 h}. */
  public static String text(double millis) {
    double seconds = millis / 1_000;
    double minutes = seconds / 60;
    if (Math.abs(seconds) < MOST_SECONDS) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    return Math.abs(minutes) < MOST_MINUTES
        ? String.format(Locale.ROOT, "%.1f min", minutes)
        : String.format(Locale.ROOT, "%.1f h", minutes / 60);
  }
}
