package org.foresight.yarn;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.predictor.Counts;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.posterior.SpreadLearner;
import org.foresight.predictor.posterior.TaskSpreads;
import org.foresight.predictor.store.HistoryFencedException;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.HistoryStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ResourceManager has learned: a predictor, how the tasks of jobs differ, and the storage
 * that both outlive a restart in. Storage that can't be read or written never costs the scheduler
 * anything: it is reported and tried again, and learning goes on in memory.
 *
 * <p>All work on the storage is done in a thread of its own. Thread-safe.
 */
final class History implements OutcomeRecorder.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(History.class);

  private static final long FLUSH_MILLIS = 10_000;
  private static final long LONGEST_BACK_OFF_MILLIS = 600_000;

  /** How long a start waits for what was learned, and a stop for what is to be written. */
  private static final long LONGEST_WAIT_SECONDS = 30;

  private final ReplaceablePredictor predictor;
  private final Supplier<RuntimePredictor> newPredictor;

  /** Another one takes its place once that one has learned what there is to learn. */
  private volatile SpreadLearner spreads = new SpreadLearner();

  private final @Nullable HistoryStorage storage;
  private final HistorySettings settings;
  private final ScheduledThreadPoolExecutor worker;

  /** Guards the five fields that follow. */
  private final Object lock = new Object();

  /** Null until the storage has been read. */
  private @Nullable HistoryStore store;

  /** What was learned before the storage had been read. */
  private final Deque<Learned> early = new ArrayDeque<>();

  /** Whether a flush is on its way that is not the regular one. */
  private boolean isFlushing;

  private boolean isStarted;

  private boolean isClosed;

  /** Of the worker. */
  private int failuresInARow;

  /** How many records the last flush knew to be lost; of the worker. */
  private long reportedDropped;

  private record Learned(HistoryRecord finished, Optional<JobEstimate> given) {}

  private History(
      Supplier<RuntimePredictor> newPredictor,
      @Nullable HistoryStorage storage,
      HistorySettings settings) {
    this.newPredictor = newPredictor;
    this.predictor = new ReplaceablePredictor(newPredictor.get());
    this.storage = storage;
    this.settings = settings;
    this.worker =
        new ScheduledThreadPoolExecutor(1, task -> DaemonThreads.create("foresight-history", task));
  }

  /**
   * A history that ends with the process.
   *
   * @param newPredictor makes predictors that know nothing
   */
  static History inMemory(Supplier<RuntimePredictor> newPredictor) {
    return new History(newPredictor, null, HistorySettings.of("nobody"));
  }

  /**
   * A history that is kept.
   *
   * @param newPredictor makes predictors that know nothing
   * @param owner who keeps it, other than any other ResourceManager
   */
  static History in(Supplier<RuntimePredictor> newPredictor, HistoryStorage storage, String owner) {
    return new History(newPredictor, storage, HistorySettings.of(owner));
  }

  /**
   * Takes the history over from whoever wrote it before, and learns it; returns when that is done,
   * has failed or takes too long, and then it goes on in the background. Not for a ResourceManager
   * that is on standby. Once is enough: it goes on while every queue is off.
   */
  void start() {
    synchronized (lock) {
      if (isStarted) {
        return; // A second writer, if of the same history, would fence the first one.
      }
      isStarted = true;
    }
    HistoryStorage kept = storage;
    if (kept == null) {
      return;
    }
    Future<?> opening;
    try {
      opening = worker.submit(() -> open(kept));
    } catch (Throwable noThread) {
      synchronized (lock) {
        isStarted = false; // Nobody reads it; the next start tries again.
      }
      throw noThread;
    }
    if (!await(opening)) {
      LOG.warn(
          "The history in {} takes long to read; until then jobs are planned without it.",
          kept.location());
    }
  }

  RuntimePredictor predictor() {
    return predictor;
  }

  /** How the tasks of jobs differ, as far as that is known when it is asked. */
  TaskSpreads spreads() {
    return (features, stage) -> spreads.spread(features, stage);
  }

  /** How well the predictor's answers did; empty where it does not say. */
  Optional<PredictionScore> score() {
    return predictor.score();
  }

  @Override
  public void learned(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    HistoryRecord finished = new HistoryRecord(features, outcome);
    synchronized (lock) {
      if (store == null) {
        predictor.learn(features, outcome, given);
        spreads.learn(features, outcome);
        keepEarly(new Learned(finished, given));
        return;
      }
      store.learn(finished, given);
      if (store.isFlushDue() && !isFlushing && !isClosed) {
        isFlushing = true;
        worker.execute(this::flushEarly);
      }
    }
  }

  /** Under the lock. */
  private void keepEarly(Learned learned) {
    if (storage != null && !isClosed) {
      early.add(learned);
      if (early.size() > settings.maxUnwrittenRecords()) {
        early.remove();
      }
    }
  }

  /** Writes what is unwritten, and lets the storage go. */
  @Override
  public void close() {
    synchronized (lock) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    if (storage != null && !await(worker.submit(this::closeStore))) {
      LOG.error(
          "The history in {} could not be written in time; the last jobs may be missing.",
          storage.location());
    }
    worker.shutdownNow();
  }

  private void open(HistoryStorage kept) {
    try {
      RuntimePredictor fresh = newPredictor.get();
      HistoryStore opened =
          HistoryStore.open(kept, fresh, settings, problem -> LOG.warn("{}", problem.message()));
      LOG.info(
          "Learned {} from {}, {} of them from a checkpoint.",
          Counts.of(opened.recordsLearned(), "finished job"),
          kept.location(),
          opened.recordsRestored());
      boolean isTooLate;
      synchronized (lock) {
        early.forEach(learned -> opened.learn(learned.finished(), learned.given()));
        early.clear();
        store = opened;
        predictor.become(fresh);
        spreads = opened.spreads();
        isTooLate = isClosed;
      }
      if (isTooLate) {
        opened.close(); // Nobody waits for it any more, and another one may want it.
      }
      failuresInARow = 0;
      again(this::flushRegularly);
    } catch (IOException | RuntimeException | Error e) {
      failed("read", e);
      again(() -> open(kept));
    }
  }

  private void flushRegularly() {
    if (flush()) {
      again(this::flushRegularly);
    }
  }

  private void flushEarly() {
    synchronized (lock) {
      isFlushing = false;
    }
    // After a failure the regular flush tries again, when it is time.
    if (failuresInARow == 0) {
      flush();
    }
  }

  /** Returns whether it makes sense to flush again. */
  private boolean flush() {
    HistoryStore opened = opened();
    if (opened == null) {
      return false;
    }
    try {
      opened.flush();
      failuresInARow = 0;
    } catch (HistoryFencedException e) {
      LOG.warn("{} What is learned here from now on is not kept.", e.getMessage());
      return false;
    } catch (IOException | RuntimeException | Error e) {
      failed("written", e); // A checkpoint may be too large; the records are there.
    }
    long dropped = opened.recordsDropped();
    if (dropped > reportedDropped) {
      LOG.error("{} finished jobs will never be in the history: too many wait.", dropped);
      reportedDropped = dropped;
    }
    return true;
  }

  private void closeStore() {
    HistoryStore opened = opened();
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.error("The history could not be written; the last jobs are missing.", e);
    }
  }

  private @Nullable HistoryStore opened() {
    synchronized (lock) {
      return store;
    }
  }

  private void failed(String what, Throwable e) {
    failuresInARow++;
    if (failuresInARow == 1) {
      LOG.error("The history could not be {}; learning in memory, and trying again.", what, e);
    } else {
      LOG.warn("The history could still not be {}: {}", what, e.toString());
    }
  }

  private void again(Runnable task) {
    synchronized (lock) {
      if (!isClosed) {
        long doublings = Math.min(failuresInARow, 10);
        Future<?> unused = // It reports its failures by itself.
            worker.schedule(
                task,
                Math.min(FLUSH_MILLIS << doublings, LONGEST_BACK_OFF_MILLIS),
                TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Returns whether it ended in time. */
  private static boolean await(Future<?> task) {
    try {
      task.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      LOG.error("The history failed.", e.getCause()); // An error, such as too little memory.
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
