package org.foresight.yarn;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A predictor that threads of YARN's may ask: of one that hangs, or fails, nothing is known, and
 * the ResourceManager goes on. While an answer is still outstanding nobody waits for the next one.
 * Learning is passed on as it is, for it has a thread of its own. Thread-safe.
 */
final class PromptPredictor implements RuntimePredictor {
  private static final Logger LOG = LoggerFactory.getLogger(PromptPredictor.class);

  /** A prediction takes a fraction of a millisecond; most pauses of a JVM are shorter than this. */
  private static final long PATIENCE_MILLIS = 500;

  private static final long IDLE_SECONDS = 10;

  private final RuntimePredictor predictor;
  private final long patienceMillis;
  private final ThreadPoolExecutor asker;

  /** The question whose answer did not come in time. */
  private volatile @Nullable Question late;

  PromptPredictor(RuntimePredictor predictor) {
    this(predictor, PATIENCE_MILLIS);
  }

  /**
   * @param patienceMillis how long an answer may take
   */
  PromptPredictor(RuntimePredictor predictor, long patienceMillis) {
    this.predictor = predictor;
    this.patienceMillis = patienceMillis;
    this.asker =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> DaemonThreads.create("foresight-prediction", task));
    asker.allowCoreThreadTimeOut(true); // Submissions may be rare.
  }

  /** From now on nothing is known of any job. */
  void stop() {
    asker.shutdownNow();
  }

  private final class Question {
    private final JobFeatures features;
    private volatile boolean isOver;

    Question(JobFeatures features) {
      this.features = features;
    }

    Optional<JobEstimate> ask() {
      try {
        return predictor.predict(features);
      } finally {
        isOver = true;
      }
    }
  }

  @Override
  public String name() {
    return predictor.name();
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    Question before = late;
    if ((before != null && !before.isOver) || asker.isShutdown()) {
      return Optional.empty();
    }
    Question question = new Question(features);
    try {
      Future<Optional<JobEstimate>> answer = asker.submit(question::ask);
      return answer.get(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      late = question;
      LOG.error(
          "The predictor has not answered for {} ms; until it does, nothing is known of jobs that"
              + " are submitted.",
          patienceMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException | Error e) {
      // Such as one that says that there is no memory for a thread.
      SafeLog.error(LOG, "The predictor has failed; nothing is known of a job.", e);
    }
    return Optional.empty();
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    predictor.learn(features, outcome, given);
  }
}
