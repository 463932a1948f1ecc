package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.cluster.JobGoal;
import org.jspecify.annotations.Nullable;

/**
 * What a job wants, as its user said it: by application tags ({@code foresight.deadline=PT20M}), by
 * the application master's environment ({@code FORESIGHT_DEADLINE}), or else as its queue says.
 * Tags go before environment, environment before queue.
 *
 * <p>A deadline is an ISO-8601 instant, or a duration after submission. YARN may lower-case tags,
 * so case does not matter. A value that can't be read is reported and taken as not given.
 */
final class GoalParser {
  static final String DEADLINE = "deadline";
  static final String CLASS = "class";
  static final String GANG = "gang";
  static final ImmutableList<String> KEYS = ImmutableList.of(DEADLINE, CLASS, GANG);

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

  private final long submitMillis;
  private final Map<String, Given> given = new HashMap<>();
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

  private void put(String key, String source, String value) {
    given.put(key, new Given(source, value.trim()));
  }

  private JobGoal goal() {
    boolean gang = flag(given.get(GANG));
    OptionalLong deadline = deadline(given.get(DEADLINE));
    Given jobClass = given.get(CLASS);
    if (jobClass == null) {
      return new JobGoal(deadline, gang);
    }
    switch (jobClass.value().toLowerCase(Locale.ROOT)) {
      case "be" -> deadline = OptionalLong.empty();
      case "slo" -> {
        if (deadline.isEmpty()) {
          problems.add(
              "The " + jobClass.source() + " says slo, but no deadline is given; it runs as be.");
        }
      }
      default -> reject(jobClass, "slo or be");
    }
    return new JobGoal(deadline, gang);
  }

  private OptionalLong deadline(@Nullable Given deadline) {
    if (deadline == null) {
      return OptionalLong.empty();
    }
    // java.time reads the letters of ISO-8601 in either case.
    for (DeadlineForm form : FORMS) {
      try {
        return OptionalLong.of(form.millis(deadline.value(), submitMillis));
      } catch (DateTimeException | ArithmeticException e) {
        // Not in this form; the next one, or the report below.
      }
    }
    reject(
        deadline,
        "an ISO-8601 instant such as 2026-03-14T10:30:00Z or a positive duration after submission"
            + " such as PT20M");
    return OptionalLong.empty();
  }

  private boolean flag(@Nullable Given flag) {
    if (flag == null) {
      return false;
    }
    switch (flag.value().toLowerCase(Locale.ROOT)) {
      case "true" -> {
        return true;
      }
      case "false" -> {
        return false;
      }
      default -> {
        reject(flag, "true or false");
        return false;
      }
    }
  }

  private void reject(Given what, String accepted) {
    problems.add(
        "The value ("
            + what.value()
            + ") of the "
            + what.source()
            + " is not accepted; it must be "
            + accepted
            + ".");
  }

  private interface DeadlineForm {
    long millis(String text, long submitMillis);
  }

  private static final List<DeadlineForm> FORMS =
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
