package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.random.RandomGenerator;

/**
 * A class of jobs of the {@code e2e} workload: jobs alike in runtime, width, users and names.
 *
 * <p>Immutable.
 *
 * @param name what kind of job this is
 * @param share share of the jobs that belong to this class
 * @param runtimes modes of the distribution of a job's task runtime; one, unless it is bimodal
 * @param minWidth smallest number of tasks
 * @param maxWidth largest number of tasks; every number between is equally likely
 * @param sources who submits these jobs and how they are named
 */
public record E2eJobClass(
    String name,
    double share,
    ImmutableList<RuntimeMode> runtimes,
    int minWidth,
    int maxWidth,
    ImmutableList<Source> sources) {

  /** Smallest task runtime of a job, in minutes of workload time; shorter draws are repeated. */
  public static final double MIN_MINUTES = 3.0;

  /** Largest task runtime of a job, in minutes of workload time; longer draws are repeated. */
  public static final double MAX_MINUTES = 25.0;

  public E2eJobClass {
    if (!(share > 0.0 && share <= 1.0)) {
      throw new IllegalArgumentException(
          "The share (" + share + ") of the job class (" + name + ") must be in (0, 1].");
    }
    if (minWidth < 1 || maxWidth < minWidth) {
      throw new IllegalArgumentException(
          "The minWidth ("
              + minWidth
              + ") of the job class ("
              + name
              + ") must be at least 1 and at most its maxWidth ("
              + maxWidth
              + ").");
    }
    Draws.requireProbabilities("runtimes of " + name, runtimes, RuntimeMode::probability);
    Draws.requireProbabilities("sources of " + name, sources, Source::probability);
  }

  /** Draws the task runtime of a job, in minutes of workload time. */
  double drawMinutes(RandomGenerator random) {
    RuntimeMode mode = Draws.pick(random, runtimes, RuntimeMode::probability);
    double minutes;
    do {
      minutes = Draws.logNormal(random, mode.medianMinutes(), mode.cov());
    } while (minutes < MIN_MINUTES || minutes > MAX_MINUTES);
    return minutes;
  }

  /**
   * A log-normal mode of a runtime distribution.
   *
   * @param probability probability that a job's runtime is drawn from this mode
   * @param medianMinutes median in minutes of workload time, inside the limits of the class so that
   *     a draw succeeds soon
   * @param cov coefficient of variation
   */
  public record RuntimeMode(double probability, double medianMinutes, double cov) {
    public RuntimeMode {
      if (!(medianMinutes >= MIN_MINUTES && medianMinutes <= MAX_MINUTES)) {
        throw new IllegalArgumentException(
            "The medianMinutes ("
                + medianMinutes
                + ") must be between "
                + MIN_MINUTES
                + " and "
                + MAX_MINUTES
                + ".");
      }
      if (!(cov > 0.0)) {
        throw new IllegalArgumentException("The cov (" + cov + ") must be positive.");
      }
    }
  }

  /**
   * A user and the jobs that the user names alike.
   *
   * @param probability share of the jobs of the class
   * @param user who submits them
   * @param namePattern name, in which {@code {date}} stands for a date and {@code {counter}} for a
   *     counter of six digits
   */
  public record Source(double probability, String user, String namePattern) {}
}
