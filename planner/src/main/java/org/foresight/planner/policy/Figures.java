package org.foresight.planner.policy;

/** Numbers for people. Made for every job of a plan, so without a formatter's cost. */
final class Figures {

  private Figures() {}

  /** With one decimal; not below 0. */
  static String tenths(double value) {
    long tenths = Math.round(value * 10);
    return tenths / 10 + "." + tenths % 10;
  }

  /** A part as a percentage with one decimal. */
  static String percent(double part) {
    return tenths(part * 100) + " %";
  }

  /** Milliseconds as seconds with one decimal. */
  static String seconds(long millis) {
    return tenths(millis / 1000.0) + " s";
  }
}
