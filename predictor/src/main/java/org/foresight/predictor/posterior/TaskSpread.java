package org.foresight.predictor.posterior;

/**
 * How the tasks of one stage differ, and how far history can be trusted.
 *
 * @param cov coefficient of variation of the runtimes within a job, at least 0
 * @param firstWave mean runtime of the tasks that start first (the pilots) / mean of all tasks of
 *     the stage: 1 if the first ones are as all are, above 1 if they pay for warming up
 * @param priorTrust how much of the prior's precision to believe, in (0, 1]: the prior's variance
 *     on the logarithm is divided by it
 */
public record TaskSpread(double cov, double firstWave, double priorTrust) {

  /**
   * Before anything is learned. The spread is about the median of the stages of TPC-H on Spark
   * (0.56), of which there are figures; history is believed.
   */
  public static final TaskSpread USUAL = new TaskSpread(0.5, 1.0, 1.0);

  /** SLearn's usual sampling ratio (§5.1.2). */
  private static final double PILOT_RATIO = 0.03;

  public TaskSpread {
    // Written so that NaN fails too.
    if (!(cov >= 0.0 && cov < Double.POSITIVE_INFINITY)
        || !(firstWave > 0.0 && firstWave < Double.POSITIVE_INFINITY)
        || !(priorTrust > 0.0 && priorTrust <= 1.0)) {
      throw new IllegalArgumentException(
          "A task spread needs a finite cov ("
              + cov
              + ") of at least 0, a finite firstWave ("
              + firstWave
              + ") above 0 and a priorTrust ("
              + priorTrust
              + ") in (0, 1].");
    }
  }

  /** How many pilots a stage has of which nobody says it: max(1, 3 %) of its tasks. */
  static int usualPilots(int width) {
    return Math.max(1, (int) (PILOT_RATIO * width));
  }

  /**
   * The same when more tasks than the pilots have finished: their mean then is off by less, and not
   * at all when all have. The other tasks are taken to run so that the mean of all is what it is.
   *
   * @param finished how many tasks have ended well
   * @param width number of tasks of the stage, at least 1
   */
  public TaskSpread after(int finished, int width) {
    if (finished < 0 || width < 1) {
      throw new IllegalArgumentException(
          "The finished tasks ("
              + finished
              + ") must be at least 0, and the width ("
              + width
              + ") of their stage at least 1.");
    }
    if (finished >= width) {
      return new TaskSpread(cov, 1.0, priorTrust);
    }
    int pilots = usualPilots(width);
    if (finished <= pilots) {
      return this;
    }
    // The pilots cannot have taken more than all.
    double pilotsPart = Math.min(firstWave * pilots, width);
    double othersMean = (width - pilotsPart) / (width - pilots);
    double ratio = (pilotsPart + (finished - pilots) * othersMean) / finished;
    return new TaskSpread(cov, ratio, priorTrust);
  }
}
