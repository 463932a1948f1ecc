package org.foresight.predictor;

import java.util.Optional;

/**
 * How the runtimes of the tasks of a stage of a finished job differed, and what history had said of
 * them: from this it is learned how far its first tasks and its history tell what a stage is like.
 *
 * @param cov the coefficient of variation of the runtimes, at least 0
 * @param firstTasks how many of the tasks that started first are looked at by themselves: as many
 *     as are its pilots, at least 1
 * @param firstMeanMillis the mean runtime of these, at least 0
 * @param foreseen what history had said when the job was submitted; empty if it did not know
 */
public record TaskVariation(
    double cov, int firstTasks, double firstMeanMillis, Optional<Foreseen> foreseen) {

  /**
   * What history had said of the stage's mean task runtime.
   *
   * @param medianMillis its median, at least 0
   * @param logVariance the variance of its logarithm around that of the median, at least 0
   */
  public record Foreseen(double medianMillis, double logVariance) {

    public Foreseen {
      if (!isAmount(medianMillis) || !isAmount(logVariance)) {
        throw new IllegalArgumentException(
            "What history had said needs a finite medianMillis ("
                + medianMillis
                + ") and a finite logVariance ("
                + logVariance
                + ") of at least 0.");
      }
    }

    /** What a distribution says. */
    static Foreseen of(RuntimeDistribution history) {
      double medianMillis = history.quantile(0.5);
      double logMedian = LogGrid.log(medianMillis);
      return new Foreseen(
          medianMillis, history.expectation(millis -> square(LogGrid.log(millis) - logMedian)));
    }

    private static double square(double value) {
      return value * value;
    }
  }

  public TaskVariation {
    if (!isAmount(cov) || !isAmount(firstMeanMillis) || firstTasks < 1) {
      throw new IllegalArgumentException(
          "A task variation needs a finite cov ("
              + cov
              + ") and a finite firstMeanMillis ("
              + firstMeanMillis
              + ") of at least 0, and firstTasks ("
              + firstTasks
              + ") of at least 1.");
    }
  }

  /**
   * The same with what a history had said.
   *
   * @param given its distribution of the stage's mean task runtime; empty if it did not know
   */
  public static TaskVariation of(
      double cov, int firstTasks, double firstMeanMillis, Optional<RuntimeDistribution> given) {
    return new TaskVariation(cov, firstTasks, firstMeanMillis, given.map(Foreseen::of));
  }

  /** Finite, and not negative. */
  public static boolean isAmount(double value) {
    return value >= 0.0 && value < Double.POSITIVE_INFINITY; // Not for NaN either.
  }
}
