package org.foresight.traces.generators;

import com.google.common.base.Strings;

/** Ids of jobs, and the counters in their names. */
final class Ids {

  /** Number of different counters in names. */
  static final int COUNTERS = 1_000_000;

  private static final int DIGITS = 6;

  private Ids() {}

  static String job(long index) {
    return "job-" + digits(index + 1);
  }

  static String history(long index) {
    return "history-" + digits(index + 1);
  }

  /** The number with at least six digits. */
  static String digits(long number) {
    return Strings.padStart(Long.toString(number), DIGITS, '0');
  }
}
