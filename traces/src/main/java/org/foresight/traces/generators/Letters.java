package org.foresight.traces.generators;

/**
 * Numbers spelled in letters: predictors take the digits of a name for a counter or date and
 * normalise them away.
 */
final class Letters {

  private static final int ALPHABET = 26;

  private Letters() {}

  /** A different word for every number from 0: a, b, … z, aa, ab, …. */
  static String of(long number) {
    StringBuilder word = new StringBuilder();
    long rest = number;
    do {
      word.append((char) ('a' + rest % ALPHABET));
      rest = rest / ALPHABET - 1;
    } while (rest >= 0);
    return word.reverse().toString();
  }
}
