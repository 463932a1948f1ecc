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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;

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
  static final String VALUE = "value";
  static final String PREFER = "prefer";
  static final String MAX_WAIT = "max-wait";
  static final ImmutableList<String> KEYS =
      ImmutableList.of(DEADLINE, CLASS, GANG, VALUE, PREFER, MAX_WAIT);

  private static final String TAG_PREFIX = "foresight.";
  private static final String ENVIRONMENT_PREFIX = "FORESIGHT_";

  private static final String DEADLINE_FORMS_TEXT =
      "an ISO-8601 instant such as 2026-03-14T10:30:00Z or a positive duration after submission"
          + " such as PT20M";
  private static final String GANG_FORMS_TEXT = "true or false";
  private static final String CLASS_FORMS_TEXT = "slo, be or service";
  private static final String VALUE_FORMS_TEXT = "a number from 0.001 to 1000";
  private static final String MAX_WAIT_FORMS_TEXT = "a positive ISO-8601 duration such as PT10M";

  /** More would drown all other jobs, or itself in rounding. */
  private static final double LEAST_VALUE = 0.001;

  private static final double MOST_VALUE = 1_000;
  private static final Pattern DECIMAL = Pattern.compile("[\\d.]+");

  /**
   * A goal, and what could not be understood on the way to it.
   *
   * @param goal the goal
   * @param deadlineSource who gave the deadline; empty if there is none
   * @param isDeadlineOfQueue whether the job's queue gave it
   * @param malformed what can't be read of what the job said, one sentence each
   * @param remarks what is odd besides, one sentence each
   * @param uselessDeadline why a deadline that the job said does not count, in one sentence, which
   *     is one of the remarks; empty if there is none such
   */
  record Parsed(
      JobGoal goal,
      Optional<String> deadlineSource,
      boolean isDeadlineOfQueue,
      ImmutableList<String> malformed,
      ImmutableList<String> remarks,
      Optional<String> uselessDeadline) {

    /** All that is not as it should be. */
    ImmutableList<String> problems() {
      return Stream.concat(malformed.stream(), remarks.stream())
          .collect(ImmutableList.toImmutableList());
    }
  }

  private record Given(String source, String value, boolean isOfQueue) {}

  private enum JobClass {
    SLO,
    BE,
    SERVICE
  }

  private final long submitMillis;

  /** What every source gave for a key, the strongest source first. */
  private final Map<String, ArrayDeque<Given>> given = new HashMap<>();

  private final ImmutableList.Builder<String> malformed = ImmutableList.builder();
  private final ImmutableList.Builder<String> remarks = ImmutableList.builder();

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
    queueDefaults.forEach(
        (key, value) -> parser.put(key, new Given("queue default " + key, value.trim(), true)));
    for (String key : KEYS) {
      String variable = ENVIRONMENT_PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
      String value = environment.get(variable);
      if (value != null) {
        parser.put(key, new Given("environment variable " + variable, value.trim(), false));
      }
    }
    // In the order of their text, so that of two tags with one key always the same one counts.
    for (String tag : tags.stream().sorted().toList()) {
      parser.tag(tag);
    }
    return parser.goal();
  }

  /** What the values of a key may be, to follow "it must be". */
  static String accepted(String key) {
    return switch (key) {
      case DEADLINE -> DEADLINE_FORMS_TEXT;
      case CLASS -> CLASS_FORMS_TEXT;
      case GANG -> GANG_FORMS_TEXT;
      case VALUE -> VALUE_FORMS_TEXT;
      case PREFER -> NodeWish.ACCEPTED;
      case MAX_WAIT -> MAX_WAIT_FORMS_TEXT;
      default -> throw unknown(key);
    };
  }

  /** Whether a key may have this value. */
  static boolean isReadable(String key, String text) {
    return switch (key) {
      case DEADLINE -> new GoalParser(0).deadline(text).isPresent();
      case CLASS -> jobClass(text).isPresent();
      case GANG -> flag(text).isPresent();
      case VALUE -> value(text).isPresent();
      case PREFER -> NodeWish.parse(text).isPresent();
      case MAX_WAIT -> positiveMillis(text).isPresent();
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
      malformed.add(
          "The tag ("
              + tag
              + ") is not understood; accepted are "
              + String.join(", ", KEYS.stream().map(k -> TAG_PREFIX + k + "=VALUE").toList())
              + ".");
      return;
    }
    Given before = given.getOrDefault(key, new ArrayDeque<>()).peekFirst();
    Given now = new Given("tag " + name, tag.substring(equals + 1).trim(), false);
    if (before != null && before.source().equals(now.source())) {
      remarks.add(
          "There is more than one "
              + now.source()
              + "; ("
              + now.value()
              + ") counts, and ("
              + before.value()
              + ") does not.");
    }
    put(key, now);
  }

  /** Sources are put in from the weakest to the strongest. */
  private void put(String key, Given value) {
    given.computeIfAbsent(key, k -> new ArrayDeque<>()).addFirst(value);
  }

  private Parsed goal() {
    boolean gang = readable(GANG, GoalParser::flag).map(Understood::value).orElse(false);
    double value =
        readable(VALUE, GoalParser::value).map(Understood::value).orElse(JobGoal.USUAL_VALUE);
    NodePreference preference =
        readable(PREFER, NodeWish::parse).map(Understood::value).orElse(NodePreference.NONE);
    Optional<Long> maxWait = readable(MAX_WAIT, GoalParser::positiveMillis).map(Understood::value);
    Optional<Understood<Long>> deadline = readable(DEADLINE, this::deadline);
    Optional<Understood<JobClass>> jobClass = readable(CLASS, GoalParser::jobClass);
    JobClass wanted = jobClass.map(Understood::value).orElse(null);
    Optional<String> useless =
        wanted == JobClass.SERVICE
            ? deadline
                .map(Understood::given)
                .filter(said -> !said.isOfQueue())
                .map(GoalParser::ofService)
            : Optional.empty();
    useless.ifPresent(remarks::add);
    if (wanted == JobClass.BE || wanted == JobClass.SERVICE) {
      deadline = Optional.empty();
    } else if (wanted == JobClass.SLO && deadline.isEmpty()) {
      withoutDeadline(jobClass.get().given());
    }
    OptionalLong deadlineMillis =
        deadline.map(said -> OptionalLong.of(said.value())).orElse(OptionalLong.empty());
    return new Parsed(
        new JobGoal(
            deadlineMillis,
            gang,
            preference,
            deadline.isPresent() ? value : JobGoal.USUAL_VALUE,
            wanted == JobClass.SERVICE,
            maxWait.map(OptionalLong::of).orElse(OptionalLong.empty())),
        deadline.map(said -> said.given().source()),
        deadline.map(said -> said.given().isOfQueue()).orElse(false),
        malformed.build(),
        remarks.build(),
        useless);
  }

  private static String ofService(Given deadline) {
    return "The "
        + deadline.source()
        + " ("
        + deadline.value()
        + ") does not count, for a service has no deadline.";
  }

  /** A job that says slo itself has forgotten something; one whose queue does may not know. */
  private void withoutDeadline(Given slo) {
    String sentence = "The " + slo.source() + " says slo, but no deadline is given; ";
    if (slo.isOfQueue()) {
      remarks.add(sentence + "it runs as be.");
    } else {
      malformed.add(sentence + "a deadline is " + DEADLINE_FORMS_TEXT + ".");
    }
  }

  /** What a source gave, and how it reads. */
  private record Understood<T>(Given given, T value) {}

  /** The value of the strongest source that can be read; those before it are reported. */
  private <T> Optional<Understood<T>> readable(String key, Function<String, Optional<T>> reader) {
    for (Given source : given.getOrDefault(key, new ArrayDeque<>())) {
      Optional<T> value = reader.apply(source.value());
      if (value.isPresent()) {
        return Optional.of(new Understood<>(source, value.get()));
      }
      (source.isOfQueue() ? remarks : malformed)
          .add(
              "The value ("
                  + source.value()
                  + ") of the "
                  + source.source()
                  + " is not accepted; it must be "
                  + accepted(key)
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

  private static Optional<JobClass> jobClass(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "slo" -> Optional.of(JobClass.SLO);
      case "be" -> Optional.of(JobClass.BE);
      case "service" -> Optional.of(JobClass.SERVICE);
      default -> Optional.empty();
    };
  }

  private static Optional<Double> value(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      return Optional.empty(); // Java reads other things as numbers, too.
    }
    try {
      double value = Double.parseDouble(text);
      return value >= LEAST_VALUE && value <= MOST_VALUE ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> positiveMillis(String text) {
    try {
      return Optional.of(positiveMillis(Duration.parse(text)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static long positiveMillis(Duration duration) {
    long millis = duration.toMillis(); // Of less than one nothing is left.
    if (millis <= 0) {
      throw new DateTimeException("not positive");
    }
    return millis;
  }

  private interface DeadlineForm {
    long millis(String text, long submitMillis);
  }

  private static final List<DeadlineForm> DEADLINE_FORMS =
      List.of(
          (text, submit) -> Instant.parse(text).toEpochMilli(),
          (text, submit) -> OffsetDateTime.parse(text).toInstant().toEpochMilli(),
          (text, submit) -> Math.addExact(submit, positiveMillis(Duration.parse(text))));
}
