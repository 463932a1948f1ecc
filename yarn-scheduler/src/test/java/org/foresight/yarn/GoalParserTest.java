package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalParserTest {
  private static final long SUBMITTED = Instant.parse("2026-03-14T10:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @Test
  void jobThatSaysNothingIsBestEffort() {
    assertThat(goal(List.of("nightly", "team=etl"), Map.of("PATH", "/bin"), Map.of()))
        .isEqualTo(JobGoal.BEST_EFFORT);
  }

  @Test
  void tagsGoBeforeEnvironmentAndEnvironmentBeforeQueue() {
    Map<String, String> environment = Map.of("FORESIGHT_DEADLINE", "PT20M");
    Map<String, String> queue = Map.of("deadline", "PT30M", "gang", "true");

    assertThat(goal(List.of("foresight.deadline=PT10M"), environment, queue))
        .isEqualTo(new JobGoal(OptionalLong.of(SUBMITTED + 10 * MINUTE), true));
    assertThat(goal(List.of(), environment, queue))
        .isEqualTo(new JobGoal(OptionalLong.of(SUBMITTED + 20 * MINUTE), true));
    assertThat(goal(List.of(), Map.of(), queue))
        .isEqualTo(new JobGoal(OptionalLong.of(SUBMITTED + 30 * MINUTE), true));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-14T10:30:00Z, 30",
    "2026-03-14t10:30:00z, 30",
    "2026-03-14T12:30:00+02:00, 30",
    "2026-03-14T10:30:00.000Z, 30",
    "PT20M, 20",
    "pt20m, 20",
    "P1D, 1440",
    "' PT1H ', 60",
    "2026-03-14T09:59:00Z, -1",
  })
  void deadlineIsAnInstantOrADurationAfterSubmission(String deadline, long minutes) {
    assertThat(goal(List.of("foresight.deadline=" + deadline), Map.of(), Map.of()))
        .isEqualTo(new JobGoal(OptionalLong.of(SUBMITTED + minutes * MINUTE), false));
  }

  @Test
  void tagsThatYarnHasLowerCasedMeanTheSame() {
    List<String> tags =
        List.of(
            "foresight.deadline=2026-03-14T10:30:00Z",
            "foresight.class=SLO",
            "Foresight.Gang=True");
    List<String> lowerCased = tags.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();

    assertThat(goal(lowerCased, Map.of(), Map.of()))
        .isEqualTo(goal(tags, Map.of(), Map.of()))
        .isEqualTo(new JobGoal(OptionalLong.of(SUBMITTED + 30 * MINUTE), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "20",
        "20m",
        "PT0S",
        "PT0.0000001S",
        "-PT5M",
        "PT-5M",
        "2026-03-14",
        "P400000000000D"
      })
  void deadlineThatCannotBeReadIsReportedAndTakenAsNotGiven(String deadline) {
    GoalParser.Parsed parsed = parse(List.of("foresight.deadline=" + deadline), Map.of(), Map.of());

    assertThat(parsed.goal()).isEqualTo(JobGoal.BEST_EFFORT);
    assertThat(parsed.problems())
        .containsExactly(
            "The value ("
                + deadline
                + ") of the tag foresight.deadline is not accepted; it must be an ISO-8601 instant"
                + " such as 2026-03-14T10:30:00Z or a positive duration after submission such as"
                + " PT20M.");
  }

  @Test
  void malformedFlagNamesItsSource() {
    assertThat(parse(List.of(), Map.of("FORESIGHT_GANG", "yes"), Map.of()).problems())
        .containsExactly(
            "The value (yes) of the environment variable FORESIGHT_GANG is not accepted; it must"
                + " be true or false.");
  }

  @Test
  void malformedClassNamesItsSourceAndLeavesTheDeadline() {
    GoalParser.Parsed parsed =
        parse(List.of(), Map.of(), Map.of("class", "gold", "deadline", "PT1M"));

    assertThat(parsed.goal().deadlineMillis()).hasValue(SUBMITTED + MINUTE);
    assertThat(parsed.malformed()).as("the job has said nothing").isEmpty();
    assertThat(parsed.remarks())
        .containsExactly(
            "The value (gold) of the queue default class is not accepted; it must be slo, be or"
                + " service.");
  }

  @Test
  void sloWithoutDeadlineHasForgottenSomething() {
    GoalParser.Parsed parsed = parse(List.of("foresight.class=slo"), Map.of(), Map.of());

    assertThat(parsed.goal()).isEqualTo(JobGoal.BEST_EFFORT);
    assertThat(parsed.malformed())
        .containsExactly(
            "The tag foresight.class says slo, but no deadline is given; a deadline is an ISO-8601"
                + " instant such as 2026-03-14T10:30:00Z or a positive duration after submission"
                + " such as PT20M.");
  }

  @Test
  void queueThatSaysSloIsNotTheJobsFault() {
    GoalParser.Parsed parsed = parse(List.of(), Map.of(), Map.of("class", "slo"));

    assertThat(parsed.goal()).isEqualTo(JobGoal.BEST_EFFORT);
    assertThat(parsed.malformed()).isEmpty();
    assertThat(parsed.remarks())
        .containsExactly(
            "The queue default class says slo, but no deadline is given; it runs as be.");
  }

  @Test
  void deadlineTellsWhoGaveIt() {
    GoalParser.Parsed asked = parse(List.of("foresight.deadline=PT1H"), Map.of(), Map.of());
    GoalParser.Parsed given = parse(List.of(), Map.of(), Map.of("deadline", "PT1H"));

    assertThat(asked.deadlineSource()).hasValue("tag foresight.deadline");
    assertThat(asked.isDeadlineOfQueue()).isFalse();
    assertThat(given.deadlineSource()).hasValue("queue default deadline");
    assertThat(given.isDeadlineOfQueue()).isTrue();
  }

  @Test
  void serviceHasNoDeadlineAndWhoGivesItOneIsTold() {
    GoalParser.Parsed parsed =
        parse(
            List.of("foresight.class=Service", "foresight.deadline=PT1H"),
            Map.of(),
            Map.of("deadline", "PT2H"));

    assertThat(parsed.goal().service()).isTrue();
    assertThat(parsed.goal().deadlineMillis()).isEmpty();
    assertThat(parsed.malformed()).isEmpty();
    assertThat(parsed.remarks())
        .containsExactly(
            "The tag foresight.deadline (PT1H) does not count, for a service has no deadline.");
  }

  @Test
  void serviceNeedNotMindTheDeadlineOfItsQueue() {
    GoalParser.Parsed parsed =
        parse(List.of("foresight.class=service"), Map.of(), Map.of("deadline", "PT2H"));

    assertThat(parsed.goal().service()).isTrue();
    assertThat(parsed.problems()).isEmpty();
  }

  @Test
  void valueOfADeadline() {
    assertThat(
            parse(List.of("foresight.deadline=PT1H", "foresight.value=2.5"), Map.of(), Map.of())
                .goal()
                .value())
        .isEqualTo(2.5);
    assertThat(goal(List.of("foresight.value=2.5"), Map.of(), Map.of()))
        .as("without a deadline there is nothing that it could be of")
        .isEqualTo(JobGoal.BEST_EFFORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "NaN", "Infinity", "1001", "much", ""})
  void valueThatCannotBeReadIsReported(String value) {
    assertThat(parse(List.of("foresight.value=" + value), Map.of(), Map.of()).malformed())
        .containsExactly(
            "The value ("
                + value
                + ") of the tag foresight.value is not accepted; it must be a number from 0.001 to"
                + " 1000.");
  }

  @ParameterizedTest
  @CsvSource({
    "attribute:disk=ssd*1.5, attribute:disk=ssd, 1.5",
    "ATTRIBUTE:Disk=SSD*2, attribute:disk=ssd, 2",
    "attribute:rm.yarn.io/disk=ssd*1, attribute:rm.yarn.io/disk=ssd, 1",
    "attribute:gpu=*3, attribute:gpu=, 3",
    "label:gpu_large*1.25, label:gpu_large, 1.25",
  })
  void preferenceNamesNodesAndAFactor(String text, String nodes, double factor) {
    assertThat(parse(List.of("foresight.prefer=" + text), Map.of(), Map.of()).goal().preference())
        .isEqualTo(new NodePreference(ImmutableSet.of(nodes), factor));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssd",
        "label:gpu",
        "label:gpu*0.5",
        "label:gpu*101",
        "label:gpu*1.5.2",
        "disk=ssd*1.5",
        "attribute:disk*1.5",
        "attribute:disk=a b*1.5",
        "label:*2",
        ""
      })
  void preferenceThatCannotBeReadIsReported(String text) {
    GoalParser.Parsed parsed = parse(List.of(), Map.of("FORESIGHT_PREFER", text), Map.of());

    assertThat(parsed.goal().preference()).isEqualTo(NodePreference.NONE);
    assertThat(parsed.malformed())
        .containsExactly(
            "The value ("
                + text
                + ") of the environment variable FORESIGHT_PREFER is not accepted; it must be"
                + " attribute:NAME=VALUE*FACTOR or label:NAME*FACTOR, where the factor by which the"
                + " job runs longer elsewhere is from 1 to 100, such as"
                + " attribute:disk=ssd*1.5.");
  }

  @Test
  void longestWaitIsAPositiveDuration() {
    assertThat(
            parse(List.of(), Map.of("FORESIGHT_MAX_WAIT", "PT10M"), Map.of("max-wait", "PT1H"))
                .goal()
                .maxWaitMillis())
        .hasValue(10 * MINUTE);
    assertThat(parse(List.of("foresight.max-wait=PT0S"), Map.of(), Map.of()).malformed())
        .containsExactly(
            "The value (PT0S) of the tag foresight.max-wait is not accepted; it must be a positive"
                + " ISO-8601 duration such as PT10M.");
  }

  @Test
  void bestEffortJobHasNoDeadlineEvenWhereItsQueueHas() {
    assertThat(goal(List.of("foresight.class=be"), Map.of(), Map.of("deadline", "PT1H")))
        .isEqualTo(JobGoal.BEST_EFFORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.dead-line=PT1H", "foresight.gang", "foresight.=1"})
  void tagThatIsNotUnderstoodIsReported(String tag) {
    GoalParser.Parsed parsed = parse(List.of(tag), Map.of(), Map.of());

    assertThat(parsed.goal()).isEqualTo(JobGoal.BEST_EFFORT);
    assertThat(parsed.problems())
        .containsExactly(
            "The tag ("
                + tag
                + ") is not understood; accepted are foresight.deadline=VALUE, foresight.class=VALUE,"
                + " foresight.gang=VALUE, foresight.value=VALUE, foresight.prefer=VALUE, foresight.max-wait=VALUE.");
  }

  @Test
  void secondTagOfAKeyIsReported() {
    GoalParser.Parsed parsed =
        parse(List.of("foresight.deadline=PT1H", "foresight.deadline=PT2H"), Map.of(), Map.of());

    assertThat(parsed.goal().deadlineMillis()).hasValue(SUBMITTED + 120 * MINUTE);
    assertThat(parsed.malformed()).isEmpty();
    assertThat(parsed.remarks())
        .containsExactly(
            "There is more than one tag foresight.deadline; (PT2H) counts, and (PT1H) does not.");
  }

  @Test
  void orderOfTagsDoesNotMatter() {
    List<String> tags = List.of("foresight.deadline=PT1H", "foresight.deadline=PT2H");

    assertThat(parse(tags, Map.of(), Map.of()))
        .isEqualTo(parse(List.of(tags.get(1), tags.get(0)), Map.of(), Map.of()));
  }

  private static GoalParser.Parsed parse(
      List<String> tags, Map<String, String> environment, Map<String, String> queue) {
    return GoalParser.parse(tags, environment, queue, SUBMITTED);
  }

  @Test
  void aValueThatCannotBeReadLetsAWeakerSourceCount() {
    GoalParser.Parsed parsed =
        GoalParser.parse(
            List.of("foresight.deadline=soon"),
            Map.of("FORESIGHT_DEADLINE", "PT20M"),
            Map.of("deadline", "PT30M"),
            1_000);

    assertThat(parsed.goal().deadlineMillis()).hasValue(1_000 + 20 * 60_000);
    assertThat(parsed.problems()).singleElement().asString().contains("(soon)");
  }

  /** The goal where there is nothing that could not be understood. */
  private static JobGoal goal(
      List<String> tags, Map<String, String> environment, Map<String, String> queue) {
    GoalParser.Parsed parsed = parse(tags, environment, queue);
    assertThat(parsed.problems()).isEmpty();
    return parsed.goal();
  }
}
