package org.foresight.benchmarks.evaluation;

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
    NOT_RUN(Texts.NOT_RUN);

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** Of a claim that can be decided. */
    public static Verdict of(boolean holds) {
      return holds ? HOLDS : DOES_NOT_HOLD;
    }

    /** For a page. */
    public String text() {
      return text;
    }
  }
}
