package org.foresight.planner.preemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.policy.PrioPolicy;
import org.foresight.planner.preemption.SlowCluster.Job;
import org.foresight.planner.preemption.SlowCluster.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes of two slots; a grace of 5 s, then room is kept for 30 s; once per job and minute. */
class PreemptorTest {
  private static final PreemptionSettings SETTINGS =
      new PreemptionSettings(5_000, 30_000, 1, 60_000);
  private static final Reason REASON = new Reason(Reason.Code.PREEMPTED_FOR_DEADLINE, "in a test");
  private static final JobGoal SLO = JobGoal.by(Instant.ofEpochMilli(2_000_000_000));

  private final SlowCluster cluster = new SlowCluster(SETTINGS);
  private final Job slo = cluster.job("slo", SLO);
  private final Job be = cluster.job("be", JobGoal.BEST_EFFORT);
  private final Job other = cluster.job("other", JobGoal.BEST_EFFORT);

  PreemptorTest() {
    cluster.node("n0", 2);
    cluster.node("n1", 2);
    slo.waits = 1;
  }

  @Test
  void taskIsToldThenStoppedAndItsRoomKeptUntilTheOtherStarts() {
    Task first = cluster.start(be, "n0", 1);
    pass(1_000);
    Task last = cluster.start(be, "n0", 1);

    assertThat(review(room("n0", last))).containsExactly(last.id());
    assertThat(cluster.preemptor.nextStopMillis()).hasValue(cluster.steadyMillis() + 5_000);
    pass(4_999);
    assertThat(stopDue()).isEmpty();
    pass(1);
    assertThat(stopDue()).containsExactly(last.id());
    assertThat(cluster.preemptor.nextStopMillis()).isEmpty();
    cluster.confirm(last.id());

    assertThat(free("n0", "other")).isZero();
    assertThat(free("n0", "slo")).isEqualTo(1);
    slo.waits = 0;
    cluster.start(slo, "n0", 1);
    cluster.preemptor.started("slo", "n0", SlowCluster.slots(1));
    assertThat(cluster.kept().isEmpty()).isTrue();
    cluster.expected(); // The first to look after the node has said so.
    assertThat(cluster.preemptor.followed()).isEmpty();
    assertThat(cluster.running).containsKey(first.id());
    assertThat(totals())
        .isEqualTo(new PreemptionCounters.Totals(1, 1, 5_000, 1, 5_000, 0, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, 3_600_000})
  void stepOfTheClockNeitherStretchesNorCutsWhatTakesItsTime(long stepMillis) {
    Task task = cluster.start(be, "n0", 2);
    pass(1_000);
    assertThat(review(room("n0", task))).containsExactly(task.id());
    pass(2_000);
    cluster.step(stepMillis);

    pass(2_999);
    assertThat(stopDue()).isEmpty();
    pass(1);
    assertThat(stopDue()).containsExactly(task.id());
    assertThat(totals().lostWorkMillis()).isEqualTo(6_000);

    cluster.confirm(task.id());
    cluster.step(-stepMillis);
    pass(29_999);
    assertThat(free("n0", "other")).isEqualTo(1);
    pass(1);
    assertThat(free("n0", "other")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, 3_600_000})
  void stepOfTheClockDoesNotChangeTheWindow(long stepMillis) {
    slo.waits = 9;
    Task one = cluster.start(be, "n0", 2);
    Task two = cluster.start(be, "n1", 2);
    review(room("n0", one));
    cluster.step(stepMillis);

    pass(59_999);
    assertThat(review(room("n1", two))).isEmpty();
    pass(1);
    assertThat(review(room("n1", two))).containsExactly(two.id());
  }

  @Test
  void plansAreMadeAsIfTheTaskHadLeft() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));

    for (Runnable step :
        List.<Runnable>of(
            () -> {}, () -> pass(5_000), this::stopDue, () -> cluster.confirm(task.id()))) {
      step.run();
      ClusterSnapshot expected = cluster.expected();
      assertThat(node(expected, "n0").free()).isEqualTo(SlowCluster.slots(2));
      assertThat(job(expected, "be").running()).isEmpty();
      assertThat(expected.keptRooms()).containsExactly(place("n0", 1));
      assertThat(expected.limits().get(0).free()).isEqualTo(SlowCluster.LIMIT);
    }
  }

  @Test
  void whatBecomesOfTasksIsSaidAsItIs() {
    Task stopped = cluster.start(be, "n0", 1);
    Task ends = cluster.start(be, "n0", 1);
    pass(24_100);
    review(room("n0", 2, stopped, ends));

    assertThat(fates()).containsExactly("To be stopped", "To be stopped");

    cluster.end(ends.id());
    pass(5_000);
    assertThat(stopDue()).containsExactly(stopped.id());
    pass(700); // Until its node has said so it is there, but runs no longer.
    assertThat(fates()).containsExactly("Stopped after 29.1 s", "Has ended by itself, told");
  }

  private List<String> fates() {
    return cluster.preemptor.preemptions().stream()
        .map(stop -> Splitter.on(" to make room for slo. ").splitToList(stop.reason().detail()))
        .map(said -> said.get(0))
        .toList();
  }

  @Test
  void whoseTasksAreUnderWayIsSaidUntilTheyHaveLeft() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));

    for (Runnable step : List.<Runnable>of(() -> {}, () -> pass(5_000), this::stopDue)) {
      step.run();
      assertThat(cluster.preemptor.preemptions())
          .singleElement()
          .satisfies(
              stop -> {
                assertThat(stop.taskId()).isEqualTo(task.id());
                assertThat(stop.beneficiary()).isEqualTo("slo");
              });
    }
    cluster.confirm(task.id());
    cluster.expected(); // The first to look after the node has said so.
    assertThat(cluster.preemptor.preemptions()).isEmpty();
  }

  @Test
  void noPlanMakesTheSameRoomTwice() {
    Task one = cluster.start(be, "n0", 2);
    Task another = cluster.start(other, "n1", 2);
    review(room("n0", one));

    assertThat(review(room("n1", another))).as("beyond what the job waits for").isEmpty();
    slo.waits = 9;
    assertThat(review(room("n0", one))).as("told already").isEmpty();
    assertThat(totals().stale()).isEqualTo(2);
  }

  @Test
  void jobIsStoppedNoMoreThanSoManyTimesInAWindow() {
    slo.waits = 9;
    Task one = cluster.start(be, "n0", 2);
    Task two = cluster.start(be, "n1", 2);
    review(room("n0", one));

    assertThat(job(cluster.expected(), "be").mayBeStopped()).isFalse();
    assertThat(review(room("n1", two))).isEmpty();
    pass(59_999);
    assertThat(review(room("n1", two))).isEmpty();
    pass(1);
    assertThat(job(cluster.expected(), "be").mayBeStopped()).isTrue();
    assertThat(review(room("n1", two))).containsExactly(two.id());
  }

  @Test
  void whatOnePlanStopsOfAJobCountsOnce() {
    slo.waits = 9;
    Task one = cluster.start(be, "n0", 2);
    Task two = cluster.start(be, "n1", 2);

    assertThat(review(room("n0", one), room("n1", two))).containsExactly(one.id(), two.id());
  }

  @Test
  void taskThatEndsByItselfIsNotStoppedAndItsRoomIsKept() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    cluster.end(task.id());
    cluster.confirm(task.id());

    pass(5_000);
    assertThat(stopDue()).isEmpty();

    assertThat(free("n0", "other")).isEqualTo(1);
    assertThat(free("n0", "slo")).isEqualTo(2);
    assertThat(totals().ended()).isEqualTo(1);
  }

  @Test
  void taskIsSparedWhereRoomComesFreeInAnotherWay() {
    Task one = cluster.start(be, "n0", 1);
    Task two = cluster.start(other, "n0", 1);
    review(room("n0", one));
    cluster.end(two.id());
    cluster.confirm(two.id());

    pass(5_000);
    assertThat(stopDue()).isEmpty();

    assertThat(free("n0", "slo")).isEqualTo(1);
    assertThat(free("n0", "other")).isZero();
    assertThat(totals().spared()).isEqualTo(1);
  }

  @Test
  void taskIsSparedWhenItsBeneficiaryStartsElsewhereOrEnds() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    slo.waits = 0;

    pass(5_000);
    assertThat(stopDue()).isEmpty();

    assertThat(cluster.kept().isEmpty()).isTrue();
    assertThat(totals().spared()).isEqualTo(1);
  }

  @Test
  void roomIsGivenUpWhenThePlanDoesNotStartItsJobNow() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));

    cluster.review(new Plan(cluster.nowMillis, ImmutableList.of(planned("slo", 1)), "in a test"));

    assertThat(cluster.kept().isEmpty()).isTrue();
    pass(5_000);
    assertThat(stopDue()).isEmpty();
    assertThat(totals().spared()).isEqualTo(1);
  }

  /** Its deadline has passed meanwhile: it waits for others to end. */
  @Test
  void roomIsGivenUpWhenItsJobIsInLine() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    PlannedJob inLine =
        new PlannedJob(
            "slo",
            OptionalLong.of(cluster.nowMillis),
            1,
            false,
            new Reason(Reason.Code.NEXT_IN_LINE, "in a test"));

    cluster.review(new Plan(cluster.nowMillis, ImmutableList.of(inLine), "in a test"));

    pass(5_000);
    assertThat(stopDue()).isEmpty();
  }

  @Test
  void roomIsKeptForSoLongAndNoLonger() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();
    cluster.confirm(task.id());

    pass(29_999);
    assertThat(free("n0", "other")).isEqualTo(1);
    pass(1);
    assertThat(free("n0", "other")).isEqualTo(2);
    cluster.expected();
    assertThat(totals().expired()).isEqualTo(1);
  }

  /** Of nodes that a job does not want, such as those on its blacklist, a plan knows nothing. */
  @Test
  void noRoomIsMadeAgainForAJobThatDidNotComeForIt() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();
    cluster.confirm(task.id());
    pass(30_000); // It is given up.
    Task another = cluster.start(other, "n1", 2);

    assertThat(review(room("n1", another))).isEmpty();
    pass(59_999);
    assertThat(review(room("n1", another))).isEmpty();
    pass(1);
    assertThat(review(room("n1", another))).containsExactly(another.id());
  }

  @Test
  void roomIsMadeAgainForAJobThatHasStartedSomething() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();
    cluster.confirm(task.id());
    pass(30_000);
    cluster.expected();
    Task another = cluster.start(other, "n1", 2);
    cluster.preemptor.started("slo", "n2", SlowCluster.slots(1));

    assertThat(review(room("n1", another))).containsExactly(another.id());
  }

  @Test
  void roomIsMadeAgainForAJobWhoseRoomNeverCame() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();
    pass(30_000); // Its node has not answered.
    Task another = cluster.start(other, "n1", 2);

    assertThat(review(room("n1", another))).containsExactly(another.id());
  }

  @Test
  void nodeThatNeverAnswersHoldsNothingForEver() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();

    pass(30_000);
    assertThat(node(cluster.expected(), "n0").free()).isEqualTo(SlowCluster.slots(0));
    assertThat(cluster.preemptor.followed()).isEmpty();
  }

  @Test
  void roomThatSomebodyElseHasTakenIsGivenUpAndCounted() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));
    pass(5_000);
    stopDue();
    cluster.confirm(task.id());
    cluster.start(other, "n0", 2);

    review();

    assertThat(cluster.kept().isEmpty()).isTrue();
    assertThat(totals().taken()).isEqualTo(1);
  }

  @Test
  void nothingIsStoppedThatWouldMakeNoRoomAnyMore() {
    Task task = cluster.start(be, "n0", 1);
    slo.slots = 2;
    review(room("n0", 2, task));
    cluster.start(other, "n0", 1); // In the free half that the room was to consist of.

    pass(5_000);

    assertThat(stopDue()).isEmpty();
    assertThat(totals()).isEqualTo(new PreemptionCounters.Totals(1, 0, 0, 0, 0, 0, 1, 1, 0, 0));
  }

  @Test
  void tasksThatMakeNoRoomTogetherAreNotTold() {
    Task task = cluster.start(be, "n0", 1);
    cluster.start(other, "n0", 1);
    slo.slots = 2;

    assertThat(review(room("n0", 2, task))).isEmpty();
    assertThat(totals().stale()).isEqualTo(1);
  }

  @Test
  void nothingIsStoppedWhereItsJobAsksForNothing() {
    cluster.node("gpu0", "gpu", SlowCluster.slots(2));
    slo.partition = "gpu";
    Task elsewhere = cluster.start(be, "n0", 2);
    Task there = cluster.start(other, "gpu0", 2);

    assertThat(review(room("n0", elsewhere))).isEmpty();
    assertThat(review(room("gpu0", there))).containsExactly(there.id());
    assertThat(totals().stale()).isEqualTo(1);

    cluster.node("gpu0", "", SlowCluster.slots(2)); // It has lost its label.
    pass(5_000);
    assertThat(stopDue()).isEmpty();
    assertThat(cluster.kept().isEmpty()).isTrue();
    assertThat(totals().spared()).isEqualTo(1);
    assertThat(totals().stale()).isEqualTo(2);
  }

  @Test
  void roomIsMadeOfAllTypesOfResourcesOrNothingIsStopped() {
    cluster.node("n2", "", SlowCluster.slots(3, 1));
    slo.gpus = 1;
    Task withoutGpu = cluster.start(be, "n2", 2);
    Task withGpu = cluster.start(other, "n2", SlowCluster.slots(1, 1), TaskAsk.Kind.TASK);
    ImmutableList<KeptRoom> place =
        ImmutableList.of(new KeptRoom("slo", "n2", SlowCluster.slots(1, 1)));

    assertThat(review(new MadeRoom("slo", place, stops("slo", List.of(withoutGpu))))).isEmpty();
    assertThat(review(new MadeRoom("slo", place, stops("slo", List.of(withoutGpu, withGpu)))))
        .as("the one in whose room there is all that is needed")
        .containsExactly(withGpu.id());
  }

  @Test
  void tasksThatAreNotNeededAreNotTold() {
    Task first = cluster.start(be, "n0", 1);
    pass(1_000);
    Task last = cluster.start(be, "n0", 1);

    assertThat(review(room("n0", first, last))).containsExactly(last.id());
    assertThat(review(room("n1"))).isEmpty();
  }

  @Test
  void gangGetsAllRoomOrNone() {
    slo.waits = 3;
    Task one = cluster.start(be, "n0", 2);
    Task gone = cluster.start(be, "n1", 1);
    List<KeptRoom> places = List.of(place("n0", 1), place("n0", 1), place("n1", 1));
    MadeRoom room =
        new MadeRoom("slo", ImmutableList.copyOf(places), stops("slo", List.of(one, gone)));
    cluster.end(gone.id());

    assertThat(review(room)).isEmpty();

    MadeRoom now = new MadeRoom("slo", ImmutableList.copyOf(places), stops("slo", List.of(one)));
    cluster.confirm(gone.id());
    assertThat(review(now)).containsExactly(one.id());
    assertThat(free("n1", "other")).as("room of the gang that was free").isEqualTo(1);
    assertThat(free("n1", "slo")).isEqualTo(2);
  }

  @Test
  void gangThatMakesRoomIsStoppedWholeAndSparedWhole() {
    Job gang = cluster.job("gang", new JobGoal(OptionalLong.empty(), true));
    Task here = cluster.start(gang, "n0", 2);
    Task there = cluster.start(gang, "n1", 1);

    assertThat(review(room("n0", here, there))).containsExactly(here.id(), there.id());
    pass(5_000);
    assertThat(stopDue()).containsExactly(here.id(), there.id());

    cluster.confirm(here.id());
    slo.waits = 2;
    Job second = cluster.job("second", new JobGoal(OptionalLong.empty(), true));
    Task half = cluster.start(second, "n0", 1);
    Task rest = cluster.start(second, "n1", 1);
    assertThat(review(room("n0", half, rest))).hasSize(2);
    slo.waits = 1;
    pass(5_000);
    assertThat(stopDue()).isEmpty();
    assertThat(totals().spared()).isEqualTo(2);
  }

  @Test
  void gangStartsAsSoonAsItsRoomHasComeAndNobodyElseGetsThere() {
    SchedulingPolicy policy = PrioPolicy.strict();
    be.waits = 4;
    slo.waits = 0;
    Plan before = policy.plan(cluster.expected(), cluster.nowMillis, () -> false);
    cluster.dispatch(policy, before);
    Job gang = cluster.job("gang", new JobGoal(SLO.deadlineMillis(), true));
    gang.waits = 3;

    Plan plan = policy.plan(cluster.expected(), cluster.nowMillis, () -> false);
    assertThat(cluster.review(plan)).hasSize(3);
    pass(5_000);
    List<String> stopped = stopDue();
    assertThat(stopped).hasSize(3);
    be.waits = 3; // It wants them back.
    for (String task : stopped) {
      Plan next = policy.plan(cluster.expected(), cluster.nowMillis, () -> false);
      assertThat(cluster.review(next)).as("stopped for the same room").isEmpty();
      cluster.dispatch(policy, next);
      assertThat(gang.waits).isEqualTo(3);
      assertThat(be.waits).isEqualTo(3);
      cluster.confirm(task);
    }
    cluster.dispatch(policy, plan);

    assertThat(gang.waits).isZero();
    assertThat(be.waits).isEqualTo(3);
    assertThat(cluster.kept().isEmpty()).isTrue();
  }

  @Test
  void servicesAreNotStopped() {
    JobGoal be = JobGoal.BEST_EFFORT;
    Job service =
        cluster.job(
            "service",
            new JobGoal(
                be.deadlineMillis(),
                be.gang(),
                be.preference(),
                be.value(),
                true,
                be.maxWaitMillis()));
    Task task = cluster.start(service, "n0", 2);

    assertThat(review(room("n0", task))).isEmpty();
    assertThat(job(cluster.expected(), "service").mayBeStopped()).isFalse();
  }

  @Test
  void whatMayNotBeStoppedIsNot() {
    slo.waits = 9;
    Task master = cluster.start(be, "n0", 1, TaskAsk.Kind.APPLICATION_MASTER);
    Job inTime = cluster.job("in time", SLO);
    Task due = cluster.start(inTime, "n0", 1);
    Task kept = cluster.start(other, "n1", 1);
    Task full = cluster.start(other, "n1", 1);
    other.mayBeStopped = false;

    assertThat(review(room("n0", master))).isEmpty();
    assertThat(review(room("n0", due))).isEmpty();
    assertThat(review(room("n1", kept))).isEmpty();
    assertThat(job(cluster.expected(), "in time").mayBeStopped()).isFalse();

    other.mayBeStopped = true;
    assertThat(review(room("n1", kept))).hasSize(1);
    other.mayBeStopped = false;
    pass(5_000);
    assertThat(stopDue()).isEmpty();
    assertThat(cluster.running).containsKeys(kept.id(), full.id());
  }

  @Test
  void whenNobodyPlansNothingMoreIsStopped() {
    Task task = cluster.start(be, "n0", 2);
    review(room("n0", task));

    cluster.preemptor.giveUpAll();

    pass(5_000);
    assertThat(stopDue()).isEmpty();
    assertThat(free("n0", "other")).isZero();
    assertThat(cluster.preemptor.followed()).isEmpty();
  }

  @Test
  void settingsAreNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PreemptionSettings(-1, 0, 0, 0))
        .withMessage("The graceMillis (-1) must not be negative.");
    assertThat(SETTINGS.stopMillis()).isEqualTo(7_000);
  }

  // --- what happens -----------------------------------------------------------------------------

  private void pass(long millis) {
    cluster.nowMillis += millis;
  }

  /** A plan that starts the job with a deadline now and wishes for this room. */
  private List<String> review(MadeRoom... rooms) {
    Plan plan =
        new Plan(
            cluster.nowMillis,
            ImmutableList.of(planned("slo", 0)),
            ImmutableList.copyOf(rooms),
            "in a test");
    return ids(cluster.review(plan));
  }

  private List<String> stopDue() {
    return ids(cluster.stopDue());
  }

  private static List<String> ids(List<Preemption> preemptions) {
    return preemptions.stream().map(Preemption::taskId).toList();
  }

  private PlannedJob planned(String id, long inMillis) {
    return new PlannedJob(id, OptionalLong.of(cluster.nowMillis + inMillis), 9, false, REASON);
  }

  private static MadeRoom room(String node, Task... tasks) {
    return room(node, 1, tasks);
  }

  private static MadeRoom room(String node, int slots, Task... tasks) {
    return new MadeRoom(
        "slo", ImmutableList.of(place(node, slots)), stops("slo", Arrays.asList(tasks)));
  }

  private static ImmutableList<Preemption> stops(String beneficiary, List<Task> tasks) {
    List<Preemption> stops = new ArrayList<>();
    tasks.forEach(task -> stops.add(new Preemption(task.job().id, task.id(), beneficiary, REASON)));
    return ImmutableList.copyOf(stops);
  }

  private static KeptRoom place(String node, int slots) {
    return new KeptRoom("slo", node, SlowCluster.slots(slots));
  }

  // --- what is seen -----------------------------------------------------------------------------

  private PreemptionCounters.Totals totals() {
    return cluster.counters.totals();
  }

  /** How many slots of the node a job may use. */
  private long free(String node, String job) {
    NodeView whole = node(cluster.snapshot(), node);
    ResourceVector free = cluster.kept().forJob(whole, job).free();
    return Math.max(0, free.amount(1));
  }

  private static NodeView node(ClusterSnapshot snapshot, String id) {
    return snapshot.nodes().stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  private static JobView job(ClusterSnapshot snapshot, String id) {
    return snapshot.jobs().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }
}
