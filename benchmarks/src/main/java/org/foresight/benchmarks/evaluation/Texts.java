package org.foresight.benchmarks.evaluation;

import java.util.Locale;
import java.util.Optional;
import org.foresight.traces.statistics.Interval;

/** Writes figures for people. */
public final class Texts {

  /** Of what no run has given yet. */
  public static final String NOT_RUN = "not run";

  private Texts() {}

  /** Such as {@code 2.31 (1.80–2.95)}; the value alone where nothing is spread. */
  public static String interval(Interval interval, int decimals) {
    if (interval.low() == interval.high()) {
      return number(interval.value(), decimals);
    }
    return number(interval.value(), decimals)
        + " ("
        + number(interval.low(), decimals)
        + "–"
        + number(interval.high(), decimals)
        + ")";
  }

  /** The same with the sign of a difference, such as {@code +1.2 (−0.3 to +2.7)}. */
  public static String difference(Interval interval, int decimals) {
    return signed(interval.value(), decimals)
        + " ("
        + signed(interval.low(), decimals)
        + " to "
        + signed(interval.high(), decimals)
        + ")";
  }

  /** The interval, or that there is none. */
  public static String orNotRun(Optional<Interval> interval, int decimals) {
    return interval.map(value -> interval(value, decimals)).orElse(NOT_RUN);
  }

  /** With thousands separated. */
  public static String number(double value, int decimals) {
    return Double.isInfinite(value)
        ? "∞"
        : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String signed(double value, int decimals) {
    return String.format(Locale.ROOT, "%+,." + decimals + "f", value).replace('-', '−');
  }
}
