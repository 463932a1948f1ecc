package org.foresight.benchmarks.slearn;

/** What the paper compares (§5.1.3, §6), and ours. */
enum GsSystem {
  SLEARN("slearn", "SLearn", true),
  SLEARN_DAG("slearn-dag", "SLearn-DAG", true),
  THREE_SIGMA("gs-3sigma", "3Sigma", true),
  THREE_SIGMA_TL("gs-3sigma-tl", "3SigmaTL", true),
  POINT_EST("gs-point", "POINT-EST", true),
  LAS("gs-las", "LAS", false),
  FIFO("gs-fifo", "FIFO", false),
  ORACLE("gs-oracle", "ORACLE", false),

  /** Not the paper's: history and pilots together. */
  POSTERIOR("gs-posterior", "gs-posterior (ours)", true),

  /** No scheduler: what the estimates are worth, apart from any waiting. */
  ESTIMATES("estimates", "estimates", true);

  private final String policy;
  private final String title;
  private final boolean learns;

  GsSystem(String policy, String title, boolean learns) {
    this.policy = policy;
    this.title = title;
    this.learns = learns;
  }

  /** Name of its policy, by which records know it too. */
  String policy() {
    return policy;
  }

  /** Its name in the paper. */
  String title() {
    return title;
  }

  /** Whether history may matter to it. */
  boolean learns() {
    return learns;
  }
}
