package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The thread is real; the time that it goes by stands still unless a test moves it. */
class PlannerThreadTest {
  private static final long CYCLE_MILLIS = 20;
  private static final long TIMEOUT_MILLIS = 200;
  private static final int PROCESSORS = 5;
  private static final String JOB = "application_1_0001";

  private final AtomicLong wallMillis = new AtomicLong(1_000_000);
  private final AtomicLong nanos = new AtomicLong();

  /** How often the planner's thread has looked at the time. */
  private final AtomicLong looks = new AtomicLong();

  /** Whether the next look of the planner's thread at the time fails. */
  private final AtomicBoolean lookFails = new AtomicBoolean();

  /** What the policy was told, in order. */
  private final List<ClusterEvent> told = Collections.synchronizedList(new ArrayList<>());

  private final ScriptedPolicy policy = new ScriptedPolicy();
  private final List<Plan> listened = new CopyOnWriteArrayList<>();
  private Mode mode = Mode.ON;
  private PlannerThread planner = planner(CYCLE_MILLIS, TIMEOUT_MILLIS);

  @AfterEach
  void stop() {
    planner.stop();
    Thread thread = policy.thread;
    if (thread != null) {
      await("the end of the planner's thread").until(() -> !thread.isAlive());
    }
  }

  @Test
  void isNotInChargeBeforeItsFirstPlan() {
    assertThat(planner.isInCharge()).isFalse();
    assertThat(planner.planInForce()).isNull();
  }

  @Test
  void plansAtTheStart() {
    startAndPlanOnce();

    assertThat(planner.isInCharge()).isTrue();
    assertThat(policy.plans.get(0).madeAtMillis()).isEqualTo(1_000_000);
  }

  @Test
  void plansAgainAfterAnEventButNotBeforeTheCycleIsOver() {
    startAndPlanOnce();

    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS - 1);
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    passMillis(1);
    awaitAttempts(2);
    awaitInForce(1);
  }

  @Test
  void restsLongerAfterAPlanThatTookLongSoThatPlanningTakesATenthOfTheMachineAtMost() {
    long planMillis = 3 * CYCLE_MILLIS / 2;
    policy.planMillis = planMillis;
    startAndPlanOnce();
    long turnMillis = planMillis * 10 / PROCESSORS;

    planner.tell(nodeChanged("n1"));
    passMillis(turnMillis - planMillis - 1);
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    passMillis(1);
    awaitAttempts(2);
  }

  @Test
  void restsFourCyclesAtMostHoweverLongAPlanTook() {
    policy.planMillis = 50 * CYCLE_MILLIS;
    startAndPlanOnce();

    planner.tell(nodeChanged("n1"));
    awaitAttempts(2);
  }

  @Test
  void plansNotAgainWhileNothingChanges() {
    startAndPlanOnce();

    passMillis(CYCLE_MILLIS);
    awaitLook();

    assertThat(policy.attempts).hasValue(1);
    assertThat(planner.isInCharge()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"false, 10_000", "true, 1_000"})
  void plansAgainInTheEndSoonerWhileAJobThatIsDueWaits(boolean isDue, long restMillis) {
    policy.nextStartMillis = isDue ? OptionalLong.of(0) : OptionalLong.empty();
    startAndPlanOnce();

    passMillis(restMillis - 1);
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    passMillis(1);
    awaitAttempts(2);
  }

  @Test
  void plansNotAgainAfterAnEventThatOutdatesNoPlan() {
    startAndPlanOnce();
    policy.outdated = false;

    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS);
    await().until(() -> told.contains(nodeChanged("n1")));
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    policy.outdated = true;
    planner.tell(nodeChanged("n2"));
    passMillis(CYCLE_MILLIS);
    awaitAttempts(2);
  }

  @Test
  void plansAgainAfterTenSecondsWhateverItWasTold() {
    startAndPlanOnce();

    passMillis(9_999);
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    passMillis(1);
    awaitAttempts(2);
  }

  @Test
  void plansAgainWhenAPlannedStartIsDue() {
    policy.nextStartMillis = OptionalLong.of(1_005_000);
    startAndPlanOnce();

    passMillis(CYCLE_MILLIS);
    wallMillis.set(1_004_999);
    awaitLook();
    assertThat(policy.attempts).hasValue(1);

    wallMillis.set(1_005_000);
    awaitAttempts(2);
  }

  @Test
  void solverIsToldToStopAfterThreeQuartersOfACycleOfItsOwn() {
    planner = planner(1_000, TIMEOUT_MILLIS);
    policy.planMillis = 5_000; // What comes before the solver.
    startAndPlanOnce();
    BooleanSupplier stop = Objects.requireNonNull(policy.stop);
    assertThat(stop.getAsBoolean()).isFalse();

    passMillis(750);
    assertThat(stop.getAsBoolean()).isFalse();
    nanos.incrementAndGet();
    assertThat(stop.getAsBoolean()).isTrue();
  }

  @Test
  void solverHasTimeForASmallPlanHoweverShortTheCycleIs() {
    startAndPlanOnce();
    BooleanSupplier stop = Objects.requireNonNull(policy.stop);
    assertThat(stop.getAsBoolean()).isFalse();

    passMillis(50);
    assertThat(stop.getAsBoolean()).isFalse();
    passMillis(1);
    assertThat(stop.getAsBoolean()).isTrue();
  }

  @Test
  void failureLeavesTheLastPlanInForceThreeTakeItOutOfChargeSuccessBringsItBack() {
    startAndPlanOnce();
    policy.planningFails = true;
    planner.tell(nodeChanged("n1"));

    for (int failures = 1; failures <= 2; failures++) {
      passMillis(CYCLE_MILLIS);
      awaitAttempts(1 + failures);
      awaitLook();
      assertThat(planner.planInForce()).isSameAs(policy.plans.get(0));
    }
    passMillis(CYCLE_MILLIS);
    await().until(() -> !planner.isInCharge());
    assertThat(planner.planInForce()).isNull();

    policy.planningFails = false;
    passMillis(CYCLE_MILLIS);
    awaitInForce(1);
  }

  @Test
  void failingPlannerIsOutOfChargeWithinASecondHoweverLongTheCycle() {
    planner = planner(60_000, TIMEOUT_MILLIS);
    startAndPlanOnce();
    policy.planningFails = true;
    planner.tell(nodeChanged("n1"));
    passMillis(60_000);
    awaitAttempts(2);

    for (int attempts = 3; attempts <= 4; attempts++) {
      awaitLook();
      passMillis(100);
      awaitAttempts(attempts);
    }

    await().until(() -> !planner.isInCharge());
  }

  @Test
  void solverThatAsksWithinItsBudgetIsNotSilent() {
    planner = planner(1_000, TIMEOUT_MILLIS);
    CountDownLatch release = policy.hangOnce();
    planner.start();
    awaitAttempts(1);
    BooleanSupplier stop = Objects.requireNonNull(policy.stop);
    assertThat(stop.getAsBoolean()).isFalse();

    passMillis(700);
    assertThat(stop.getAsBoolean()).isFalse();
    assertThat(planner.silentMillis()).isZero();

    passMillis(100);
    assertThat(stop.getAsBoolean()).isTrue();
    assertThat(planner.silentMillis()).isEqualTo(100);
    release.countDown();
  }

  @Test
  void plannerThatCannotCatchUpIsOutOfCharge() {
    startAndPlanOnce();
    CountDownLatch release = policy.hangOnce();
    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS);
    awaitAttempts(2);

    tellTimes(PlannerThread.MOST_EVENTS, "n2");
    assertThat(planner.hasLostEvents()).isFalse();
    assertThat(planner.isInCharge()).isTrue();

    planner.tell(nodeChanged("n3"));
    assertThat(planner.hasLostEvents()).isTrue();
    assertThat(planner.isInCharge()).isFalse();
    release.countDown();
  }

  @Test
  void plannerThatCannotEvenWaitGoesOn() {
    startAndPlanOnce();
    lookFails.set(true);
    await().until(() -> !lookFails.get());

    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS);
    awaitInForce(1);
  }

  @Test
  void failingPlannerIsAskedLessAndLessOften() {
    startAndPlanOnce();
    policy.planningFails = true;
    planner.tell(nodeChanged("n1"));
    for (int attempts = 2; attempts <= 5; attempts++) {
      passMillis(CYCLE_MILLIS);
      awaitAttempts(attempts);
      awaitLook();
    }

    passMillis(CYCLE_MILLIS); // Four failures: it waits two cycles.
    awaitLook();
    assertThat(policy.attempts).hasValue(5);
    passMillis(CYCLE_MILLIS);
    awaitAttempts(6);
  }

  @Test
  void hangingPlannerIsOutOfChargeAfterTheTimeoutAndComesBack() {
    startAndPlanOnce();
    CountDownLatch release = policy.hangOnce();
    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS);
    awaitAttempts(2);
    passMillis(TIMEOUT_MILLIS);
    assertThat(planner.planInForce()).isSameAs(policy.plans.get(0));

    passMillis(1);
    assertThat(planner.isInCharge()).isFalse();

    release.countDown();
    awaitInForce(1);
  }

  @Test
  void waitingOutALongCycleIsNoSilence() {
    planner = planner(TimeUnit.HOURS.toMillis(1), CYCLE_MILLIS);
    startAndPlanOnce();

    for (int i = 0; i < 3; i++) {
      passMillis(CYCLE_MILLIS);
      awaitLook();
    }

    assertThat(planner.isInCharge()).isTrue();
    assertThat(policy.attempts).hasValue(1);
  }

  @Test
  void eventsReachThePolicyInOrder() {
    List<ClusterEvent> events = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      events.add(nodeChanged("n" + i));
    }
    events.forEach(planner::tell);

    startAndPlanOnce();

    assertThat(told).containsExactlyElementsOf(events);
  }

  @Test
  void everyEventOfManyThreadsArrives() throws InterruptedException {
    startAndPlanOnce();
    List<Thread> tellers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String node = "n" + i;
      Thread teller = new Thread(() -> tellTimes(100, node), "teller-" + i);
      tellers.add(teller);
      teller.start();
    }

    await()
        .until(
            () -> {
              passMillis(CYCLE_MILLIS);
              return told.size() == 400;
            });
    for (Thread teller : tellers) {
      teller.join();
    }
  }

  @Test
  void listenerIsToldOfEveryPlanThatIsInForce() {
    startAndPlanOnce();
    planner.tell(nodeChanged("n1"));
    passMillis(CYCLE_MILLIS);
    awaitInForce(1);

    await().until(() -> listened.size() == 2);
    assertThat(listened).containsExactlyElementsOf(policy.plans);
  }

  @Test
  void eventThatThePolicyChokesOnKeepsItFromNoOtherEventAndNoPlan() {
    startAndPlanOnce();
    policy.choking = nodeChanged("n1");
    planner.tell(nodeChanged("n0"));
    planner.tell(nodeChanged("n1"));
    planner.tell(nodeChanged("n2"));

    passMillis(CYCLE_MILLIS);
    awaitInForce(1);
    assertThat(told).containsExactly(nodeChanged("n0"), nodeChanged("n1"), nodeChanged("n2"));
  }

  @Test
  void failedDispatchTakesItOutOfChargeForAWhile() {
    startAndPlanOnce();

    planner.dispatchFailed(new IllegalStateException("dispatch of a test"));
    assertThat(planner.isInCharge()).isFalse();

    passMillis(10_000);
    await().until(planner::isInCharge);
  }

  @Test
  void dispatchThatFailsAgainSoonIsLeftAloneForTwiceAsLong() {
    startAndPlanOnce();
    planner.dispatchFailed(new IllegalStateException("dispatch of a test"));
    passMillis(10_000);
    planner.dispatchFailed(new IllegalStateException("dispatch of a test"));
    planner.dispatchFailed(new IllegalStateException("of another thread at the same time"));

    passMillis(19_999);
    awaitLook();
    assertThat(planner.isInCharge()).isFalse();

    passMillis(1);
    await().until(planner::isInCharge);
  }

  @Test
  void stoppedPlannerIsNotInChargeAndItsThreadEnds() {
    startAndPlanOnce();

    planner.stop();

    assertThat(planner.isInCharge()).isFalse();
    Thread thread = Objects.requireNonNull(policy.thread);
    await().until(() -> !thread.isAlive());
  }

  @Test
  void hangingPlannerCanBeStopped() {
    policy.hangOnce();
    planner.start();
    awaitAttempts(1);

    planner.stop();

    Thread thread = Objects.requireNonNull(policy.thread);
    await().until(() -> !thread.isAlive());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ON|Foresight's planner (scripted) is in charge.|CapacityScheduler's own order is in force",
        "SHADOW|Foresight's shadow planner (scripted) plans; it decides nothing."
            + "|Foresight's plan for queues in shadow mode does not count"
      })
  void logSaysWhetherItPlansAndOfOneThatDecidesNothingThatItDoes(
      Mode itsMode, String plans, String stopped) {
    mode = itsMode;
    planner = planner(CYCLE_MILLIS, TIMEOUT_MILLIS);
    try (CapturedLog lines = CapturedLog.of(PlannerThread.class)) {
      startAndPlanOnce();
      assertThat(planner.isInCharge()).isTrue();
      planner.stop();
      assertThat(planner.isInCharge()).isFalse();

      assertThat(lines.text()).contains(plans, stopped + ": the planner is stopped.");
      if (mode == Mode.SHADOW) {
        assertThat(lines.text()).doesNotContain("in charge", "own order");
      }
    }
  }

  @Test
  void plannerThatWasNeverStartedCanBeStopped() {
    planner.stop();

    assertThat(planner.isInCharge()).isFalse();
  }

  private PlannerThread planner(long cycleMillis, long timeoutMillis) {
    return new PlannerThread(
        mode,
        policy,
        () -> ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of()),
        (by, snapshot, plan) -> listened.add(plan),
        () -> Instant.ofEpochMilli(wallMillis.get()),
        this::look,
        cycleMillis,
        timeoutMillis,
        PROCESSORS,
        PlannerObserver.NOBODY);
  }

  private long look() {
    if (Thread.currentThread() == policy.thread) {
      if (lookFails.getAndSet(false)) {
        throw new OutOfMemoryError("made up by a test");
      }
      looks.incrementAndGet();
    }
    return nanos.get();
  }

  private void tellTimes(int times, String node) {
    for (int i = 0; i < times; i++) {
      planner.tell(nodeChanged(node));
    }
  }

  private void startAndPlanOnce() {
    planner.start();
    awaitInForce(0);
  }

  private void passMillis(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /**
   * Until the thread has decided on the time as it is now: of the looks that follow, the first may
   * still belong to what it did before, the next ones begin and end its rounds.
   */
  private void awaitLook() {
    long before = looks.get();
    await("a look at the time").until(() -> looks.get() >= before + 4);
  }

  private void awaitAttempts(int attempts) {
    await("attempt " + attempts).until(() -> policy.attempts.get() >= attempts);
    assertThat(policy.attempts).hasValue(attempts);
  }

  /** Until the plan of this number, from 0, is in force. */
  private void awaitInForce(int number) {
    await("plan " + number)
        .until(
            () -> {
              Plan plan = planner.planInForce();
              return plan != null && plan.summary().equals("plan " + number);
            });
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(2));
  }

  private static ConditionFactory await() {
    return await("the planner");
  }

  private static ClusterEvent nodeChanged(String nodeId) {
    return new ClusterEvent.NodeChanged(0, nodeId);
  }

  /** Plans one job, unless it is told to fail or to hang. */
  private final class ScriptedPolicy implements SchedulingPolicy {
    final AtomicLong attempts = new AtomicLong();
    final List<Plan> plans = new CopyOnWriteArrayList<>();
    volatile OptionalLong nextStartMillis = OptionalLong.empty();
    volatile boolean planningFails;
    volatile long planMillis;
    volatile boolean outdated = true;
    volatile @Nullable ClusterEvent choking;
    volatile @Nullable BooleanSupplier stop;
    volatile @Nullable Thread thread;
    private final AtomicReference<@Nullable CountDownLatch> hang = new AtomicReference<>();

    /** Hangs in its next plan until the latch is counted down or its thread interrupted. */
    CountDownLatch hangOnce() {
      CountDownLatch release = new CountDownLatch(1);
      hang.set(release);
      return release;
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public void onEvent(ClusterEvent event) {
      thread = Thread.currentThread();
      told.add(event);
      if (event.equals(choking)) {
        throw new IllegalStateException("an event of a test");
      }
    }

    @Override
    public boolean outdatesPlan(ClusterEvent event) {
      return outdated;
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stopAsked) {
      thread = Thread.currentThread();
      stop = stopAsked;
      attempts.incrementAndGet();
      passMillis(planMillis);
      CountDownLatch release = hang.getAndSet(null);
      if (release != null) {
        try {
          release.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException("interrupted in a test", e);
        }
      }
      if (planningFails) {
        throw new IllegalStateException("planning of a test");
      }
      PlannedJob job =
          new PlannedJob(
              JOB, nextStartMillis, 1, false, new Reason(Reason.Code.PLANNED_START, "in a test"));
      Plan made = new Plan(nowMillis, ImmutableList.of(job), "plan " + plans.size());
      plans.add(made);
      return made;
    }
  }
}
