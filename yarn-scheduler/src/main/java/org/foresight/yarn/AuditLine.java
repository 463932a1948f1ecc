package org.foresight.yarn;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line for programs: {@code key=value}, one after the other. A value that is more than a plain
 * word is put in quotes, in which quotes and backslashes follow a backslash, and what is not
 * printable ASCII is written as in JSON; so nothing that a user chose can pass for another value or
 * another line. Not thread-safe.
 */
final class AuditLine {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/+@-]+");

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Adds a value; the key is one of ours. */
  AuditLine with(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(value -> value.getKey() + "=" + escaped(value.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** A value that makes no line or value of its own: quoted if it is not plain. */
  static String escaped(String text) {
    if (PLAIN.matcher(text).matches()) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= ' ' && c <= '~') {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
