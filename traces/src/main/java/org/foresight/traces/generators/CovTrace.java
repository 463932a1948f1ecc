package org.foresight.traces.generators;

/**
 * How the jobs of a {@code cov} workload vary over time, from one run of a recurring job to the
 * next, and over space, from one task of a job to the next (SLearn §4.1).
 *
 * <p>Immutable.
 *
 * @param name name of the workload
 * @param timeCov CoV of the mean task runtime of the runs of a steady recurring job
 * @param volatileShare share of the recurring jobs that are not steady: the mean task runtime of
 *     every run is drawn anew from all runtimes
 * @param spaceCovMedian median, over the recurring jobs, of the CoV of the tasks of a run
 * @param spaceCovSpread standard deviation of the logarithm of that CoV
 * @param thinShare share of the recurring jobs of one or two tasks
 * @param minSeconds shortest mean task runtime; it is log-uniform up to the longest
 * @param maxSeconds longest mean task runtime
 * @param runs mean number of runs of a recurring job in the workload
 * @param historyRuns number of runs of each recurring job before it
 * @param load offered load
 */
record CovTrace(
    String name,
    double timeCov,
    double volatileShare,
    double spaceCovMedian,
    double spaceCovSpread,
    double thinShare,
    double minSeconds,
    double maxSeconds,
    double runs,
    int historyRuns,
    double load) {

  /** Largest CoV. */
  static final double MAX_COV = 100.0;

  CovTrace {
    requireCov("CoV over time", timeCov);
    requireCov("CoV over space", spaceCovMedian);
    requireShare("volatileShare", volatileShare);
    requireShare("thinShare", thinShare);
    if (!(minSeconds >= 0.001 && maxSeconds > minSeconds && maxSeconds <= 1e7)) {
      throw new IllegalArgumentException(
          "The minSeconds ("
              + minSeconds
              + ") must be at least 0.001 and below the maxSeconds ("
              + maxSeconds
              + ").");
    }
    if (!(runs > 0.0) || historyRuns < 0) {
      throw new IllegalArgumentException(
          "The runs ("
              + runs
              + ") must be positive and the historyRuns ("
              + historyRuns
              + ") not negative.");
    }
  }

  private static void requireCov(String what, double value) {
    if (!(value >= 0.0 && value <= MAX_COV)) {
      throw new IllegalArgumentException(
          "The " + what + " (" + value + ") must be between 0 and " + MAX_COV + ".");
    }
  }

  private static void requireShare(String what, double value) {
    if (!(value >= 0.0 && value <= 1.0)) {
      throw new IllegalArgumentException("The " + what + " (" + value + ") must be in [0, 1].");
    }
  }
}
