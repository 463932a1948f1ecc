package org.foresight.planner.policy;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which part of a job's tasks are its pilots: SLearn's adaptive algorithm (§5.1.2, fig. 4). It
 * takes the ratio by which recent jobs ended soonest, measured by their own runtime, of 1 to 5 %.
 *
 * <p>The listing of the paper nests the branch that tries 5 % in that of a best ratio of 2 %, where
 * it can't be reached; its text wants it where 4 % is best, and so it is done here. A ratio that
 * has been tried once has a score of its own, and is compared like the others.
 *
 * <p>Not thread-safe.
 */
final class SamplingRatio {
  private static final int LEAST_PERCENT = 1;
  private static final int MOST_PERCENT = 5;
  private static final int[] FIRST_PERCENTS = {3, 2, 4};

  /** How much better a ratio must be than that of 3 % for the next one on its side to be tried. */
  private static final double CLEARLY_BETTER = 1.1;

  private final int recentJobs;
  private final Scores[] scores = new Scores[MOST_PERCENT + 1];
  private int jobs;

  /**
   * @param recentJobs how many jobs try each ratio at first, and by how many recent ones it is
   *     judged; the paper's T
   */
  SamplingRatio(int recentJobs) {
    this.recentJobs = recentJobs;
    for (int percent = LEAST_PERCENT; percent <= MOST_PERCENT; percent++) {
      scores[percent] = new Scores();
    }
  }

  /** The ratio for the next job, in percent. */
  int nextPercent() {
    int phase = jobs / recentJobs;
    if (phase < FIRST_PERCENTS.length) {
      jobs++;
      return FIRST_PERCENTS[phase];
    }
    int best = best();
    if (best == 2 && isUntried(1) && isClearlyBetter(2)) {
      return 1;
    }
    if (best == 4 && isUntried(5) && isClearlyBetter(4)) {
      return 5;
    }
    return best;
  }

  /**
   * A job has ended.
   *
   * @param percent its ratio
   * @param normalised the time from its submission to its end by its runtime
   */
  void ended(int percent, double normalised) {
    scores[percent].add(normalised);
  }

  private int best() {
    int best = 3;
    for (int percent = LEAST_PERCENT; percent <= MOST_PERCENT; percent++) {
      if (scores[percent].mean() < scores[best].mean()) {
        best = percent;
      }
    }
    return best;
  }

  private boolean isUntried(int percent) {
    return scores[percent].values.size() < recentJobs;
  }

  private boolean isClearlyBetter(int percent) {
    return CLEARLY_BETTER * scores[percent].mean() < scores[3].mean();
  }

  private final class Scores {
    private final Deque<Double> values = new ArrayDeque<>();
    private double sum;

    void add(double value) {
      values.add(value);
      sum += value;
      if (values.size() > recentJobs) {
        sum -= values.remove();
      }
    }

    /** Of a ratio without a score infinite. */
    double mean() {
      return values.isEmpty() ? Double.POSITIVE_INFINITY : sum / values.size();
    }
  }
}
