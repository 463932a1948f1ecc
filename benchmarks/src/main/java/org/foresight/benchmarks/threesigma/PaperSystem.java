package org.foresight.benchmarks.threesigma;

/** The schedulers that the paper compares (table 1, §6.2). */
enum PaperSystem {
  THREE_SIGMA("threesigma", "3Sigma", true),
  POINT_PERF_EST("pointperfest", "PointPerfEst", false),
  POINT_REAL_EST("pointrealest", "PointRealEst", true),
  PRIO("prio", "Prio", false),

  /** Not the paper's: jobs lose their priority with their deadline. */
  PRIO_DEMOTING("prio-demoting", "Prio, late jobs demoted", false),
  NO_DIST("threesigma-nodist", "3SigmaNoDist", true),
  NO_OE("threesigma-nooe", "3SigmaNoOE", true),
  NO_ADAPT("threesigma-noadapt", "3SigmaNoAdapt", true);

  private final String policy;
  private final String title;
  private final boolean estimates;

  PaperSystem(String policy, String title, boolean estimates) {
    this.policy = policy;
    this.title = title;
    this.estimates = estimates;
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
    return estimates;
  }
}
