package org.foresight.cli.simulate;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.TypeConversionException;

/**
 * An option's value of the form {@code key=value,key=value}.
 *
 * @param text as typed
 * @param values by key, in the order typed
 */
record KeyValues(String text, ImmutableMap<String, String> values) {

  private static final Splitter PAIRS = Splitter.on(',').trimResults();
  private static final Splitter PARTS = Splitter.on('=').limit(2).trimResults();

  /**
   * Reads the text.
   *
   * @param keys what the keys are, for people
   * @throws TypeConversionException if it is of another form or has a key that is none or twice
   */
  static KeyValues parse(String text, ImmutableList<String> keys, Predicate<String> isKey) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : PAIRS.split(text)) {
      List<String> parts = PARTS.splitToList(pair);
      if (parts.size() < 2 || !isKey.test(parts.get(0)) || parts.get(1).isEmpty()) {
        throw new TypeConversionException(
            "\""
                + pair
                + "\" in \""
                + text
                + "\" is not key=value with one of the keys "
                + String.join(", ", keys)
                + ".");
      }
      if (values.put(parts.get(0), parts.get(1)) != null) {
        throw new TypeConversionException(
            "The key \"" + parts.get(0) + "\" is twice in \"" + text + "\".");
      }
    }
    return new KeyValues(text, ImmutableMap.copyOf(values));
  }

  /** The value of a key, if it is there. */
  Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The value of a key that has to be there. */
  String require(String key) {
    return find(key)
        .orElseThrow(
            () -> new TypeConversionException("\"" + text + "\" must have the key " + key + "."));
  }

  /** A value as a whole number from {@code least} on. */
  long wholeNumber(String key, String value, long least) {
    try {
      long number = Long.parseLong(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw notWhole(key, value, least);
    }
    throw notWhole(key, value, least);
  }

  private TypeConversionException notWhole(String key, String value, long least) {
    return new TypeConversionException(
        "The "
            + key
            + " (\""
            + value
            + "\") in \""
            + text
            + "\" is not a whole number of at least "
            + least
            + ".");
  }
}
