package org.foresight.yarn;

import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

  /** What a job taught that ran to success. */
  record Lesson(JobOutcome outcome, Optional<JobEstimate> given) {}

  /** Follows jobs through their lives; called by the thread that learns. */
  interface Follower {
    /** A job was submitted of which all will be seen. */
    void submitted(ClusterEvent.JobSubmitted submitted);

    /** A job has ended; {@code lesson} is empty if it taught nothing. */
    void finished(ClusterEvent.JobFinished finished, Optional<Lesson> lesson);
  }

  private final OutcomeRecorder recorder;
  private final Follower follower;
  private final ThreadPoolExecutor worker;

  /** What the event that is being learned from taught; of the worker. */
  private @Nullable Lesson lesson;

  /** Of the worker. */
  private int failuresInARow;

  Learning(RuntimePredictor predictor, OutcomeRecorder.Listener history, Follower follower) {
    this.recorder =
        new OutcomeRecorder(
            predictor, (features, outcome, given) -> learned(history, features, outcome, given));
    this.follower = follower;
    this.worker =
        new ThreadPoolExecutor(
            0, // No thread while there is nothing to learn.
            1,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "foresight-learning");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy()); // Of what comes after the end.
  }

  /** Tells what happened; never blocks. After {@link #stop} it counts for nothing. */
  void tell(ClusterEvent event) {
    worker.execute(() -> learn(event));
  }

  /** Does something, which must not throw, once all is learned that was told before. */
  void afterwards(Runnable step) {
    worker.execute(step);
  }

  /** Learns what it was told of, unless that takes too long, and then ends. */
  void stop() {
    worker.shutdown();
    try {
      if (!worker.awaitTermination(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("What the last jobs taught could not be learned in time.");
        worker.shutdownNow();
      }
    } catch (InterruptedException e) {
      worker.shutdownNow();
      Thread.currentThread().interrupt();
    }
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
      try {
        recorder.onEvent(event);
      } finally {
        follow(event); // Even if nothing could be learned.
      }
      failuresInARow = 0;
    } catch (Throwable failure) {
      failuresInARow++;
      if (failuresInARow == 1) {
        LOG.error("Foresight could not learn from {}.", event, failure);
      } else {
        LOG.debug("Foresight could still not learn from {}.", event, failure);
      }
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
