package org.foresight.yarn;

import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.Remaining;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans in a thread of its own: whenever something has changed that outdates the last plan, or a
 * planned start has come, at most once a cycle; and every ten seconds, since a job that no event
 * tells of would be held for ever.
 *
 * <p>The planner is in charge as long as it plans well. A failure leaves the last plan in force; a
 * few in a row, which take less than a second if they are quick, or a silence longer than the
 * timeout take it out of charge until the next plan succeeds. Whenever a solver within its budget
 * asks whether to stop, that is a sign of life. Nothing that a policy throws leaves this thread.
 *
 * <p>Thread-safe: any thread may tell events, read the plan and ask who is in charge.
 */
final class PlannerThread {
  private static final Logger LOG = LoggerFactory.getLogger(PlannerThread.class);

  /** The share of a cycle that a solver may use (3Sigma §4.3). */
  private static final double SOLVER_SHARE = 0.75;

  /**
   * A solver that is stopped at once has nothing but the last plan to offer, and would have nothing
   * else the next time either: however short a cycle is, it gets as much as a small plan needs.
   */
  private static final long LEAST_SOLVER_MILLIS = 50;

  private static final int FAILURES_UNTIL_OUT_OF_CHARGE = 3;
  private static final long LONGEST_BACK_OFF_MILLIS = 30_000;

  /** Not every change of YARN's is told: an ask of a container that was lost early comes back. */
  private static final long LONGEST_REST_MILLIS = 10_000;

  /**
   * The same while something that is due waits: a plan counts on tasks to end, which others may
   * have to be stopped for if they don't, and nobody tells that nothing has happened.
   */
  private static final long LONGEST_REST_WHILE_DUE_MILLIS = 1_000;

  /**
   * The most that planning takes of the machine's processors, which dispatch and the rest of the
   * ResourceManager live on; it matters on a machine of few processors that runs a large cluster.
   */
  static final double MOST_OF_THE_MACHINE = 0.1;

  /**
   * How many cycles at most pass from plan to plan for that: a plan takes long once, when its code
   * is loaded or the machine is busy, and nobody is to wait for the next one until he wonders.
   */
  private static final int MOST_CYCLES_TO_REST = 4;

  /** Until it is out of charge, a planner that failed is asked again soon. */
  private static final long RETRY_MILLIS = 100;

  /**
   * How long a failure of dispatch takes the planner out of charge at first, and at most; twice as
   * long each time that it fails again soon.
   */
  private static final long DISPATCH_PENALTY_MILLIS = 10_000;

  private static final long LONGEST_DISPATCH_PENALTY_MILLIS = 300_000;

  /** A planner that hangs would else collect what happens until memory is short. */
  static final int MOST_EVENTS = 200_000;

  /**
   * Is told of every plan, by the planner's thread, once it is in force. A planner that hangs while
   * it tells is stopped, and may go on when its successor has told already: whatever takes long is
   * to be done before something of what is told is kept, and nothing is kept of a planner that
   * {@link #isStopped} by then.
   */
  @FunctionalInterface
  interface Listener {
    void planned(PlannerThread planner, ClusterSnapshot snapshot, Plan plan);
  }

  /** Whether dispatch is to go by its plans. */
  private final boolean decides;

  /** What it is called, for people. */
  private final String name;

  private final SchedulingPolicy policy;
  private final Listener listener;
  private final Supplier<ClusterSnapshot> snapshots;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final long cycleMillis;
  private final long timeoutMillis;
  private final int processors;
  private final PlannerObserver observer;

  private final ConcurrentLinkedQueue<ClusterEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger eventCount = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /**
   * Whether an event would end the planner's rest now. Until then nobody wakes it: tens of
   * thousands of events come each second, and it takes them all in at once.
   */
  private volatile boolean awaitsEvent;

  private @Nullable Thread thread;

  /**
   * Whether something has happened since the last plan that calls for a new one; of the planner.
   */
  private boolean isOutdated;

  private long lastPlanNanos;

  /** Of the plan in force. */
  private long longestRestMillis = LONGEST_REST_MILLIS;

  /** How long the last turn took, with or without a plan; of the planner. */
  private long turnNanos;

  private volatile @Nullable Plan plan;
  private volatile boolean stopped;
  private volatile int failuresInARow;
  private volatile long aliveNanos;
  private volatile boolean hasLostEvents;
  private volatile long dispatchPenaltyUntilNanos;
  private volatile long dispatchPenaltyMillis;

  /** Whether the last caller was told that the planner is in charge; for logging changes once. */
  private volatile boolean lastInCharge;

  /**
   * @param mode of the queues that it is for: in others than those that are on, nothing goes by its
   *     plans
   * @param policy plans; only this thread calls it, except for what its dispatchers do
   * @param snapshots makes a snapshot of the cluster
   * @param listener is told of the plans
   * @param clock the time that the policy sees
   * @param nanoTime measures durations
   * @param cycleMillis shortest time between the starts of two plans; it is longer while a plan
   *     takes so long that planning would use more than {@link #MOST_OF_THE_MACHINE}
   * @param timeoutMillis longest silence of a planner in charge
   * @param processors of the machine
   * @param observer is told how planning goes
   */
  PlannerThread(
      Mode mode,
      SchedulingPolicy policy,
      Supplier<ClusterSnapshot> snapshots,
      Listener listener,
      InstantSource clock,
      LongSupplier nanoTime,
      long cycleMillis,
      long timeoutMillis,
      int processors,
      PlannerObserver observer) {
    this.decides = mode == Mode.ON;
    this.name = decides ? "planner" : mode.text() + " planner";
    this.policy = policy;
    this.snapshots = snapshots;
    this.listener = listener;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.cycleMillis = cycleMillis;
    this.timeoutMillis = timeoutMillis;
    this.processors = processors;
    this.observer = observer;
    this.aliveNanos = nanoTime.getAsLong();
    this.dispatchPenaltyUntilNanos = aliveNanos;
  }

  void start() {
    Thread planner = DaemonThreads.create("foresight-" + name, this::run);
    thread = planner;
    planner.start();
  }

  void stop() {
    stopped = true;
    events.clear();
    Thread planner = thread;
    if (planner != null) {
      planner.interrupt();
    }
  }

  /** Whether it has been stopped: it does not count any more, whatever it still does. */
  boolean isStopped() {
    return stopped;
  }

  /** Whether it has been stopped, and has not ended for all that. */
  boolean isStuck() {
    Thread planner = thread;
    return stopped && planner != null && planner.isAlive();
  }

  /**
   * Tells what happened; a new plan will follow. Never blocks for long, never throws. Of a planner
   * that has too much to catch up with, it loses the event.
   */
  void tell(ClusterEvent event) {
    if (stopped) {
      return;
    }
    if (eventCount.incrementAndGet() > MOST_EVENTS) {
      eventCount.decrementAndGet();
      hasLostEvents = true;
      return;
    }
    events.add(event);
    // Read once the event is there: the planner says first that it awaits one, and looks then.
    if (awaitsEvent) {
      lock.lock();
      try {
        changed.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Whether it was told more than it could keep: what it knows of jobs is wrong from then on. */
  boolean hasLostEvents() {
    return hasLostEvents;
  }

  /** Whether it has ever made a plan. */
  boolean hasPlanned() {
    return plan != null;
  }

  /** How long it has given no sign of life. */
  long silentMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - aliveNanos);
  }

  /** The plan in force, or null if the planner is not in charge. */
  @Nullable Plan planInForce() {
    return isInCharge() ? plan : null;
  }

  /** Whether dispatch goes by the plan; otherwise CapacityScheduler's own order rules. */
  boolean isInCharge() {
    String why = whyNotInCharge();
    boolean inCharge = why == null;
    if (inCharge != lastInCharge) {
      lastInCharge = inCharge;
      if (inCharge) {
        LOG.info(
            decides
                ? "Foresight's {} ({}) is in charge."
                : "Foresight's {} ({}) plans; it decides nothing.",
            name,
            policy.name());
      } else {
        observer.fellBack();
        LOG.warn(
            decides
                ? "CapacityScheduler's own order is in force: {}."
                : "Foresight's plan for queues in shadow mode does not count: {}.",
            why);
      }
    }
    return inCharge;
  }

  /** See {@link SchedulingPolicy#remaining}; for a {@link Listener} while it is told of a plan. */
  Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return policy.remaining(job, atOnce, nowMillis);
  }

  /** How often planning has failed since it last went well. */
  int failuresInARow() {
    return failuresInARow;
  }

  private @Nullable String whyNotInCharge() {
    if (stopped) {
      return "the planner is stopped";
    }
    if (plan == null) {
      return "the planner has not made its first plan yet";
    }
    if (failuresInARow >= FAILURES_UNTIL_OUT_OF_CHARGE) {
      return "the planner failed " + Counts.of(failuresInARow, "time") + " in a row";
    }
    long silentMillis = silentMillis();
    if (silentMillis > timeoutMillis) {
      return "the planner has been silent for " + silentMillis + " ms";
    }
    if (hasLostEvents) {
      return "the planner can't catch up with what happens";
    }
    if (nanoTime.getAsLong() - dispatchPenaltyUntilNanos < 0) {
      return "dispatch failed";
    }
    return null;
  }

  /** Dispatch failed: for a while CapacityScheduler's own order takes over. */
  void dispatchFailed(Throwable failure) {
    long now = nanoTime.getAsLong();
    long sinceMillis = TimeUnit.NANOSECONDS.toMillis(now - dispatchPenaltyUntilNanos);
    if (sinceMillis < 0) {
      return; // Of a dispatch that had begun before.
    }
    observer.dispatchFailed();
    dispatchPenaltyMillis =
        sinceMillis < dispatchPenaltyMillis
            ? Math.min(2 * dispatchPenaltyMillis, LONGEST_DISPATCH_PENALTY_MILLIS)
            : DISPATCH_PENALTY_MILLIS;
    dispatchPenaltyUntilNanos = now + TimeUnit.MILLISECONDS.toNanos(dispatchPenaltyMillis);
    SafeLog.error(
        LOG,
        "Foresight's dispatch failed; CapacityScheduler takes over for {} ms.",
        dispatchPenaltyMillis,
        failure);
  }

  private void run() {
    while (!stopped) {
      try {
        turn();
      } catch (InterruptedException e) {
        // Only stop() interrupts on purpose; whoever else does must not end the planning.
        LOG.debug("The planner was interrupted.", e);
      } catch (Throwable failure) {
        // Not even a report is possible, with too little memory perhaps; nor is a wait, so that
        // it has to be one that needs nothing.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
      }
    }
  }

  private void turn() throws InterruptedException {
    long startNanos = nanoTime.getAsLong();
    aliveNanos = startNanos;
    try {
      drainEvents();
      if (isPlanDue(startNanos)) {
        planOnce(startNanos);
      }
      failuresInARow = 0;
    } catch (Throwable failure) {
      observer.planFailed();
      int failures = failuresInARow + 1;
      failuresInARow = failures; // Written by this thread alone.
      SafeLog.error(
          LOG,
          "Foresight's {} failed ({} in a row); its last plan stays in force.",
          name,
          failures,
          failure);
    }
    aliveNanos = nanoTime.getAsLong();
    turnNanos = aliveNanos - startNanos;
    sleepUntilDue(startNanos);
  }

  /**
   * An event that the policy chokes on keeps it neither from the others nor from a plan: with jobs
   * that come often, and a few of them that it chokes on, it would never plan again.
   */
  private void drainEvents() {
    int failures = 0;
    Throwable last = null;
    for (ClusterEvent event = events.poll(); event != null; event = events.poll()) {
      eventCount.decrementAndGet();
      try {
        policy.onEvent(event);
        isOutdated |= policy.outdatesPlan(event);
      } catch (RuntimeException | Error failure) {
        isOutdated = true;
        failures++;
        last = failure;
      }
    }
    if (last != null) {
      SafeLog.error(
          LOG,
          "Foresight's {} could not take in {} of the things that happened; it plans without them.",
          name,
          failures,
          last);
    }
  }

  private void planOnce(long startNanos) {
    ClusterSnapshot snapshot = snapshots.get();
    SolverTime solverTime = new SolverTime();
    Plan made = policy.plan(snapshot, clock.millis(), () -> stopped || solverTime.isUsedUp());
    LOG.debug("{}", made.summary());
    plan = made;
    isOutdated = false;
    lastPlanNanos = startNanos;
    longestRestMillis =
        made.hasDue(made.madeAtMillis()) ? LONGEST_REST_WHILE_DUE_MILLIS : LONGEST_REST_MILLIS;
    observer.planned(TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startNanos));
    listener.planned(this, snapshot, made);
  }

  /**
   * What a solver may use, from when it first asks: what it takes to look at a large cluster is not
   * its own.
   */
  private final class SolverTime {
    private final long mostNanos =
        Math.max(
            (long) (TimeUnit.MILLISECONDS.toNanos(cycleMillis) * SOLVER_SHARE),
            TimeUnit.MILLISECONDS.toNanos(LEAST_SOLVER_MILLIS));
    private OptionalLong startNanos = OptionalLong.empty();

    /** Whether it must stop; as long as it need not, to ask is a sign of life. */
    boolean isUsedUp() {
      long now = nanoTime.getAsLong();
      if (startNanos.isEmpty()) {
        startNanos = OptionalLong.of(now);
      }
      boolean usedUp = now - startNanos.getAsLong() > mostNanos;
      if (!usedUp) {
        aliveNanos = now;
      }
      return usedUp;
    }
  }

  /**
   * Waits out the cycle, then until an event comes or a planned start is due, or for long enough.
   */
  private void sleepUntilDue(long startNanos) throws InterruptedException {
    long pauseMillis = pauseMillis();
    long cycleEndNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    lock.lockInterruptibly();
    try {
      while (!stopped) {
        long now = nanoTime.getAsLong();
        long toCycleEnd = cycleEndNanos - now;
        awaitsEvent = toCycleEnd <= 0;
        if (toCycleEnd <= 0 && (!events.isEmpty() || isPlanDue(now))) {
          return;
        }
        aliveNanos = now;
        long waitNanos = toCycleEnd > 0 ? toCycleEnd : TimeUnit.MILLISECONDS.toNanos(cycleMillis);
        // A wait is no silence, however long the cycle is: look up in between to say so.
        long signOfLifeNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis) / 2;
        long unused = changed.awaitNanos(Math.min(waitNanos, signOfLifeNanos));
      }
    } finally {
      awaitsEvent = false;
      lock.unlock();
    }
  }

  private boolean isPlanDue(long nowNanos) {
    Plan last = plan;
    if (isOutdated
        || failuresInARow > 0
        || last == null
        || nowNanos - lastPlanNanos >= TimeUnit.MILLISECONDS.toNanos(longestRestMillis)) {
      return true;
    }
    OptionalLong nextStart = last.nextStartMillis(last.madeAtMillis());
    return nextStart.isPresent() && nextStart.getAsLong() <= clock.millis();
  }

  private long pauseMillis() {
    int failures = failuresInARow;
    if (failures == 0) {
      return Math.max(cycleMillis, Math.min(MOST_CYCLES_TO_REST * cycleMillis, fairPauseMillis()));
    }
    if (failures < FAILURES_UNTIL_OUT_OF_CHARGE) {
      return Math.min(cycleMillis, RETRY_MILLIS);
    }
    long doublings = Math.min(20, failures - FAILURES_UNTIL_OUT_OF_CHARGE);
    return Math.max(cycleMillis, Math.min(LONGEST_BACK_OFF_MILLIS, cycleMillis << doublings));
  }

  /** From turn to turn, so that planning takes no more of the machine than it may. */
  private long fairPauseMillis() {
    return TimeUnit.NANOSECONDS.toMillis((long) (turnNanos / (MOST_OF_THE_MACHINE * processors)));
  }
}
