package org.foresight.yarn;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns from every job once, whatever number of planners there are, in a thread of its own:
 * neither YARN nor a planner ever waits for it. What it fails to learn is reported and lost.
 *
 * <p>Thread-safe: any thread may tell events.
 */
final class Learning {
  private static final Logger LOG = LoggerFactory.getLogger(Learning.class);

  private static final long LONGEST_WAIT_SECONDS = 10;

  /**
   * For how long events are gathered before they are learned from: to wake a thread for each of
   * tens of thousands a second would take more than to learn.
   */
  private static final long GATHER_MILLIS = 20;

  private static final int MOST_REPORTS = 10;
  private static final long REPORTS_PERIOD_MILLIS = 60_000;

  /** More than wait if the worker does not hang; else they would fill the memory. */
  static final int MOST_EVENTS = 200_000;

  /** What a job taught that ran to success. */
  record Lesson(JobOutcome outcome, Optional<JobEstimate> given) {}

  /** Follows jobs through their lives; called by the thread that learns. */
  interface Follower {
    /** A job was submitted of which all will be seen. */
    void submitted(ClusterEvent.JobSubmitted submitted);

    /** A job has ended; {@code lesson} is empty if it taught nothing. */
    void finished(ClusterEvent.JobFinished finished, Optional<Lesson> lesson);

    /** Some of what happened was lost: of no job that lives all will have been seen. */
    void lostSight();
  }

  private final Supplier<OutcomeRecorder> newRecorder;
  private final Follower follower;
  private final ScheduledThreadPoolExecutor worker;
  private final ConcurrentLinkedQueue<Runnable> steps = new ConcurrentLinkedQueue<>();
  private final AtomicInteger stepCount = new AtomicInteger();
  private final AtomicBoolean isGathering = new AtomicBoolean();
  private final AtomicLong lostEvents = new AtomicLong();
  private volatile boolean isGivenUp;

  /** Of the worker. */
  private OutcomeRecorder recorder;

  /** How many lost events the worker knows of; of the worker. */
  private long knownLost;

  /** What the event that is being learned from taught; of the worker. */
  private @Nullable Lesson lesson;

  /** Of the worker. */
  private final LineBudget reports;

  /**
   * @param history is told of every lesson
   * @param follower is told of jobs
   * @param threads makes the thread that learns, more than once if it had nothing to do for long
   * @param nanoTime measures durations
   */
  Learning(
      RuntimePredictor predictor,
      OutcomeRecorder.Listener history,
      Follower follower,
      ThreadFactory threads,
      LongSupplier nanoTime) {
    this.reports = new LineBudget(nanoTime, MOST_REPORTS, REPORTS_PERIOD_MILLIS);
    this.newRecorder =
        () ->
            new OutcomeRecorder(
                predictor,
                (features, outcome, given) -> learned(history, features, outcome, given));
    this.recorder = newRecorder.get();
    this.follower = follower;
    this.worker =
        new ScheduledThreadPoolExecutor(
            1, threads, new ThreadPoolExecutor.DiscardPolicy()); // After the end nothing counts.
    worker.setKeepAliveTime(1, TimeUnit.MINUTES);
    worker.allowCoreThreadTimeOut(true); // No thread while there is nothing to learn.
  }

  /** Tells what happened; never blocks. After {@link #stop} it counts for nothing. */
  void tell(ClusterEvent event) {
    add(() -> learn(event));
  }

  /** Does something once all is learned that was told before. */
  void afterwards(Runnable step) {
    add(step);
  }

  private void add(Runnable step) {
    if (worker.isShutdown()) {
      return;
    }
    if (stepCount.incrementAndGet() > MOST_EVENTS) {
      stepCount.decrementAndGet();
      if (lostEvents.getAndIncrement() == 0) {
        LOG.error("Learning does not catch up with what happens; it misses some of it.");
      }
    } else {
      steps.add(step);
    }
    gather(); // Even if this one is lost: it may be that no thread could be started for the others.
  }

  private void gather() {
    if (isGathering.getAndSet(true)) {
      return;
    }
    try {
      ScheduledFuture<?> unused =
          worker.schedule(this::doSteps, GATHER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (Throwable noThread) {
      worker.getQueue().clear(); // It keeps what it has no thread for, each time anew.
      isGathering.set(false); // Whoever comes next tries again.
      throw noThread;
    }
  }

  private void doSteps() {
    isGathering.set(false); // First: what comes while the last one is looked for is gathered anew.
    while (!isGivenUp) {
      Runnable step = steps.poll();
      if (step == null) {
        return;
      }
      stepCount.decrementAndGet();
      try {
        step.run();
      } catch (Throwable failure) {
        report("Foresight could not follow what happens.", failure);
      }
    }
  }

  /** How many events could not be told because too many waited. */
  long lostEvents() {
    return lostEvents.get();
  }

  /** Learns what it was told of, unless that takes too long, and then ends. */
  void stop() {
    try {
      worker.execute(this::doSteps); // Who gathers may not have come to say so.
    } catch (Throwable noThread) {
      worker.getQueue().clear(); // Nobody would do it.
      SafeLog.error(LOG, "What the last jobs taught could not be learned.", noThread);
    }
    worker.shutdown();
    try {
      if (!worker.awaitTermination(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("What the last jobs taught could not be learned in time.");
        giveUp();
      }
    } catch (InterruptedException e) {
      giveUp();
      Thread.currentThread().interrupt();
    }
  }

  /** Another ResourceManager may have the history by now: what is being done is the last of it. */
  private void giveUp() {
    isGivenUp = true;
    worker.shutdownNow();
  }

  /** Whether it has been stopped, and nothing is being learned any more. */
  boolean hasEnded() {
    return worker.isTerminated();
  }

  private void learned(
      OutcomeRecorder.Listener history,
      JobFeatures features,
      JobOutcome outcome,
      Optional<JobEstimate> given) {
    lesson = new Lesson(outcome, given);
    history.learned(features, outcome, given);
  }

  private void learn(ClusterEvent event) {
    lesson = null;
    try {
      startAnewIfEventsWereLost();
      try {
        recorder.onEvent(event);
      } finally {
        follow(event); // Even if nothing could be learned.
      }
    } catch (Throwable failure) {
      report(
          "Foresight could not learn from {}.",
          AuditLine.escaped(ShortText.ofSentences(event.toString())),
          failure);
    }
  }

  private void report(String format, Object... arguments) {
    if (reports.take()) {
      SafeLog.error(LOG, format, arguments);
    } else {
      LOG.debug(format, arguments);
    }
  }

  /**
   * Jobs of which something was lost would teach what is wrong, and if it was their end, they would
   * be kept for ever.
   */
  private void startAnewIfEventsWereLost() {
    long lost = lostEvents.get();
    if (lost != knownLost) {
      knownLost = lost;
      recorder = newRecorder.get();
      follower.lostSight();
    }
  }

  private void follow(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      follower.submitted(submitted);
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      follower.finished(finished, Optional.ofNullable(lesson));
    }
  }
}
