package org.foresight.predictor.posterior;

/**
 * The numbers behind a {@link TaskSpread}, in the form in which means of them make sense.
 *
 * @param logVariance variance of the logarithm of the runtimes of tasks
 * @param logFirstWave ln(mean of the first tasks / mean of all)
 * @param squaredError squared number of deviations by which history is off
 */
record SpreadMeans(double logVariance, double logFirstWave, double squaredError) {

  /** What is known of more jobs than these counts as so many of these. */
  static final double GENERAL_JOBS = 3.0;

  static final SpreadMeans USUAL =
      new SpreadMeans(
          TaskTimes.logVariance(TaskSpread.USUAL.cov()),
          Math.log(TaskSpread.USUAL.firstWave()),
          1.0 / TaskSpread.USUAL.priorTrust());

  /** A history that was better than it said is believed as it is: luck is no promise. */
  TaskSpread toSpread() {
    return new TaskSpread(
        Math.sqrt(Math.expm1(logVariance)),
        Math.exp(logFirstWave),
        1.0 / Math.max(1.0, squaredError));
  }
}
