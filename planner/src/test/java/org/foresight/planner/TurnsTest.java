package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final long NOW = 1_000_000;
  private static final int PATIENCE_SECONDS = 30;
  private static final int TURN_SECONDS = 30;
  private static final ResourceVector TASK = ResourceVector.of(1_024, 1);

  private static final JobGoal GANG = new JobGoal(OptionalLong.empty(), true);

  private static final ImmutableList<TaskAsk> MASTER =
      ImmutableList.of(new TaskAsk(TaskAsk.Kind.APPLICATION_MASTER, "", TASK, 1));

  private long nanos;
  private final Turns turns = new Turns(() -> nanos);
  private final List<PlannedJob> planned = new ArrayList<>();

  @Test
  void jobThatIsDueAndGetsNothingHasATurnAfterAWhile() {
    planned.add(due("a"));

    review(waiting("a"));
    passSeconds(PATIENCE_SECONDS - 1);
    review(waiting("a"));
    assertThat(turns.jobs()).isEmpty();

    passSeconds(1);
    review(waiting("a"));
    assertThat(turns.jobs()).containsExactly("a");
  }

  @Test
  void jobThatThePlanGivesSomethingNeedsNone() {
    planned.add(due("a"));

    review(waiting("a"));
    passSeconds(PATIENCE_SECONDS);
    turns.started("a");
    review(waiting("a"));

    assertThat(turns.jobs()).isEmpty();
  }

  @Test
  void jobWhoseStartIsToComeWaitsForIt() {
    planned.add(
        new PlannedJob(
            "a",
            OptionalLong.of(NOW + 1),
            5,
            false,
            new Reason(Reason.Code.WAITING_FOR_PLANNED_START, "in a test")));

    reviewTwice(waiting("a"), inShortQueue("a"));

    assertThat(turns.jobs()).isEmpty();
  }

  /** It waits for others to end, which no turn makes any sooner. */
  @Test
  void jobThatIsInLineHasNoneUnlessItsQueueIsShort() {
    planned.add(
        new PlannedJob(
            "a",
            OptionalLong.of(NOW),
            5,
            false,
            new Reason(Reason.Code.NEXT_IN_LINE, "in a test")));

    reviewTwice(waiting("a"));
    assertThat(turns.jobs()).isEmpty();

    review(inShortQueue("a"));
    assertThat(turns.jobs()).containsExactly("a");
  }

  @Test
  void jobThatRunsAllThatIsPlannedForItWaits() {
    planned.add(job("a", OptionalLong.of(NOW), 1, false));

    reviewTwice(new Turns.Waiting(view("a", 1), "root.etl", true));

    assertThat(turns.jobs()).isEmpty();
  }

  @Test
  void jobWithoutAPlannedStartHasATurnOnlyIfItsQueueIsShortOfItsGuarantee() {
    planned.add(job("a", OptionalLong.empty(), 0, false));

    reviewTwice(waiting("a"));
    assertThat(turns.jobs()).isEmpty();

    review(inShortQueue("a"));
    assertThat(turns.jobs()).containsExactly("a");
  }

  /** It is to start when its deadline has passed. */
  @Test
  void soHasOneWithADeadlineForWhichThereIsNoRoom() {
    planned.add(
        new PlannedJob(
            "a",
            OptionalLong.of(NOW + 1),
            5,
            false,
            new Reason(Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD, "in a test")));

    reviewTwice(waiting("a"));
    assertThat(turns.jobs()).isEmpty();

    review(inShortQueue("a"));
    assertThat(turns.jobs()).containsExactly("a");
  }

  @Test
  void jobThatThePlanForgetsHasATurn() {
    reviewTwice(waiting("a"));

    assertThat(turns.jobs()).containsExactly("a");
  }

  @Test
  void gangThatHasNotBegunHasNone() {
    planned.add(job("a", OptionalLong.of(NOW), 5, true));
    planned.add(job("b", OptionalLong.of(NOW), 5, true));

    reviewTwice(gang(view("a", 0)), gang(view("forgotten", 0)), gang(view("b", 1)));

    assertThat(turns.jobs()).containsExactly("b");
  }

  @Test
  void gangHasATurnForItsMasterAloneHoweverItWasPlannedThen() {
    reviewTwice(gang(JobView.of("a", GANG, NOW, MASTER, ImmutableList.of())));
    assertThat(turns.jobs()).containsExactly("a");

    review(gang(view("a", 0)));
    assertThat(turns.jobs()).isEmpty();
  }

  @Test
  void jobThatWaitsForItsPilotsHasNoneHoweverLongTheyTake() {
    planned.add(due("a").holding(3));

    reviewTwice(waiting("a"), inShortQueue("a"));

    assertThat(turns.jobs()).isEmpty();
  }

  @Test
  void pilotThatGetsNothingHasATurnUntilItHasStarted() {
    planned.add(due("a").holding(2));
    reviewTwice(waiting("a"));
    assertThat(turns.jobs()).containsExactly("a");

    planned.set(0, due("a").holding(3));
    review(waiting("a"));
    assertThat(turns.jobs()).isEmpty();
  }

  @Test
  void oneJobOfAQueueHasATurnAtATimeAndThenTheNextOne() {
    for (String job : List.of("a", "b", "c")) {
      planned.add(due(job));
    }
    Turns.Waiting elsewhere = new Turns.Waiting(view("c", 0), "root.adhoc", false);

    review(waiting("a"));
    passSeconds(1);
    review(waiting("a"), waiting("b"), elsewhere);
    passSeconds(PATIENCE_SECONDS);
    review(waiting("a"), waiting("b"), elsewhere);
    assertThat(turns.jobs()).containsExactlyInAnyOrder("a", "c");

    passSeconds(TURN_SECONDS - 1);
    review(waiting("a"), waiting("b"), elsewhere);
    assertThat(turns.jobs()).containsExactlyInAnyOrder("a", "c");

    passSeconds(1);
    review(waiting("a"), waiting("b"), elsewhere);
    assertThat(turns.jobs()).containsExactly("b");

    passSeconds(TURN_SECONDS);
    review(waiting("a"), waiting("b"), elsewhere);
    assertThat(turns.jobs()).containsExactlyInAnyOrder("a", "c");
  }

  @Test
  void turnEndsWithTheWaiting() {
    planned.add(due("a"));
    reviewTwice(waiting("a"));

    review();
    assertThat(turns.jobs()).isEmpty();

    review(waiting("a"));
    assertThat(turns.jobs()).isEmpty();
  }

  private void reviewTwice(Turns.Waiting... waiting) {
    review(waiting);
    passSeconds(PATIENCE_SECONDS);
    review(waiting);
  }

  private void review(Turns.Waiting... waiting) {
    turns.review(
        new Plan(NOW, ImmutableList.copyOf(planned), "made by hand"), NOW, Arrays.asList(waiting));
  }

  private void passSeconds(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private static PlannedJob due(String id) {
    return job(id, OptionalLong.of(NOW), 5, false);
  }

  private static PlannedJob job(String id, OptionalLong start, int parallelism, boolean gang) {
    return new PlannedJob(
        id, start, parallelism, gang, new Reason(Reason.Code.PLANNED_START, "in a test"));
  }

  private static Turns.Waiting waiting(String id) {
    return new Turns.Waiting(view(id, 0), "root.etl", false);
  }

  private static Turns.Waiting inShortQueue(String id) {
    return new Turns.Waiting(view(id, 0), "root.etl", true);
  }

  private static Turns.Waiting gang(JobView job) {
    return new Turns.Waiting(
        JobView.of(job.id(), GANG, NOW, job.asks(), job.running()), "root.etl", false);
  }

  private static JobView view(String id, int running) {
    ImmutableList.Builder<RunningTask> tasks = ImmutableList.builder();
    for (int i = 0; i < running; i++) {
      tasks.add(new RunningTask("t" + i, "node1", TaskAsk.Kind.TASK, "", TASK, NOW));
    }
    return JobView.of(
        id,
        new JobGoal(OptionalLong.empty(), false),
        NOW,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", TASK, 3)),
        tasks.build());
  }
}
