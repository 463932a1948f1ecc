package org.foresight.cli.support;

import java.io.PrintWriter;

/**
 * Text for a terminal, which would obey some of it. Whoever names a job, a user or a queue is not
 * to clear the screen, forge a line or turn text round of those who read of it. Stateless.
 */
public final class TerminalText {

  private TerminalText() {}

  /** A line; what is not there to be seen is written as in JSON, such as {@code \}{@code u001b}. */
  public static String of(String line) {
    if (line.codePoints().noneMatch(TerminalText::isUnseen)) {
      return line;
    }
    StringBuilder escaped = new StringBuilder();
    line.codePoints()
        .forEach(
            character -> {
              if (isUnseen(character)) {
                for (char unit : Character.toChars(character)) {
                  escaped.append(String.format("\\u%04x", (int) unit));
                }
              } else {
                escaped.appendCodePoint(character);
              }
            });
    return escaped.toString();
  }

  private static boolean isUnseen(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT, // Such as those that turn text round.
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE -> // One without its other half.
          true;
      default -> false;
    };
  }

  /** Prints lines. */
  public static void print(PrintWriter out, Iterable<String> lines) {
    lines.forEach(line -> out.println(of(line)));
  }

  /**
   * Prints JSON, which stays the same JSON.
   *
   * @param json whose strings have no line breaks, as all JSON's
   */
  public static void printJson(PrintWriter out, String json) {
    json.lines().forEach(line -> out.println(of(line)));
  }
}
