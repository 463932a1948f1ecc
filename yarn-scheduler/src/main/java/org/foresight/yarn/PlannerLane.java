package org.foresight.yarn;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiFunction;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The planner of some queues, through changes of how to plan. A new planner takes over when it has
 * made its first plan; until then the plan of the one before it stays in force, so that no job is
 * let go that both would hold. A new planner that never gets so far changes nothing.
 *
 * <p>Thread-safe. Its lock is held for moments only, and nothing of YARN's is called under it. The
 * listener is told by one planner at a time. One that hangs while it tells is given up: it is
 * stopped, and whatever it still tells does not count ({@link PlannerThread.Listener}).
 */
final class PlannerLane {

  /** Makes a planner that tells the listener of its plans. */
  @FunctionalInterface
  interface Maker extends BiFunction<Planning, PlannerThread.Listener, Planner> {}

  private static final Logger LOG = LoggerFactory.getLogger(PlannerLane.class);

  /** How long a planner may be silent until it is replaced, at first and at most. */
  static final long FIRST_PATIENCE_MILLIS = 10_000;

  static final long LONGEST_PATIENCE_MILLIS = 600_000;

  /** Threads that never end take memory, and perhaps a processor each. */
  static final int MOST_STUCK = 4;

  private final Maker maker;
  private final PlannerThread.Listener listener;
  private final Submissions submissions;
  private final PlannerObserver observer;
  private final Object lock = new Object();

  /** The one that counts; null before the first. Written under the lock. */
  private volatile @Nullable Planner current;

  /** The one that is to follow it, if any. Written under the lock. */
  private volatile @Nullable Planner successor;

  /** The one that tells the listener now: its successor waits until it has. Under the lock. */
  private @Nullable PlannerThread teller;

  /** Those that were stopped because they hung; of the thread that watches. */
  private final Set<PlannerThread> replaced = new HashSet<>();

  /** Of the thread that watches. */
  private long patienceMillis = FIRST_PATIENCE_MILLIS;

  /**
   * @param maker makes planners
   * @param listener is told of the plans of the planner that counts
   * @param submissions the jobs that a new planner has to be told of
   * @param observer is told of planners that are replaced
   */
  PlannerLane(
      Maker maker,
      PlannerThread.Listener listener,
      Submissions submissions,
      PlannerObserver observer) {
    this.maker = maker;
    this.listener = listener;
    this.submissions = submissions;
    this.observer = observer;
  }

  /**
   * Makes a planner, for {@link #use}; nothing changes yet.
   *
   * @return null if the one that is there plans just so
   */
  @Nullable Planner make(Planning planning) {
    Planner latest = latest();
    if (latest != null && latest.planning().equals(planning)) {
      return null;
    }
    return maker.apply(planning, this::planned);
  }

  /** Starts a planner, and lets it take over once it has a plan. */
  void use(Planner planner) {
    synchronized (lock) {
      stop(successor);
      if (current == null) {
        current = planner;
        successor = null;
      } else {
        successor = planner;
      }
    }
    tellOfAllJobs(planner.thread());
    planner.thread().start();
  }

  /** Of whom it is not told here it will be told as of what happens from now on. */
  private void tellOfAllJobs(PlannerThread thread) {
    for (ClusterEvent.JobSubmitted submitted : submissions.all()) {
      thread.tell(submitted);
      if (submissions.of(submitted.jobId()) == null) {
        // It has ended meanwhile, and the planner may have heard of its end before its submission.
        thread.tell(new ClusterEvent.JobFinished(submitted.atMillis(), submitted.jobId(), false));
      }
    }
  }

  private void planned(PlannerThread planner, ClusterSnapshot snapshot, Plan plan) {
    if (!begins(planner)) {
      return;
    }
    try {
      listener.planned(planner, snapshot, plan);
    } finally {
      synchronized (lock) {
        hasTold(planner);
      }
    }
  }

  /**
   * Whether this planner is to tell of its plan. One that was replaced just now may be telling
   * still, and has told before its successor does.
   */
  private boolean begins(PlannerThread planner) {
    synchronized (lock) {
      while (teller != null) {
        try {
          lock.wait();
        } catch (InterruptedException e) { // It is stopped.
          Thread.currentThread().interrupt();
          return false;
        }
      }
      if (!counts(planner)) {
        return false;
      }
      teller = planner;
      return true;
    }
  }

  /** Whoever waits until this planner has told goes on. Under the lock. */
  private void hasTold(PlannerThread planner) {
    if (teller == planner) { // Else it was given up.
      teller = null;
      lock.notifyAll();
    }
  }

  /** Whether this planner counts, now that it has a plan. Under the lock. */
  private boolean counts(PlannerThread planner) {
    if (thread(successor) == planner) {
      Planner former = current;
      current = successor;
      successor = null;
      stop(former);
    }
    return thread(current) == planner;
  }

  /** Tells what happened. */
  void tell(ClusterEvent event) {
    PlannerThread now = thread(current);
    PlannerThread next = thread(successor);
    if (now != null) {
      now.tell(event);
    }
    if (next != null && next != now) { // It may take over just now.
      next.tell(event);
    }
  }

  private static @Nullable PlannerThread thread(@Nullable Planner planner) {
    return planner == null ? null : planner.thread();
  }

  /** The planner that counts; null if there is none. */
  @Nullable Planner planner() {
    return current;
  }

  /** Whether dispatch goes by a plan. */
  boolean isInCharge() {
    PlannerThread asked = thread(current);
    boolean answer = asked != null && asked.isInCharge();
    PlannerThread now = thread(current);
    // One that was replaced just now is in charge of nothing any more; its successor is.
    return asked == now ? answer : now != null && now.isInCharge();
  }

  /** Replaces the latest planner if it hangs. One thread calls this now and then. */
  void watch() {
    replaced.removeIf(thread -> !thread.isStuck());
    Planner latest = latest();
    if (latest == null) {
      return;
    }
    PlannerThread thread = latest.thread();
    long longestSilenceMillis = Math.max(patienceMillis, latest.planning().timeoutMillis());
    if (hasGivenUpTeller(thread, longestSilenceMillis)) {
      return; // The one that waited for it goes on now.
    }
    long silentMillis = thread.silentMillis();
    if (!thread.hasLostEvents() && silentMillis < longestSilenceMillis) {
      if (thread.hasPlanned()) {
        patienceMillis = FIRST_PATIENCE_MILLIS;
      }
    } else if (replaced.size() < MOST_STUCK) {
      LOG.error(
          "The planner ({}) {}; another one is made.",
          latest.planning().policy(),
          thread.hasLostEvents()
              ? "has too much to catch up with"
              : "has been silent for " + silentMillis + " ms");
      patienceMillis = Math.min(2 * patienceMillis, LONGEST_PATIENCE_MILLIS);
      replace(latest, silentMillis >= longestSilenceMillis);
    }
  }

  /** Gives the one up that tells the listener, if it hangs and is not the latest one itself. */
  private boolean hasGivenUpTeller(PlannerThread latest, long longestSilenceMillis) {
    PlannerThread hanging;
    synchronized (lock) {
      hanging = teller;
      if (hanging == null || hanging == latest || hanging.silentMillis() < longestSilenceMillis) {
        return false;
      }
      hanging.stop();
      hasTold(hanging);
    }
    LOG.error("A planner hangs while it tells of its plan; another one's counts from now on.");
    replaced.add(hanging);
    return true;
  }

  private @Nullable Planner latest() {
    synchronized (lock) {
      return successor != null ? successor : current;
    }
  }

  private void replace(Planner hanging, boolean isSilent) {
    Planner next = maker.apply(hanging.planning(), this::planned);
    synchronized (lock) {
      if (thread(latest()) != hanging.thread()) {
        return; // Another one was asked for just now, or none.
      }
      successor = next;
      stop(hanging);
      if (isSilent) {
        hasTold(hanging.thread());
      }
    }
    replaced.add(hanging.thread());
    observer.replaced();
    tellOfAllJobs(next.thread());
    next.thread().start();
  }

  /** Ends all its planners; another one may follow. */
  void stop() {
    synchronized (lock) {
      stop(current);
      stop(successor);
      current = null;
      successor = null;
    }
  }

  private static void stop(@Nullable Planner planner) {
    PlannerThread thread = thread(planner);
    if (thread != null) {
      thread.stop();
    }
  }
}
