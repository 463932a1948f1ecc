package org.foresight.traces.generators;

/**
 * How the jobs of a {@code cov} workload vary over time, from one run of a recurring job to the
 * next, and over space, from one task of a job to the next (SLearn §4.1).
 *
 * <p>Immutable.
 *
 * @param name name of the workload
 * @param jobs number of jobs unless another one is asked for
 * @param mostStages largest number of stages of a job: 1, or jobs have {@link
 *     CovTraces#FEWEST_STAGES} to so many, each number equally likely
 * @param timeCov CoV of the mean task runtime of the runs of a recurring job
 * @param change which recurring jobs have changed since their history, and how
 * @param spaceCovMedian median, over the stages, of the CoV of the tasks of a run
 * @param spaceCovSpread standard deviation of the logarithm of that CoV
 * @param widths how many tasks stages have
 * @param thinSeconds mean task runtimes of stages of one or two tasks
 * @param wideSeconds mean task runtimes of the others
 * @param runs mean number of runs of a recurring job in the workload
 * @param historyRuns number of runs of each recurring job before it
 * @param gapSquaredCov squared CoV of the gaps between arrivals, at least 1
 * @param load offered load
 */
record CovTrace(
    String name,
    long jobs,
    int mostStages,
    double timeCov,
    Change change,
    double spaceCovMedian,
    double spaceCovSpread,
    Widths widths,
    Seconds thinSeconds,
    Seconds wideSeconds,
    double runs,
    int historyRuns,
    double gapSquaredCov,
    double load) {

  /** Largest CoV. */
  static final double MAX_COV = 100.0;

  private static final double LARGEST_FACTOR = 1e6;

  /**
   * Recurring jobs that run for another time than they did in the history.
   *
   * @param share share of the recurring jobs that have changed
   * @param longerShare share of these that run longer than before; the others run shorter
   * @param largestFactor largest factor of a change; it is log-uniform from 1 on
   */
  record Change(double share, double longerShare, double largestFactor) {

    /** All are as ever. */
    static final Change NONE = new Change(0.0, 0.0, 1.0);

    Change {
      requireShare("share of changed jobs", share);
      requireShare("longerShare", longerShare);
      if (!(largestFactor >= 1.0 && largestFactor <= LARGEST_FACTOR)) {
        throw new IllegalArgumentException(
            "The largestFactor (" + largestFactor + ") must be in [1, " + LARGEST_FACTOR + "].");
      }
    }
  }

  /**
   * Numbers of tasks.
   *
   * @param thinShare share of the stages of one or two tasks
   * @param narrowShare share of those of exactly four
   * @param fewestWide fewest tasks of the others; they are log-uniform up to {@link
   *     CovTraces#MAX_WIDTH}
   */
  record Widths(double thinShare, double narrowShare, int fewestWide) {
    Widths {
      requireShare("thinShare", thinShare);
      requireShare("narrowShare", narrowShare);
      requireShare("sum of thinShare and narrowShare", thinShare + narrowShare);
      if (fewestWide < 1 || fewestWide > CovTraces.MAX_WIDTH) {
        throw new IllegalArgumentException(
            "The fewestWide (" + fewestWide + ") must be in [1, " + CovTraces.MAX_WIDTH + "].");
      }
    }
  }

  /** A log-uniform range of mean task runtimes, in seconds. */
  record Seconds(double min, double max) {
    Seconds {
      if (!(min >= 0.001 && max > min && max <= 1e7)) {
        throw new IllegalArgumentException(
            "The min ("
                + min
                + ") of a range of seconds must be at least 0.001 and below its max ("
                + max
                + "), which is at most 1e7.");
      }
    }
  }

  CovTrace {
    requireCov("CoV over time", timeCov);
    requireCov("CoV over space", spaceCovMedian);
    if (jobs < 1 || (mostStages != 1 && mostStages < CovTraces.FEWEST_STAGES)) {
      throw new IllegalArgumentException(
          "The jobs ("
              + jobs
              + ") must be positive and the mostStages ("
              + mostStages
              + ") 1 or at least "
              + CovTraces.FEWEST_STAGES
              + ".");
    }
    if (!(runs > 0.0) || historyRuns < 0 || !(gapSquaredCov >= 1.0)) {
      throw new IllegalArgumentException(
          "The runs ("
              + runs
              + ") must be positive, the historyRuns ("
              + historyRuns
              + ") not negative and the gapSquaredCov ("
              + gapSquaredCov
              + ") at least 1.");
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
