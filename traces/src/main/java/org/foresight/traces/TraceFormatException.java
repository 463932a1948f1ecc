package org.foresight.traces;

import java.nio.file.Path;

/**
 * A trace file that cannot be used as it is. The message is one readable line: the file, the line
 * number (or that of another part) and the field where there is one, the value found and what is
 * accepted.
 */
public sealed class TraceFormatException extends RuntimeException permits TraceHeaderException {

  private static final int LONGEST_QUOTE = 60;

  public TraceFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }

  public TraceFormatException(Path file, long lineNumber, String problem) {
    this(file, "line", lineNumber, problem);
  }

  /**
   * A problem in a file that is not one of lines.
   *
   * @param part what the file is made of, for people, such as {@code event}
   * @param number which of them it is, from 1
   */
  public TraceFormatException(Path file, String part, long number, String problem) {
    super(file + ", " + part + " " + number + ": " + problem);
  }

  /**
   * A problem in what does not come from a file.
   *
   * @param source where it comes from, for people, such as a URL
   */
  public TraceFormatException(String source, String problem) {
    super(source + ": " + problem);
  }

  TraceFormatException(TraceFormatException problem) {
    super(problem.getMessage(), problem);
  }

  /** The value in quotation marks, shortened and without characters that a terminal would obey. */
  public static String quote(String value) {
    String printable =
        value
            .codePoints()
            .limit(LONGEST_QUOTE)
            .collect(
                StringBuilder::new,
                (text, c) -> text.appendCodePoint(Character.isISOControl(c) ? '?' : c),
                StringBuilder::append)
            .toString();
    return "\"" + printable + (value.length() > LONGEST_QUOTE ? "…\"" : "\"");
  }
}
