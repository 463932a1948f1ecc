package org.foresight.predictor;

/** Says how many there are of something. */
public final class Counts {

  private Counts() {}

  /**
   * Such as {@code 1 job} or {@code 30 jobs}.
   *
   * @param one what is counted, in the singular, whose plural ends in s
   */
  public static String of(long count, String one) {
    return count + " " + one + (count == 1 ? "" : "s");
  }
}
