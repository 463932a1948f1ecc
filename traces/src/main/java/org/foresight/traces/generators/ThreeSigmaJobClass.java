package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.random.RandomGenerator;
import org.foresight.traces.Draws;

/**
 * A class of jobs of the 3Sigma workloads: one cluster of the k-means clustering by runtime that
 * the paper (§5) derives its workload from.
 *
 * <p>Immutable.
 *
 * @param share share of the jobs whose program belongs to this class
 * @param medianSeconds median of the log-normal task runtime
 * @param runtimeCov its coefficient of variation
 * @param widths distribution of the number of tasks
 * @param programs who submits these jobs under which name, equally likely
 */
record ThreeSigmaJobClass(
    double share,
    double medianSeconds,
    double runtimeCov,
    ImmutableList<WidthBand> widths,
    ImmutableList<Program> programs) {

  ThreeSigmaJobClass {
    Draws.requireProbabilities(
        "widths of the class of " + medianSeconds + " s", widths, WidthBand::probability);
    if (ImmutableSet.copyOf(programs).size() != programs.size() || programs.isEmpty()) {
      throw new IllegalArgumentException("The programs (" + programs + ") must be distinct.");
    }
    if (!(medianSeconds > ThreeSigmaJobClasses.MIN_SECONDS
        && medianSeconds < ThreeSigmaJobClasses.MAX_SECONDS)) {
      throw new IllegalArgumentException(
          "The medianSeconds ("
              + medianSeconds
              + ") must be between "
              + ThreeSigmaJobClasses.MIN_SECONDS
              + " and "
              + ThreeSigmaJobClasses.MAX_SECONDS
              + ".");
    }
  }

  double drawSeconds(RandomGenerator random) {
    double seconds;
    do {
      seconds = Draws.logNormal(random, medianSeconds, runtimeCov);
    } while (seconds < ThreeSigmaJobClasses.MIN_SECONDS
        || seconds > ThreeSigmaJobClasses.MAX_SECONDS);
    return seconds;
  }

  int drawWidth(RandomGenerator random) {
    return Draws.pick(random, widths, WidthBand::probability).draw(random);
  }

  /**
   * A range of widths, each equally likely.
   *
   * @param probability probability that a job's width is in the range
   * @param min smallest number of tasks, at least 1
   * @param max largest number of tasks
   */
  record WidthBand(double probability, int min, int max) {
    WidthBand {
      if (min < 1 || max < min) {
        throw new IllegalArgumentException(
            "The min (" + min + ") must be at least 1 and at most the max (" + max + ").");
      }
    }

    int draw(RandomGenerator random) {
      return random.nextInt(min, max + 1);
    }
  }

  /**
   * What runs again and again.
   *
   * @param user who submits it
   * @param name its name, without the counter that every submission has
   */
  record Program(String user, String name) {}
}
