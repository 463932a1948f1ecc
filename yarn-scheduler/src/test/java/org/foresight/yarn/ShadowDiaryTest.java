package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;

class ShadowDiaryTest {
  private static final long NOW = 1_000_000;
  private static final long SLOT_MILLIS = 20_000;
  private static final int BUDGET = 3;

  private long nanos;
  private final List<String> lines = new ArrayList<>();
  private final ShadowDiary diary =
      new ShadowDiary(new LineBudget(() -> nanos, BUDGET, 10_000), lines::add);

  @Test
  void lineHasTheJobTheDecisionTheForecastAndTheReason() {
    diary.planned(
        job(1, OptionalLong.of(NOW + 90_000)),
        "root.etl",
        planned(1, OptionalLong.of(NOW + 40_000), 4, Reason.Code.WAITING_FOR_PLANNED_START),
        Optional.of(new FinishForecast(NOW + 40_000, new PointDistribution(30_000))),
        NOW,
        SLOT_MILLIS);

    assertThat(lines)
        .containsExactly(
            FakeYarn.jobId(1)
                + " (ada, nightly, root.etl) would start at 1970-01-01T00:17:20Z with up to 4 tasks"
                + " at once; it would end at 1970-01-01T00:17:50Z (p50) or 1970-01-01T00:17:50Z"
                + " (p90) and meet its deadline at 1970-01-01T00:18:10Z with a probability of 100"
                + " %; WAITING_FOR_PLANNED_START: \"in a test\"");
  }

  /** Who is in line changes with every task that ends. */
  @Test
  void jobThatIsInLineWaitsLikeThoseBehindIt() {
    for (boolean isInLine : new boolean[] {true, false, true}) {
      diary.planned(
          job(1, OptionalLong.empty()),
          "root.etl",
          isInLine
              ? planned(1, OptionalLong.of(NOW), 4, Reason.Code.NEXT_IN_LINE)
              : planned(1, OptionalLong.empty(), 4, Reason.Code.NO_ROOM_NOW),
          Optional.empty(),
          NOW,
          SLOT_MILLIS);
    }

    assertThat(lines).singleElement().asString().contains(" would wait; its end is unknown; NEXT_");
  }

  @Test
  void nameMakesNoLineOfItsOwn() {
    diary.planned(
        new ClusterEvent.JobSubmitted(
            0,
            FakeYarn.jobId(1),
            new JobFeatures("ada", "a\njob \u202e" + "x".repeat(300), "root.etl"),
            new JobGoal(OptionalLong.empty(), false)),
        "root.etl",
        planned(1, OptionalLong.empty(), 4, Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD),
        Optional.empty(),
        NOW,
        SLOT_MILLIS);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("\"a\\u000ajob \\u202exxx")
        .hasSizeLessThan(400)
        .doesNotContain("\n");
  }

  @Test
  void reasonMakesNoLineOfItsOwn() {
    diary.planned(
        job(1, OptionalLong.empty()),
        "root.etl",
        new PlannedJob(
            FakeYarn.jobId(1),
            OptionalLong.empty(),
            4,
            false,
            new Reason(
                Reason.Code.SIZE_QUEUE, "9 s of work by name (a\njob" + "x".repeat(2_000) + ").")),
        Optional.empty(),
        NOW,
        SLOT_MILLIS);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("; SIZE_QUEUE: \"9 s of work by name (a\\u000ajobxxx")
        .hasSizeLessThan(1_200)
        .doesNotContain("\n");
  }

  @Test
  void whatIsUnknownIsSaidSo() {
    plan(1, OptionalLong.empty(), Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("would wait; its end is unknown; NO_ROOM");
  }

  @Test
  void jobThatCannotMeetItsDeadlineWouldNotStartButWaitForIt() {
    diary.planned(
        job(1, OptionalLong.of(NOW + 40_000)),
        "root.etl",
        planned(1, OptionalLong.of(NOW + 40_000), 8, Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD),
        Optional.empty(),
        NOW,
        SLOT_MILLIS);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains(
            "would wait for its deadline, and go on as best effort from 1970-01-01T00:17:20Z on"
                + " with up to 8 tasks at once; its end is unknown; NO_ROOM");
  }

  @Test
  void onlyOtherDecisionsAreSaid() {
    planStart(1, NOW + 40_000);
    planStart(1, NOW + 40_001); // The same slot.
    assertThat(lines).hasSize(1);

    planStart(1, NOW + 60_000);
    assertThat(lines).hasSize(2);

    planStart(1, NOW);
    planStart(1, NOW - 60_000); // Due is due.
    assertThat(lines).hasSize(3);
    assertThat(lines.get(2)).contains("would start now; ");
  }

  @Test
  void whatIsBeyondTheBudgetIsSaidLaterOrCounted() {
    for (int job = 1; job <= 6; job++) {
      planStart(job, NOW);
    }
    endOfPlan(1, 2, 3, 4, 5, 6);
    for (int job = 4; job <= 6; job++) {
      planStart(job, NOW); // Again, and counted once.
    }
    endOfPlan(4, 5, 6);
    assertThat(lines).hasSize(BUDGET);

    nanos += TimeUnit.SECONDS.toNanos(10);
    planStart(4, NOW);
    endOfPlan(4);

    assertThat(lines.subList(BUDGET, lines.size()))
        .satisfiesExactly(
            line -> assertThat(line).startsWith(FakeYarn.jobId(4)),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "Of 2 jobs the last decision was not logged, for there were too many at"
                            + " once."));
  }

  private void endOfPlan(int... numbers) {
    diary.endOfPlan(IntStream.of(numbers).mapToObj(FakeYarn::jobId).collect(Collectors.toSet()));
  }

  @Test
  void jobThatIsGoneIsForgotten() {
    planStart(1, NOW);
    endOfPlan();

    planStart(1, NOW);

    assertThat(lines).hasSize(2);
  }

  private void planStart(int number, long startMillis) {
    plan(number, OptionalLong.of(startMillis), Reason.Code.PLANNED_START);
  }

  private void plan(int number, OptionalLong startMillis, Reason.Code code) {
    diary.planned(
        job(number, OptionalLong.empty()),
        "root.etl",
        planned(number, startMillis, Integer.MAX_VALUE, code),
        Optional.empty(),
        NOW,
        SLOT_MILLIS);
  }

  private static ClusterEvent.JobSubmitted job(int number, OptionalLong deadlineMillis) {
    return new ClusterEvent.JobSubmitted(
        0,
        FakeYarn.jobId(number),
        new JobFeatures("ada", "nightly", "root.etl"),
        new JobGoal(deadlineMillis, false));
  }

  private static PlannedJob planned(
      int number, OptionalLong startMillis, int parallelism, Reason.Code code) {
    return new PlannedJob(
        FakeYarn.jobId(number), startMillis, parallelism, false, new Reason(code, "in a test"));
  }
}
