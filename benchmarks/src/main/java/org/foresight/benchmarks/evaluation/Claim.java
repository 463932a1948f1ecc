package org.foresight.benchmarks.evaluation;

import org.foresight.traces.statistics.Interval;

/**
 * Something that must show, and whether it does.
 *
 * @param text what must show
 * @param measured the figures that decide
 * @param verdict what they decide
 */
public record Claim(String text, String measured, Verdict verdict) {

  /** Whether a claim holds. */
  public enum Verdict {
    HOLDS("holds"),
    DOES_NOT_HOLD("**does not hold**"),
    UNDECIDED("is undecided"),
    NOT_RUN(Texts.NOT_RUN);

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** Of a claim that can be decided. */
    public static Verdict of(boolean holds) {
      return holds ? HOLDS : DOES_NOT_HOLD;
    }

    /**
     * Of a claim that a figure is no larger than something, decided by the ends of its interval.
     *
     * @param pairs how many values the interval is of: one alone decides nothing
     */
    public static Verdict atMost(double limit, Interval figure, int pairs) {
      if (pairs < 2 || (figure.low() <= limit && figure.high() > limit)) {
        return UNDECIDED;
      }
      return of(figure.high() <= limit);
    }

    /** For a page. */
    public String text() {
      return text;
    }
  }
}
