package org.foresight.predictor.evaluation;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimePredictor;

/**
 * Lets a predictor live through the past: of each job it is asked when the job is submitted,
 * knowing only those that had ended until then, and taught when it ends. Not thread-safe.
 */
public final class Replay {

  /** Ends of the same time come in the order of submission, so that a replay is deterministic. */
  private static final Comparator<Running> FIRST_TO_END =
      Comparator.comparingLong((Running running) -> running.job.endMillis())
          .thenComparingLong(running -> running.number);

  private final RuntimePredictor predictor;
  private final PriorityQueue<Running> running = new PriorityQueue<>(FIRST_TO_END);
  private long submitted;

  private record Running(long number, ReplayedJob job, Optional<JobEstimate> given) {}

  public Replay(RuntimePredictor predictor) {
    this.predictor = predictor;
  }

  /**
   * The next job is submitted; what has ended until then is taught before.
   *
   * @param job submitted no earlier than the one before
   * @return what the predictor answers
   */
  public Optional<JobEstimate> submit(ReplayedJob job) {
    teach(job.submitMillis());
    Optional<JobEstimate> given = predictor.predict(job.features());
    running.add(new Running(submitted++, job, given));
    return given;
  }

  /** Teaches what is still running. */
  public void finish() {
    teach(Long.MAX_VALUE);
  }

  private void teach(long untilMillis) {
    Running first = running.peek();
    while (first != null && first.job.endMillis() <= untilMillis) {
      running.remove();
      predictor.learn(first.job.features(), first.job.outcome(), first.given);
      first = running.peek();
    }
  }
}
