package org.foresight.yarn;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a key's values may be.
 *
 * @param unit of a number, for people; empty where there is none
 * @param accepted what is accepted, to follow "it must be"
 * @param isVerbatim whether blanks before and after a value are part of it; they are cut off
 *     otherwise
 * @param parser reads a value, and throws an IllegalArgumentException if it is not accepted
 * @param <T> what a value reads as
 */
record KeyKind<T>(String unit, String accepted, boolean isVerbatim, Function<String, T> parser) {

  /** Says that the policy says it. */
  static final String BY_POLICY = "policy";

  private KeyKind(String unit, String accepted, Function<String, T> parser) {
    this(unit, accepted, false, parser);
  }

  /** A duration. */
  static KeyKind<Long> millis(long least, long most) {
    return new KeyKind<>("ms", range(least, most), text -> inRange(text, least, most));
  }

  /** A number of what {@code unit} says. */
  static KeyKind<Integer> count(String unit, int least, int most) {
    return new KeyKind<>(
        unit, range(least, most), text -> Math.toIntExact(inRange(text, least, most)));
  }

  /** A number, not necessarily a whole one. */
  static KeyKind<Double> number(double least, double most) {
    return new KeyKind<>(
        "",
        "a number from " + plain(least) + " to " + plain(most),
        text -> inRange(text, least, most));
  }

  /** One of some constants, in lower case and with hyphens. */
  static <E extends Enum<E>> KeyKind<E> constant(Class<E> constants) {
    ImmutableMap<String, E> byName =
        Stream.of(constants.getEnumConstants())
            .collect(
                toImmutableMap(c -> c.name().toLowerCase(Locale.ROOT).replace('_', '-'), c -> c));
    return new KeyKind<>(
        "",
        String.join(" or ", byName.keySet()),
        text -> requireNonNull(byName.get(only(byName.keySet(), text))));
  }

  /** Users and groups; what is before the first blank are users, none if it comes first. */
  static KeyKind<String> accessControlList() {
    return new KeyKind<>(
        "",
        "a list of users, a blank, and a list of groups, each with commas, or * for everybody",
        true,
        text -> text);
  }

  /** One of some names. */
  static KeyKind<String> oneOf(ImmutableSet<String> names) {
    return new KeyKind<>("", "one of " + String.join(", ", names), text -> only(names, text));
  }

  static KeyKind<Boolean> flag() {
    return new KeyKind<>(
        "", "true or false", text -> Boolean.valueOf(only(ImmutableSet.of("true", "false"), text)));
  }

  static KeyKind<Mode> mode() {
    return new KeyKind<>("", "off, shadow or on", Mode::parse);
  }

  /** A folder, or nothing. */
  static KeyKind<Optional<HistoryLocation>> history() {
    return new KeyKind<>(
        "",
        HistoryLocation.ACCEPTED,
        text -> text.isEmpty() ? Optional.empty() : Optional.of(HistoryLocation.parse(text)));
  }

  /** What a job of a queue wants, by one of {@link GoalParser#KEYS}. */
  static KeyKind<String> goal(String key) {
    return new KeyKind<>("", GoalParser.accepted(key), text -> readableGoal(key, text));
  }

  /**
   * What is accepted otherwise, or {@code policy}: as is usual for the policy; it reads as empty.
   */
  static <T> KeyKind<Optional<T>> byPolicyOr(KeyKind<T> said) {
    return new KeyKind<>(
        said.unit,
        BY_POLICY + ", or " + said.accepted,
        text -> text.equals(BY_POLICY) ? Optional.empty() : Optional.of(said.parser.apply(text)));
  }

  private static String readableGoal(String key, String text) {
    if (GoalParser.isReadable(key, text)) {
      return text;
    }
    throw new IllegalArgumentException("No " + key + " (" + text + ").");
  }

  private static String only(ImmutableSet<String> names, String text) {
    if (names.contains(text)) {
      return text;
    }
    throw new IllegalArgumentException("There is no (" + text + ").");
  }

  private static String range(long least, long most) {
    return "a whole number from " + least + " to " + most;
  }

  private static String plain(double number) {
    return new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
  }

  private static double inRange(String text, double least, double most) {
    double number = Double.parseDouble(text);
    if (!(number >= least && number <= most)) { // Written so that NaN fails too.
      throw new IllegalArgumentException("Out of range (" + number + ").");
    }
    return number;
  }

  private static long inRange(String text, long least, long most) {
    long number = Long.parseLong(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException("Out of range (" + number + ").");
    }
    return number;
  }
}
