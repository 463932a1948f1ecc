package org.foresight.kairosyarn;

import com.google.common.math.DoubleMath;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * How the paper's experiment is made to fit a machine of two cores.
 *
 * @param narrower how many times fewer tasks a job has
 * @param shorter how many times shorter its tasks are
 * @param heavyTailedJobs how many jobs a run of the heavy-tailed mix has
 * @param uniformJobs how many jobs a run of the uniform mix has
 * @param warmUpJobs how many tiny jobs run before anything is measured
 * @param suspendedSeconds for how long a JVM is suspended
 */
record Scale(
    int narrower,
    int shorter,
    int heavyTailedJobs,
    int uniformJobs,
    int warmUpJobs,
    int suspendedSeconds) {

  /** Cores of the node. */
  static final int CORES = 2;

  /** What the least of nodes takes beyond its cores under Kairos, Q in the paper. */
  static final int QUEUE_BOUND = 4;

  /**
   * What YARN is taken to add to each task: from the end of the task before it until its process
   * runs, and from its end until its application master knows. The page shows what it did add.
   */
  static final long OVERHEAD_MILLIS = 350;

  /** Runs of some six minutes; fifty jobs are the fewest of which one is long. */
  static final Scale FULL = new Scale(15, 40, 50, 80, 12, 120);

  /** For a first look: ends within some minutes, and says nothing. */
  static final Scale QUICK = new Scale(15, 200, 10, 10, 2, 5);

  private static final double SECOND_MILLIS = 1_000;

  /** W in the paper, and the shortest task that is to end within it. */
  private static final double PAPER_QUANTUM_SECONDS = 50;

  /** How many jobs a run of a mix has. */
  int jobs(Mix mix) {
    return switch (mix) {
      case HEAVY_TAILED -> heavyTailedJobs;
      case UNIFORM -> uniformJobs;
    };
  }

  int maps(Category category) {
    return scaled(category.maps());
  }

  int reduces(Category category) {
    return scaled(category.reduces());
  }

  private int scaled(int tasks) {
    return Math.max(1, DoubleMath.roundToInt((double) tasks / narrower, RoundingMode.HALF_UP));
  }

  /** Processor time that each task of a category needs. */
  long taskMillis(Category category) {
    return Math.round(category.taskSeconds() * SECOND_MILLIS / shorter);
  }

  /** For how long a job of a category holds cores, all its tasks together. */
  long heldMillis(Category category) {
    return (maps(category) + reduces(category)) * (taskMillis(category) + OVERHEAD_MILLIS);
  }

  /**
   * W: as much longer than the shortest task, with what YARN adds to it, as in the paper, so that
   * it ends within one quantum.
   */
  long quantumMillis() {
    return Math.round(
        PAPER_QUANTUM_SECONDS
            / Category.SMALL.taskSeconds()
            * (taskMillis(Category.SMALL) + OVERHEAD_MILLIS));
  }

  /** From which expected runtime of its tasks on a job of a mix is long to two-class preemption. */
  long cutoffMillis(Mix mix) {
    long longestShort =
        mix.categories().stream()
            .filter(category -> !mix.isLong(category))
            .mapToLong(this::taskMillis)
            .max()
            .orElseThrow();
    long shortestLong =
        mix.categories().stream()
            .filter(mix::isLong)
            .mapToLong(this::taskMillis)
            .min()
            .orElseThrow();
    return (longestShort + shortestLong) / 2 + OVERHEAD_MILLIS;
  }

  /** Of all that decides what a run of a mix is, but for its seed. */
  String describe(Mix mix) {
    StringBuilder text = new StringBuilder();
    for (Category category : mix.categories()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s %s %d+%d of %d ms; ",
              category.title(),
              mix.share(category),
              maps(category),
              reduces(category),
              taskMillis(category)));
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "%d jobs, load %.3f, overhead %d ms, %d to warm up",
                jobs(mix),
                mix.load(),
                OVERHEAD_MILLIS,
                warmUpJobs))
        .toString();
  }
}
