package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.cluster.JobGoal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalParserTest {
  private static final long SUBMITTED = Instant.parse("2026-03-14T10:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @Test
  void jobThatSaysNothingIsBestEffort() {
    assertThat(parse(List.of("nightly", "team=etl"), Map.of("PATH", "/bin"), Map.of()))
        .isEqualTo(understood(JobGoal.BEST_EFFORT));
  }

  @Test
  void tagsGoBeforeEnvironmentAndEnvironmentBeforeQueue() {
    Map<String, String> environment = Map.of("FORESIGHT_DEADLINE", "PT20M");
    Map<String, String> queue = Map.of("deadline", "PT30M", "gang", "true");

    assertThat(parse(List.of("foresight.deadline=PT10M"), environment, queue))
        .isEqualTo(understood(new JobGoal(OptionalLong.of(SUBMITTED + 10 * MINUTE), true)));
    assertThat(parse(List.of(), environment, queue))
        .isEqualTo(understood(new JobGoal(OptionalLong.of(SUBMITTED + 20 * MINUTE), true)));
    assertThat(parse(List.of(), Map.of(), queue))
        .isEqualTo(understood(new JobGoal(OptionalLong.of(SUBMITTED + 30 * MINUTE), true)));
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
    assertThat(parse(List.of("foresight.deadline=" + deadline), Map.of(), Map.of()))
        .isEqualTo(understood(new JobGoal(OptionalLong.of(SUBMITTED + minutes * MINUTE), false)));
  }

  @Test
  void tagsThatYarnHasLowerCasedMeanTheSame() {
    List<String> tags =
        List.of(
            "foresight.deadline=2026-03-14T10:30:00Z",
            "foresight.class=SLO",
            "Foresight.Gang=True");
    List<String> lowerCased = tags.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();

    assertThat(parse(lowerCased, Map.of(), Map.of()))
        .isEqualTo(parse(tags, Map.of(), Map.of()))
        .isEqualTo(understood(new JobGoal(OptionalLong.of(SUBMITTED + 30 * MINUTE), true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "20", "20m", "PT0S", "-PT5M", "PT-5M", "2026-03-14", "P400000000000D"})
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
    assertThat(parsed.problems())
        .containsExactly(
            "The value (gold) of the queue default class is not accepted; it must be slo or be.");
  }

  @Test
  void sloWithoutDeadlineRunsAsBestEffortAndIsReported() {
    GoalParser.Parsed parsed = parse(List.of("foresight.class=slo"), Map.of(), Map.of());

    assertThat(parsed.goal()).isEqualTo(JobGoal.BEST_EFFORT);
    assertThat(parsed.problems())
        .containsExactly(
            "The tag foresight.class says slo, but no deadline is given; it runs as be.");
  }

  @Test
  void bestEffortJobHasNoDeadlineEvenWhereItsQueueHas() {
    assertThat(parse(List.of("foresight.class=be"), Map.of(), Map.of("deadline", "PT1H")))
        .isEqualTo(understood(JobGoal.BEST_EFFORT));
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
                + ") is not understood; accepted are foresight.deadline=…, foresight.class=…,"
                + " foresight.gang=….");
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

  private static GoalParser.Parsed understood(JobGoal goal) {
    return new GoalParser.Parsed(goal, ImmutableList.of());
  }
}
