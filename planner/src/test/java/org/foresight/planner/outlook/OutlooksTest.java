package org.foresight.planner.outlook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.Remaining;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.junit.jupiter.api.Test;

class OutlooksTest {
  private static final long HORIZON = 600_000;
  private static final long HOUR = 3_600_000;

  /** Runs for 100 to 200 s. */
  private static final Optional<JobEstimate> ESTIMATE =
      Optional.of(TablePredictor.estimate(TablePredictor.uniform(100_000, 200_000)));

  private final Outlooks outlooks = new Outlooks();

  /** What the policy believes of the rest of a job. */
  private Optional<Remaining> believed = Optional.empty();

  /** How many tasks a job waits for while some of its tasks run. */
  private int pendingBesideRunning;

  private int pendingWithoutRunning = 1;

  private JobGoal goal = JobGoal.BEST_EFFORT;

  /** By how much the clock has stepped that plans go by. */
  private long steppedMillis;

  /** What the plan says of a job that it has a start for, and of one that it has none for. */
  private Reason.Code withStart = Reason.Code.PLANNED_START;

  private Reason.Code withoutStart = Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD;

  @Test
  void withoutPastStartsTheStartIsUnknown() {
    Outlook outlook = plan(0, "job", OptionalLong.of(10_000));

    assertThat(outlook.start()).isEmpty();
    assertThat(outlook.finish()).isEmpty();
    assertThat(outlook.basis()).startsWith("Unknown: fewer than 20 planned starts");
  }

  @Test
  void startIsWhatThePlanSaysStretchedAsPastOnesWere() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      // Planned to wait 9 s; one half waits 9 s, the other 19 s.
      start(0, "past" + i, 9_000, i % 2 == 0 ? 9_000 : 19_000);
    }

    Outlook outlook = plan(100_000, "job", OptionalLong.of(139_000));

    assertThat(outlook.start()).contains(new TimeRange(179_000, 179_000));
    assertThat(outlook.finish().orElseThrow().p50Millis()).isCloseTo(329_000L, within(2_000L));
    assertThat(outlook.finish().orElseThrow().p90Millis()).isCloseTo(369_000L, within(2_000L));
  }

  @Test
  void whatIsDueIsJudgedByWhatWasDue() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 0, 4_000);
    }

    assertThat(plan(100_000, "due", OptionalLong.of(99_000)).start())
        .contains(new TimeRange(104_000, 104_000));
    assertThat(plan(100_000, "later", OptionalLong.of(101_000)).start()).isEmpty();
  }

  @Test
  void jobThatThePlanHasNoRoomForStartsAfterWhatIsPlanned() {
    Outlook outlook = plan(5_000, "job", OptionalLong.empty());

    assertThat(outlook.startsAfterMillis()).hasValue(5_000 + HORIZON);
    assertThat(outlook.start()).isEmpty();
  }

  /** Its start is that of a best-effort job, when its deadline has passed. */
  @Test
  void jobThatThePlanHasNoRoomForInTimeStartsAfterItsDeadline() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 9_000, 9_000);
    }
    withStart = Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD;

    Outlook outlook = plan(5_000, "job", OptionalLong.of(35_000));

    assertThat(outlook.startsAfterMillis()).hasValue(35_000);
    assertThat(outlook.start()).isEmpty();
    assertThat(plan(5_000, "later", OptionalLong.of(5_000 + 2 * HORIZON)).startsAfterMillis())
        .hasValue(5_000 + HORIZON);
    withStart = Reason.Code.DEADLINE_OUT_OF_REACH;
    assertThat(plan(5_000, "beyond", OptionalLong.of(5_000 + 2 * HORIZON)).startsAfterMillis())
        .hasValue(5_000 + 2 * HORIZON);
  }

  @Test
  void jobThatAsksForNothingWaitsForItsMaster() {
    JobView job =
        JobView.of("idle", JobGoal.BEST_EFFORT, 0, ImmutableList.of(), ImmutableList.of());

    ImmutableMap<String, Outlook> made =
        outlooks.planned(
            ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of(job)),
            Plan.empty(0),
            unused -> ESTIMATE,
            unused -> believed,
            HORIZON,
            0);

    assertThat(Objects.requireNonNull(made.get("idle")).basis())
        .isEqualTo("Unknown: its application master asks for nothing now.");
  }

  @Test
  void ofAJobThatIsNotPlannedAheadTheStartIsUnknown() {
    withoutStart = Reason.Code.NO_ROOM_NOW;

    Outlook outlook = plan(5_000, "job", OptionalLong.empty());

    assertThat(outlook.startsAfterMillis()).isEmpty();
    assertThat(outlook.start()).isEmpty();
    assertThat(outlook.basis())
        .isEqualTo(
            "Unknown: the plan has no start for it now, and looks no further for such jobs.");
  }

  /** Nobody knows when something ends. */
  @Test
  void ofAJobThatIsInLineTheStartIsUnknown() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 0, 1_000);
    }
    assertThat(plan(5_000, "due", OptionalLong.of(5_000)).start()).isPresent();
    withStart = Reason.Code.NEXT_IN_LINE;

    Outlook outlook = plan(5_000, "job", OptionalLong.of(5_000));

    assertThat(outlook.start()).isEmpty();
    assertThat(outlook.basis()).startsWith("Unknown: the plan has no start for it now");
  }

  @Test
  void endOfARunningJobCountsWhatItHasDone() {
    Outlook early = running(0, 1_000, ESTIMATE);
    assertThat(early.startedMillis()).hasValue(0);
    assertThat(early.finish().orElseThrow().p50Millis()).isCloseTo(150_000L, within(2_000L));

    Outlook late = running(0, 180_000, ESTIMATE);
    assertThat(late.finish().orElseThrow().p50Millis()).isCloseTo(190_000L, within(2_000L));
    assertThat(late.finish().orElseThrow().p90Millis()).isCloseTo(198_000L, within(2_000L));
  }

  @Test
  void endOfARunningJobIsWhatThePolicyBelievesOfTheRestOfIt() {
    believed = Optional.of(new Remaining(13_000, 20_000, "108.4 s of work left."));

    Outlook outlook = running(0, 44_000, ESTIMATE);

    assertThat(outlook.finish()).contains(new TimeRange(57_000, 64_000));
    assertThat(outlook.basis()).isEqualTo("108.4 s of work left.");
    assertThat(running(0, 44_000, Optional.empty()).finish())
        .contains(new TimeRange(57_000, 64_000));
  }

  @Test
  void jobDoesNotEndBeforeItsTasksThatWaitAreToStart() {
    believed = Optional.of(new Remaining(3_000, 13_000, "It is soon over."));

    pendingBesideRunning = 5;

    assertThat(running(0, 44_000, OptionalLong.of(104_000), ESTIMATE).finish())
        .contains(new TimeRange(107_000, 117_000));
    assertThat(running(0, 44_000, OptionalLong.of(46_000), ESTIMATE).finish())
        .as("where some of the rest runs before that")
        .contains(new TimeRange(47_000, 57_000));
    pendingBesideRunning = 0;
    assertThat(running(0, 44_000, OptionalLong.of(104_000), ESTIMATE).finish())
        .as("of one that waits for nothing")
        .contains(new TimeRange(47_000, 57_000));
  }

  @Test
  void endOfAJobThatNeitherRunsNorAsksForAnythingIsUnknown() {
    believed = Optional.of(new Remaining(0, 0, "0.0 s of work left."));
    running(0, 1_000, ESTIMATE);
    pendingWithoutRunning = 0;

    Outlook outlook =
        outlook(44_000, "running", OptionalLong.of(44_000), ImmutableList.of(), ESTIMATE);

    assertThat(outlook.startedMillis()).hasValue(0);
    assertThat(outlook.finish()).isEmpty();
    assertThat(outlook.basis()).contains("it runs nothing");
  }

  @Test
  void endOfAJobThatHasNotBegunIsWhatIsKnownOfSuchJobs() {
    believed = Optional.of(new Remaining(1, 2, "It is asked too early."));
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 9_000, 9_000);
    }

    Outlook outlook = plan(100_000, "job", OptionalLong.of(109_000));

    assertThat(outlook.finish().orElseThrow().p50Millis()).isCloseTo(259_000L, within(2_000L));
    assertThat(outlook.basis()).startsWith("Runtime p50 15");
  }

  /** Four tasks, one at a time, each for 100 to 200 s. */
  @Test
  void basisIsTheRuntimeThatTheEndComesFrom() {
    pendingBesideRunning = 3;

    Outlook outlook = running(0, 1_000, ESTIMATE);

    long p50Millis = outlook.finish().orElseThrow().p50Millis();
    assertThat(p50Millis).isCloseTo(600_000L, within(8_000L));
    Matcher told = Pattern.compile("^Runtime p50 ([0-9.]+) s, p90 ").matcher(outlook.basis());
    assertThat(told.find()).isTrue();
    assertThat(1_000 * Double.parseDouble(told.group(1)))
        .isCloseTo((double) p50Millis, within(8_000.0));
  }

  @Test
  void basisSaysHowLittleItIs() {
    assertThat(running(0, 1_000, ESTIMATE.map(known -> basedOn(known, "ada", 12))).basis())
        .endsWith(" from user (ada), 12 samples.");
    assertThat(running(0, 1_000, ESTIMATE.map(known -> basedOn(known, "ada", 4))).basis())
        .endsWith(" from user (ada), 4 samples: too few to say how sure that is.");
    assertThat(running(0, 1_000, ESTIMATE.map(known -> basedOn(known, "", 0))).basis())
        .endsWith(" from user, none of them known to be like it: too few to say how sure that is.");
  }

  @Test
  void endOfAServiceIsUnknown() {
    goal =
        new JobGoal(
            OptionalLong.empty(), false, NodePreference.NONE, 1, true, OptionalLong.empty());

    Outlook outlook = running(0, 1_000, ESTIMATE);

    assertThat(outlook.finish()).isEmpty();
    assertThat(outlook.basis())
        .isEqualTo("The end is unknown: a service runs until somebody ends it.");
  }

  private static JobEstimate basedOn(JobEstimate known, String value, long samples) {
    return new JobEstimate(
        known.span(),
        known.meanTaskToSpan(),
        known.meanWidth(),
        new EstimateBasis("user", value, "mean", samples, Double.NaN, 150_000));
  }

  @Test
  void endIsUnknownOfAJobThatOutlivesAllKnownOnesOrThatNothingIsKnownOf() {
    assertThat(running(0, 210_000, ESTIMATE).finish()).isEmpty();
    assertThat(running(0, 1_000, Optional.empty()).finish()).isEmpty();
  }

  @Test
  void firstAnswersAreScoredOnce() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 9_000, 9_000);
    }
    assertThat(outlooks.score().starts())
        .isEqualTo(new OutlookScore.Part(0, 0, 0, StartRecord.FLOOR));

    plan(0, "early", OptionalLong.of(9_000));
    plan(0, "late", OptionalLong.of(9_000));
    plan(5_000, "late", OptionalLong.of(90_000)); // Does not make the first answer better.
    started("early", 8_000);
    started("early", 99_000);
    started("late", 20_000);
    assertThat(outlooks.score().starts())
        .isEqualTo(new OutlookScore.Part(2, 1, 1, StartRecord.FLOOR));

    finished("early", 100_000, true);
    finished("late", 100_000, false);
    finished("late", 100_000, true);
    assertThat(outlooks.score().finishes()).isEqualTo(new OutlookScore.Part(1, 1, 1, 0));
  }

  @Test
  void ninetyPercentOfStartsComeUntilTheirP90() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 2_000; i++) {
      long planned = 1_000L + random.nextInt(60_000);
      // The plan is off by a factor, mostly too short.
      long waited = Math.round(planned * Math.exp(random.nextDouble() * 2 - 0.5));
      start(1_000_000L * i, "job" + i, planned, waited);
    }

    OutlookScore.Part starts = outlooks.score().starts();
    assertThat((double) starts.byP90() / starts.scored()).isCloseTo(0.9, within(0.03));
    assertThat((double) starts.byP50() / starts.scored()).isCloseTo(0.5, within(0.04));
    assertThat(starts.unknown()).isEqualTo(StartRecord.FLOOR);
  }

  @Test
  void jobThatIsNoMoreHeardOfIsForgotten() {
    plan(0, "job", OptionalLong.of(9_000));
    plan(4_000_000, "other", OptionalLong.of(4_000_000));

    started("job", 4_000_000);

    assertThat(outlooks.score()).isEqualTo(OutlookScore.NONE);
  }

  @Test
  void olderTaskThatIsHeardOfLaterIsTheStart() {
    plan(50_000, "running", OptionalLong.of(60_000));
    started("running", 60_000);

    assertThat(running(20_000, 70_000, ESTIMATE).startedMillis()).hasValue(20_000);
    assertThat(running(30_000, 80_000, ESTIMATE).startedMillis()).hasValue(20_000);
  }

  @Test
  void stepOfTheClockMakesNothingRunForLongerOrShorter() {
    plan(0, "running", OptionalLong.of(10_000));
    started("running", 10_000);
    for (long step : new long[] {HOUR, -HOUR, 0}) {
      steppedMillis = step;

      Outlook outlook = running(step + 10_000, step + 11_000, ESTIMATE);

      assertThat(outlook.startedMillis()).hasValue(step + 10_000);
      assertThat(outlook.finish().orElseThrow().p50Millis())
          .isCloseTo(step + 160_000, within(2_000L));
    }
  }

  @Test
  void stepOfTheClockIsNoPartOfAWait() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      steppedMillis = i % 2 == 0 ? HOUR : -HOUR;
      plan(steppedMillis, "past" + i, OptionalLong.of(steppedMillis + 9_000));
      steppedMillis = 0;
      started("past" + i, 19_000);
    }

    Outlook outlook = plan(0, "job", OptionalLong.of(9_000));

    assertThat(outlook.start()).contains(new TimeRange(19_000, 19_000));
  }

  @Test
  void firstAnswerIsScoredByTheClockThatItWasGivenBy() {
    for (int i = 1; i <= StartRecord.FLOOR; i++) {
      start(0, "past" + i, 9_000, 9_000);
    }
    for (long step : new long[] {HOUR, -HOUR}) {
      String job = "job" + step;
      steppedMillis = 0;
      plan(0, job, OptionalLong.of(9_000)); // To end 159 to 199 s from now at p50 and p90.
      steppedMillis = step;
      started(job, step + 20_000);
      finished(job, step + 180_000, true);
    }

    assertThat(outlooks.score().starts())
        .isEqualTo(new OutlookScore.Part(2, 0, 0, StartRecord.FLOOR));
    assertThat(outlooks.score().finishes()).isEqualTo(new OutlookScore.Part(2, 0, 2, 0));
  }

  @Test
  void jobIsNotForgottenBecauseTheClockStepped() {
    plan(0, "job", OptionalLong.of(9_000));
    steppedMillis = 2 * HOUR;
    plan(2 * HOUR, "other", OptionalLong.of(2 * HOUR));

    started("job", 2 * HOUR + 1_000);

    assertThat(outlooks.score().starts().unknown()).isEqualTo(1);
  }

  @Test
  void rangeHasNoEndBeforeItsBegin() {
    assertThatThrownBy(() -> new TimeRange(2, 1))
        .hasMessage("The p90Millis (1) must not be before the p50Millis (2).");
  }

  private void start(long now, String job, long plannedWait, long wait) {
    plan(now, job, OptionalLong.of(now + plannedWait));
    started(job, now + wait);
  }

  private void started(String job, long atMillis) {
    outlooks.onEvent(
        new ClusterEvent.TaskStarted(atMillis - steppedMillis, job, "task", "stage"),
        steppedMillis);
  }

  private void finished(String job, long atMillis, boolean succeeded) {
    outlooks.onEvent(new ClusterEvent.JobFinished(atMillis, job, succeeded), steppedMillis);
  }

  private Outlook plan(long now, String job, OptionalLong startMillis) {
    return outlook(now, job, startMillis, ImmutableList.of(), ESTIMATE);
  }

  private Outlook running(long startedMillis, long now, Optional<JobEstimate> estimate) {
    return running(startedMillis, now, OptionalLong.of(now), estimate);
  }

  private Outlook running(
      long startedMillis, long now, OptionalLong plannedMillis, Optional<JobEstimate> estimate) {
    return outlook(
        now,
        "running",
        plannedMillis,
        ImmutableList.of(
            new RunningTask(
                "t", "node", TaskAsk.Kind.TASK, "", ResourceVector.of(1, 1), startedMillis)),
        estimate);
  }

  private static ImmutableList<TaskAsk> asks(int count) {
    return count == 0
        ? ImmutableList.of()
        : ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1, 1), count));
  }

  private Outlook outlook(
      long now,
      String id,
      OptionalLong startMillis,
      ImmutableList<RunningTask> running,
      Optional<JobEstimate> estimate) {
    JobView job =
        JobView.of(
            id,
            goal,
            0,
            asks(running.isEmpty() ? pendingWithoutRunning : pendingBesideRunning),
            running);
    Reason.Code code = startMillis.isPresent() ? withStart : withoutStart;
    PlannedJob planned = new PlannedJob(id, startMillis, 1, false, new Reason(code, ""));
    ImmutableMap<String, Outlook> made =
        outlooks.planned(
            ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of(job)),
            new Plan(now, ImmutableList.of(planned), "made up"),
            unused -> estimate,
            unused -> believed,
            HORIZON,
            steppedMillis);
    return Objects.requireNonNull(made.get(id));
  }
}
