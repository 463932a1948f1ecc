package org.foresight.predictor;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The line format that {@link HistoryFile} describes. */
final class HistoryLine {

  /** The first line of a file. */
  static final String HEADER = "foresight-history 1";

  private static final List<String> FIELDS =
      List.of("user", "jobName", "queue", "spanMillis", "width", "workMillis");

  private HistoryLine() {}

  /** The line for a record, with its line feed. */
  static byte[] encode(HistoryRecord record) {
    JobFeatures features = record.features();
    JobOutcome outcome = record.outcome();
    String line =
        Stream.of(
                escape(features.user()),
                escape(features.jobName()),
                escape(features.queue()),
                Long.toString(outcome.spanMillis()),
                Integer.toString(outcome.width()),
                Long.toString(outcome.workMillis()))
            .collect(Collectors.joining("\t", "", "\n"));
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /** The header line, with its line feed. */
  static byte[] encodedHeader() {
    return (HEADER + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** The record of a line, which comes without its line feed. */
  static HistoryRecord decode(byte[] line) throws HistoryFormatException {
    String[] fields = decodeUtf8(line).split("\t", -1);
    if (fields.length != FIELDS.size()) {
      throw new HistoryFormatException(
          "line",
          fields.length + (fields.length == 1 ? " field" : " fields"),
          FIELDS.size() + " fields separated by tabs: " + String.join(", ", FIELDS));
    }
    JobFeatures features = new JobFeatures(text(fields, 0), text(fields, 1), text(fields, 2));
    JobOutcome outcome =
        new JobOutcome(
            number(fields, 3, 0, Long.MAX_VALUE),
            (int) number(fields, 4, 1, Integer.MAX_VALUE),
            number(fields, 5, 0, Long.MAX_VALUE));
    return new HistoryRecord(features, outcome);
  }

  /** The bytes as text, with a replacement for what isn't UTF-8; for messages. */
  static String lenientText(byte[] line) {
    return new String(line, StandardCharsets.UTF_8);
  }

  private static String decodeUtf8(byte[] line) throws HistoryFormatException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      HistoryFormatException malformed =
          new HistoryFormatException("line", lenientText(line), "text in UTF-8");
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static long number(String[] fields, int index, long min, long max)
      throws HistoryFormatException {
    try {
      long number = Long.parseLong(fields[index]);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range: the message names both conditions.
    }
    throw new HistoryFormatException(
        FIELDS.get(index), fields[index], "a whole number from " + min + " to " + max);
  }

  private static String text(String[] fields, int index) throws HistoryFormatException {
    String field = fields[index];
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder text = new StringBuilder(field.length());
    int position = 0;
    while (position < field.length()) {
      char c = field.charAt(position++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = position < field.length() ? field.charAt(position++) : ' ';
      switch (escaped) {
        case '\\' -> text.append('\\');
        case 't' -> text.append('\t');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 'u' -> {
          text.append(codeUnit(fields, index, position));
          position += 4;
        }
        default -> throw badEscape(fields, index);
      }
    }
    return text.toString();
  }

  private static char codeUnit(String[] fields, int index, int position)
      throws HistoryFormatException {
    int unit = 0;
    for (int i = position; i < position + 4; i++) {
      int digit = i < fields[index].length() ? Character.digit(fields[index].charAt(i), 16) : -1;
      if (digit < 0) {
        throw badEscape(fields, index);
      }
      unit = unit * 16 + digit;
    }
    return (char) unit;
  }

  private static HistoryFormatException badEscape(String[] fields, int index) {
    return new HistoryFormatException(
        FIELDS.get(index),
        fields[index],
        "text in which a backslash begins one of \\\\, \\t, \\n, \\r or \\u and four hexadecimal"
            + " digits");
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\\\");
        case '\t' -> escaped.append("\\t");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        default -> {
          if (Character.isISOControl(c) || isUnpairedSurrogate(text, i)) {
            escaped.append(String.format("\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }

  /** UTF-8 has no form for half of a surrogate pair. */
  private static boolean isUnpairedSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
