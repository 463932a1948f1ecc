package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.foresight.planner.cluster.JobGoal;

/**
 * What a job wants, as its user said it: by application tags ({@code foresight.deadline=PT20M}), by
 * the application master's environment ({@code FORESIGHT_DEADLINE}), or else as its queue says.
 * Tags go before environment, environment before queue.
 *
 * <p>A deadline is an ISO-8601 instant, or a duration after submission. YARN may lower-case tags,
 * so case does not matter. A value that can't be read is reported and taken as not given, so that a
 * weaker source's counts.
 */
final class GoalParser {
  static final String DEADLINE = "deadline";
  static final String CLASS = "class";
  static final String GANG = "gang";
  static final ImmutableList<String> KEYS = ImmutableList.of(DEADLINE, CLASS, GANG);

  private static final String DEADLINE_FORMS_TEXT =
      "an ISO-8601 instant such as 2026-03-14T10:30:00Z or a positive duration after submission"
          + " such as PT20M";

  private static final String TAG_PREFIX = "foresight.";
  private static final String ENVIRONMENT_PREFIX = "FORESIGHT_";

  /**
   * A goal, and what could not be understood on the way to it.
   *
   * @param goal the goal
   * @param problems one sentence each
   */
  record Parsed(JobGoal goal, ImmutableList<String> problems) {}

  private record Given(String source, String value) {}

  private static final String GANG_FORMS_TEXT = "true or false";
  private static final String CLASS_FORMS_TEXT = "slo or be";

  private final long submitMillis;

  /** What every source gave for a key, the strongest source first. */
  private final Map<String, ArrayDeque<Given>> given = new HashMap<>();

  private final ImmutableList.Builder<String> problems = ImmutableList.builder();

  private GoalParser(long submitMillis) {
    this.submitMillis = submitMillis;
  }

  /** Reads the goal of a job submitted at {@code submitMillis}. */
  static Parsed parse(
      Collection<String> tags,
      Map<String, String> environment,
      Map<String, String> queueDefaults,
      long submitMillis) {
    GoalParser parser = new GoalParser(submitMillis);
    queueDefaults.forEach((key, value) -> parser.put(key, "queue default " + key, value));
    for (String key : KEYS) {
      String variable = ENVIRONMENT_PREFIX + key.toUpperCase(Locale.ROOT);
      String value = environment.get(variable);
      if (value != null) {
        parser.put(key, "environment variable " + variable, value);
      }
    }
    // In the order of their text, so that of two tags with one key always the same one counts.
    for (String tag : tags.stream().sorted().toList()) {
      parser.tag(tag);
    }
    JobGoal goal = parser.goal();
    return new Parsed(goal, parser.problems.build());
  }

  /** What the values of a key may be, to follow "it must be". */
  static String accepted(String key) {
    return switch (key) {
      case DEADLINE -> DEADLINE_FORMS_TEXT;
      case CLASS -> CLASS_FORMS_TEXT;
      case GANG -> GANG_FORMS_TEXT;
      default -> throw unknown(key);
    };
  }

  /** Whether a key may have this value. */
  static boolean isReadable(String key, String text) {
    return switch (key) {
      case DEADLINE -> new GoalParser(0).deadline(text).isPresent();
      case CLASS -> slo(text).isPresent();
      case GANG -> flag(text).isPresent();
      default -> throw unknown(key);
    };
  }

  private static IllegalArgumentException unknown(String key) {
    return new IllegalArgumentException("No job says its (" + key + ").");
  }

  private void tag(String tag) {
    int equals = tag.indexOf('=');
    String name = (equals < 0 ? tag : tag.substring(0, equals)).toLowerCase(Locale.ROOT).trim();
    if (!name.startsWith(TAG_PREFIX)) {
      return;
    }
    String key = name.substring(TAG_PREFIX.length());
    if (equals < 0 || !KEYS.contains(key)) {
      problems.add(
          "The tag ("
              + tag
              + ") is not understood; accepted are "
              + String.join(", ", KEYS.stream().map(k -> TAG_PREFIX + k + "=…").toList())
              + ".");
      return;
    }
    put(key, "tag " + name, tag.substring(equals + 1));
  }

  /** Sources are put in from the weakest to the strongest. */
  private void put(String key, String source, String value) {
    given.computeIfAbsent(key, k -> new ArrayDeque<>()).addFirst(new Given(source, value.trim()));
  }

  private JobGoal goal() {
    boolean gang =
        readable(GANG, GANG_FORMS_TEXT, GoalParser::flag).map(Understood::value).orElse(false);
    Optional<Long> deadline =
        readable(DEADLINE, DEADLINE_FORMS_TEXT, this::deadline).map(Understood::value);
    Optional<Understood<Boolean>> slo = readable(CLASS, CLASS_FORMS_TEXT, GoalParser::slo);
    if (slo.isPresent() && !slo.get().value()) {
      deadline = Optional.empty();
    } else if (slo.isPresent() && deadline.isEmpty()) {
      problems.add(
          "The "
              + slo.get().given().source()
              + " says slo, but no deadline is given; it runs as be.");
    }
    return new JobGoal(
        deadline.isPresent() ? OptionalLong.of(deadline.get()) : OptionalLong.empty(), gang);
  }

  /** What a source gave, and how it reads. */
  private record Understood<T>(Given given, T value) {}

  /** The value of the strongest source that can be read; those before it are reported. */
  private <T> Optional<Understood<T>> readable(
      String key, String accepted, Function<String, Optional<T>> reader) {
    for (Given source : given.getOrDefault(key, new ArrayDeque<>())) {
      Optional<T> value = reader.apply(source.value());
      if (value.isPresent()) {
        return Optional.of(new Understood<>(source, value.get()));
      }
      problems.add(
          "The value ("
              + source.value()
              + ") of the "
              + source.source()
              + " is not accepted; it must be "
              + accepted
              + ".");
    }
    return Optional.empty();
  }

  private Optional<Long> deadline(String text) {
    // java.time reads the letters of ISO-8601 in either case.
    for (DeadlineForm form : DEADLINE_FORMS) {
      try {
        return Optional.of(form.millis(text, submitMillis));
      } catch (DateTimeException | ArithmeticException e) {
        // Not in this form; the next one, or the caller's report.
      }
    }
    return Optional.empty();
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> slo(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "slo" -> Optional.of(true);
      case "be" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private interface DeadlineForm {
    long millis(String text, long submitMillis);
  }

  private static final List<DeadlineForm> DEADLINE_FORMS =
      List.of(
          (text, submit) -> Instant.parse(text).toEpochMilli(),
          (text, submit) -> OffsetDateTime.parse(text).toInstant().toEpochMilli(),
          (text, submit) -> {
            Duration duration = Duration.parse(text);
            if (duration.isNegative() || duration.isZero()) {
              throw new DateTimeException("not positive");
            }
            return Math.addExact(submit, duration.toMillis());
          });
}
