package org.foresight.benchmarks.threesigma;

/**
 * Something that must show, and whether it does.
 *
 * @param text what must show
 * @param measured the figures that decide
 * @param verdict what they decide
 */
record Claim(String text, String measured, Verdict verdict) {

  /** Whether a claim holds. */
  enum Verdict {
    HOLDS("holds"),
    DOES_NOT_HOLD("**does not hold**"),
    NOT_RUN(Texts.NOT_RUN);

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    static Verdict of(boolean holds) {
      return holds ? HOLDS : DOES_NOT_HOLD;
    }

    String text() {
      return text;
    }
  }
}
