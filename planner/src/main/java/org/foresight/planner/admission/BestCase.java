package org.foresight.planner.admission;

import java.util.Optional;
import java.util.OptionalDouble;
import org.foresight.predictor.JobEstimate;

/**
 * How a job would fare if it were alone: its tasks start at once, as many together as there are or
 * as its queue may ever hold, on nodes that suit it.
 */
public final class BestCase {

  /**
   * From this probability of missing its deadline on a job is certain to miss it. In other words,
   * if the tenth percentile of its earliest end lies past the deadline.
   */
  public static final double CERTAIN = 0.9;

  /** Of fewer runs nobody can say what happens once in ten. */
  private static final long FEWEST_RUNS = 10;

  private BestCase() {}

  /**
   * The probability that the job misses its deadline even so; empty if too little is known of it.
   *
   * @param estimate what is known of it
   * @param tasksAtOnce how many of its tasks the queue may hold at once, and rather too many than
   *     too few; none if that is unknown too
   */
  public static OptionalDouble missProbability(
      Optional<JobEstimate> estimate, long tasksAtOnce, long nowMillis, long deadlineMillis) {
    if (estimate.isEmpty() || estimate.get().basis().samples() < FEWEST_RUNS || tasksAtOnce <= 0) {
      return OptionalDouble.empty();
    }
    int tasks = (int) Math.max(1, Math.round(estimate.get().meanWidth()));
    int parallelism = (int) Math.min(tasks, tasksAtOnce);
    return OptionalDouble.of(
        estimate.get().runtime(tasks, parallelism).survival((double) deadlineMillis - nowMillis));
  }
}
