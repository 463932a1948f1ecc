package org.foresight.benchmarks.threesigma;

/** The schedulers that the paper compares (table 1, §6.2), and ours. */
enum PaperSystem {
  THREE_SIGMA("threesigma", "3Sigma", Runtimes.PREDICTED),
  POINT_PERF_EST("pointperfest", "PointPerfEst", Runtimes.KNOWN),
  POINT_REAL_EST("pointrealest", "PointRealEst", Runtimes.PREDICTED),
  PRIO("prio", "Prio", Runtimes.NONE),

  /** Not the paper's: jobs lose their priority with their deadline. */
  PRIO_DEMOTING("prio-demoting", "Prio, late jobs demoted", Runtimes.NONE),
  NO_DIST("threesigma-nodist", "3SigmaNoDist", Runtimes.PREDICTED),
  NO_OE("threesigma-nooe", "3SigmaNoOE", Runtimes.PREDICTED),
  NO_ADAPT("threesigma-noadapt", "3SigmaNoAdapt", Runtimes.PREDICTED),

  /** Not the paper's: the composite policy. */
  FORESIGHT("foresight", "foresight", Runtimes.PREDICTED);

  /** What a system goes by. */
  private enum Runtimes {
    PREDICTED,
    KNOWN,
    /** None: it does not plan. */
    NONE
  }

  private final String policy;
  private final String title;
  private final Runtimes runtimes;

  PaperSystem(String policy, String title, Runtimes runtimes) {
    this.policy = policy;
    this.title = title;
    this.runtimes = runtimes;
  }

  /** Name of its policy, by which records know it too. */
  String policy() {
    return policy;
  }

  /** Its name in the paper. */
  String title() {
    return title;
  }

  /** Whether it asks how long jobs run, rather than knowing it or not caring. */
  boolean needsEstimates() {
    return runtimes == Runtimes.PREDICTED;
  }

  /** Whether it plans, by runtimes of one kind or another. */
  boolean plans() {
    return runtimes != Runtimes.NONE;
  }
}
