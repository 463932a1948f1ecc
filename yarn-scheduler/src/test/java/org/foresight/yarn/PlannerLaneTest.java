package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.GsSettings;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.predictor.JobFeatures;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlannerLaneTest {
  private static final long TIMEOUT_MILLIS = 1_000;
  private static final int PROCESSORS = 10;
  private static final long LONG_AFTER_A_CYCLE_MILLIS = 100;

  /** The time stands still unless a test moves it, and a planner plans once in a millisecond. */
  private final AtomicLong nanos = new AtomicLong();

  private volatile boolean isUninterruptible;
  private final Submissions submissions = new Submissions();
  private final List<GatedPolicy> policies = new ArrayList<>();
  private final List<String> listened = new CopyOnWriteArrayList<>();

  /** What of that still counted when it had been told. */
  private final List<String> kept = new CopyOnWriteArrayList<>();

  /** While there is one, whoever tells of a plan does so until it opens. */
  private volatile @Nullable CountDownLatch telling;

  private final AtomicInteger tellers = new AtomicInteger();
  private final AtomicInteger mostTellers = new AtomicInteger();
  private final PlannerLane lane =
      new PlannerLane(
          this::make,
          (planner, snapshot, plan) -> listen(planner, plan),
          submissions,
          PlannerObserver.NOBODY);

  @AfterEach
  void stop() {
    lane.stop();
    policies.forEach(policy -> policy.gate.release());
  }

  @Test
  void isNotInChargeWithoutAPlanner() {
    assertThat(lane.isInCharge()).isFalse();
    assertThat(lane.planner()).isNull();
  }

  @Test
  void firstPlannerIsInChargeOnceItHasAPlan() {
    use("a");
    assertThat(lane.isInCharge()).isFalse();

    policies.get(0).gate.release();

    await().until(lane::isInCharge);
    await().until(() -> listened.contains("a"));
  }

  @Test
  void noPlannerIsMadeForTheSameWayOfPlanning() {
    use("a");
    assertThat(lane.make(planning("a"))).isNull();

    use("b");

    assertThat(lane.make(planning("b"))).isNull(); // It is to follow.
    assertThat(lane.make(planning("a"))).isNotNull();
  }

  @Test
  void planOfTheOldOneStaysInForceUntilTheNewOneHasOne() {
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);

    use("b");
    assertThat(planInForce()).isEqualTo("a");

    policies.get(1).gate.release();
    await().until(() -> Objects.equals(planInForce(), "b"));
    assertThat(lane.isInCharge()).isTrue();
    assertThat(listened).containsExactly("a", "b");
    await().until(() -> policies.get(0).hasEnded());
  }

  private void listen(PlannerThread planner, Plan plan) {
    mostTellers.accumulateAndGet(tellers.incrementAndGet(), Math::max);
    listened.add(plan.summary());
    CountDownLatch end = telling;
    if (end != null) {
      Uninterruptibles.awaitUninterruptibly(end);
    }
    tellers.decrementAndGet();
    if (!planner.isStopped()) {
      kept.add(plan.summary());
    }
  }

  @Test
  void oneThatIsReplacedWhileItTellsOfItsPlanHasToldBeforeItsSuccessorDoes() {
    CountDownLatch end = new CountDownLatch(1);
    telling = end;
    use("a");
    policies.get(0).gate.release();
    await().until(() -> listened.contains("a"));

    use("b");
    policies.get(1).gate.release();
    await().until(() -> listened.contains("b") || policies.get(1).waitsToTell());
    assertThat(listened).containsExactly("a");

    end.countDown();
    await().until(() -> listened.contains("b"));
    assertThat(mostTellers).hasValue(1);
  }

  @Test
  void oneThatHangsWhileItTellsOfItsPlanIsReplacedAndTellsNothingMoreThatCounts() {
    CountDownLatch end = new CountDownLatch(1);
    telling = end;
    use("a");
    policies.get(0).gate.release();
    await().until(() -> listened.contains("a"));
    telling = null;

    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS);
    lane.watch();
    assertThat(policies).hasSize(2);
    policies.get(1).gate.release();

    await().until(() -> kept.equals(List.of("a")));
    assertThat(lane.isInCharge()).isTrue();
    end.countDown();
    await().until(() -> policies.get(0).hasEnded());
    assertThat(listened).containsExactly("a", "a");
    assertThat(kept).containsExactly("a");
  }

  @Test
  void whoeverFollowsOneThatHangsWhileItTellsWaitsNoLongerThanOneThatHangsIsWaitedFor() {
    CountDownLatch end = new CountDownLatch(1);
    telling = end;
    use("a");
    policies.get(0).gate.release();
    await().until(() -> listened.contains("a"));
    telling = null;
    use("b");
    policies.get(1).gate.release();
    await().until(() -> policies.get(1).hasPlanned());

    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS - 1);
    lane.watch();
    assertThat(listened).containsExactly("a");
    passMillis(1);
    lane.watch();

    await().until(() -> kept.equals(List.of("b")));
    assertThat(planInForce()).isEqualTo("b");
    assertThat(policies).hasSize(2);
    end.countDown();
    await().until(() -> policies.get(0).hasEnded());
    assertThat(kept).containsExactly("b");
  }

  @Test
  void oneThatIsReplacedBeforeItsFirstPlanEnds() {
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);
    use("b");
    await().until(() -> policies.get(1).thread != null);
    use("c");

    await().until(() -> policies.get(1).hasEnded());
    assertThat(planInForce()).isEqualTo("a");
    policies.get(2).gate.release();
    await().until(() -> Objects.equals(planInForce(), "c"));
  }

  @Test
  void everyPlannerIsToldOfTheJobsThatLiveAndOfAllThatHappens() {
    submissions.add(submitted("before"));
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);
    submissions.add(submitted("between"));
    lane.tell(submitted("between"));
    use("b");
    lane.tell(submitted("after"));
    policies.get(1).gate.release(2);

    await()
        .until(
            () -> {
              passMillis(1); // If it has planned before the last one came, its cycle has to end.
              return policies.get(1).jobs.size() == 3;
            });
    assertThat(policies.get(1).jobs).containsExactlyInAnyOrder("before", "between", "after");
    assertThat(policies.get(0).jobs).first().isEqualTo("before");
  }

  @Test
  void stoppedLaneHasNoPlannerButMayGetAnother() {
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);

    lane.stop();

    assertThat(lane.isInCharge()).isFalse();
    assertThat(lane.planner()).isNull();
    await().until(() -> policies.get(0).hasEnded());
    use("a");
    policies.get(1).gate.release();
    await().until(lane::isInCharge);
  }

  @Test
  void plannerThatHangsIsReplacedByOneOfItsKind() {
    submissions.add(submitted("before"));
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);
    lane.tell(submitted("later"));
    passMillis(LONG_AFTER_A_CYCLE_MILLIS);
    awaitHanging(0);

    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS - 1);
    lane.watch();
    assertThat(policies).hasSize(1);

    passMillis(1);
    lane.watch();
    assertThat(policies).hasSize(2);
    assertThat(policies.get(1).name()).isEqualTo("a");
    await().until(() -> policies.get(0).hasEnded());
    policies.get(1).gate.release();
    await().until(lane::isInCharge);
    assertThat(policies.get(1).jobs).containsExactly("before");
  }

  @Test
  void onesThatHangAtOnceAreReplacedLessAndLessOften() {
    use("a");
    awaitHanging(0);
    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS);
    lane.watch();
    assertThat(policies).hasSize(2);
    awaitHanging(1);

    passMillis(2 * PlannerLane.FIRST_PATIENCE_MILLIS - 1);
    lane.watch();
    assertThat(policies).hasSize(2);
    passMillis(1);
    lane.watch();
    assertThat(policies).hasSize(3);

    policies.get(2).gate.release();
    await().until(lane::isInCharge);
    lane.watch(); // It has planned, and is trusted like a first one.
    lane.tell(submitted("later"));
    passMillis(LONG_AFTER_A_CYCLE_MILLIS);
    awaitHanging(2);
    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS);
    lane.watch();
    assertThat(policies).hasSize(4);
  }

  @Test
  void noMoreAreMadeThanMayBeStuck() {
    isUninterruptible = true;
    use("a");
    for (int i = 0; i < PlannerLane.MOST_STUCK + 3; i++) {
      int started = policies.size();
      awaitHanging(started - 1);
      passMillis(PlannerLane.LONGEST_PATIENCE_MILLIS);
      lane.watch();
    }
    assertThat(policies).hasSize(1 + PlannerLane.MOST_STUCK);

    policies.get(0).gate.release();
    await().until(() -> policies.get(0).hasEnded());
    lane.watch();
    assertThat(policies).hasSize(2 + PlannerLane.MOST_STUCK);
  }

  @Test
  void plannerThatHasLostEventsIsReplacedAtOnce() {
    use("a");
    await().until(() -> policies.get(0).thread != null);
    for (int i = 0; i <= PlannerThread.MOST_EVENTS; i++) {
      lane.tell(submitted("job"));
    }

    lane.watch();

    assertThat(policies).hasSize(2);
    lane.watch();
    assertThat(policies).hasSize(2);
  }

  @Test
  void oneThatHangsIsReplacedAsTheLatestConfigurationWants() {
    use("a");
    policies.get(0).gate.release();
    await().until(lane::isInCharge);
    use("b");
    awaitHanging(1);
    passMillis(PlannerLane.FIRST_PATIENCE_MILLIS);

    lane.watch();

    assertThat(policies).hasSize(3);
    assertThat(policies.get(2).name()).isEqualTo("b");
  }

  /** A planner gives its last sign of life just before it plans: time must not pass until then. */
  private void awaitHanging(int planner) {
    await().until(() -> policies.get(planner).gate.hasQueuedThreads());
  }

  private void passMillis(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private @Nullable String planInForce() {
    Planner planner = lane.planner();
    Plan plan = planner == null ? null : planner.thread().planInForce();
    return plan == null ? null : plan.summary();
  }

  private void use(String policy) {
    lane.use(Objects.requireNonNull(lane.make(planning(policy))));
  }

  private static Planning planning(String policy) {
    return new Planning(
        policy,
        "default",
        ThreeSigmaSettings.DEFAULT,
        GsSettings.DEFAULT,
        false,
        KairosSettings.DEFAULT,
        BigcSettings.DEFAULT,
        TIMEOUT_MILLIS);
  }

  private Planner make(Planning planning, PlannerThread.Listener listener) {
    GatedPolicy policy = new GatedPolicy(planning.policy());
    policies.add(policy);
    return new Planner(
        planning,
        policy,
        new PlannerThread(
            Mode.ON,
            policy,
            () -> ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of()),
            listener,
            () -> Instant.EPOCH,
            nanos::get,
            1,
            TIMEOUT_MILLIS,
            PROCESSORS,
            PlannerObserver.NOBODY));
  }

  private static ClusterEvent.JobSubmitted submitted(String job) {
    return new ClusterEvent.JobSubmitted(
        0, job, new JobFeatures("ada", job, "root.etl"), JobGoal.BEST_EFFORT);
  }

  /** Plans once for every permit. */
  private final class GatedPolicy implements SchedulingPolicy {
    final Semaphore gate = new Semaphore(0);
    final List<String> jobs = new CopyOnWriteArrayList<>();
    volatile @Nullable Thread thread;
    private final String name;

    GatedPolicy(String name) {
      this.name = name;
    }

    /** Whether it has made the plan that there was a permit for. */
    boolean hasPlanned() {
      return thread != null && gate.availablePermits() == 0 && !gate.hasQueuedThreads();
    }

    /** Whether it waits for another one that tells of its plan. */
    boolean waitsToTell() {
      Thread planner = thread;
      return planner != null && hasPlanned() && planner.getState() == Thread.State.WAITING;
    }

    boolean hasEnded() {
      Thread planner = thread;
      return planner != null && !planner.isAlive();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void onEvent(ClusterEvent event) {
      if (event instanceof ClusterEvent.JobSubmitted submitted) {
        jobs.add(submitted.jobId());
      }
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      thread = Thread.currentThread();
      if (isUninterruptible) {
        gate.acquireUninterruptibly();
      } else {
        try {
          gate.acquire();
        } catch (InterruptedException e) {
          throw new IllegalStateException("stopped in a test", e);
        }
      }
      return new Plan(nowMillis, ImmutableList.of(), name);
    }
  }
}
