package org.foresight.benchmarks.slearn;

/** A figure of a run; the names are those in the files of runs. */
enum Figure {
  MEAN("JCT mean (s)"),
  P50("JCT p50 (s)"),
  P90("JCT p90 (s)"),
  P99("JCT p99 (s)"),
  /** Mean over the jobs of JCT ÷ the time that the job takes alone on an endless cluster. */
  SLOWDOWN("slowdown"),
  UNFINISHED("jobs not ended"),
  SAMPLING_P50("error of sampling, P50 (%)"),
  SAMPLING_P90("error of sampling, P90 (%)"),
  SAMPLING_QUEUE("right queue by sampling (%)"),
  HISTORY_P50("error of history, P50 (%)"),
  HISTORY_P90("error of history, P90 (%)"),
  HISTORY_QUEUE("right queue by history (%)"),
  POSTERIOR_P50("error of the posterior, P50 (%)"),
  POSTERIOR_P90("error of the posterior, P90 (%)"),
  POSTERIOR_QUEUE("right queue by the posterior (%)"),
  CPU_SECONDS("CPU (s)");

  private final String title;

  Figure(String title) {
    this.title = title;
  }

  /** With its unit. */
  String title() {
    return title;
  }
}
