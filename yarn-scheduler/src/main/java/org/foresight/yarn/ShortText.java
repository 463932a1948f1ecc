package org.foresight.yarn;

/** What users may make as long as they like, as long as people read it. Stateless. */
final class ShortText {

  /** Of a name. */
  private static final int MOST_CHARACTERS = 200;

  private static final int MOST_CHARACTERS_OF_SENTENCES = 1_000;

  private ShortText() {}

  /** A name, of which the end is left out where it is longer than 200 characters. */
  static String of(String name) {
    return of(name, MOST_CHARACTERS);
  }

  /**
   * Sentences that may tell what users have written, of which the end is left out where they are
   * longer than 1000 characters.
   */
  static String ofSentences(String text) {
    return of(text, MOST_CHARACTERS_OF_SENTENCES);
  }

  /** Text of which the end is left out where it is longer than this. */
  static String of(String text, int mostCharacters) {
    if (text.length() <= mostCharacters) {
      return text;
    }
    int end = mostCharacters - 1;
    boolean isInPair = Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, isInPair ? end - 1 : end) + "…";
  }
}
