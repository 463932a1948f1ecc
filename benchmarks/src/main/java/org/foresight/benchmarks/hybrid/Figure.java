package org.foresight.benchmarks.hybrid;

/** A figure of a run; the names are those in the files of runs. */
enum Figure {
  SHORT_P50("short p50 (s)"),
  SHORT_P90("short p90 (s)"),
  SHORT_P99("short p99 (s)"),
  LONG_P50("long p50 (s)"),
  LONG_P90("long p90 (s)"),
  LONG_P99("long p99 (s)"),
  SHORT_SLOWDOWN_P50("short slowdown p50"),
  SHORT_SLOWDOWN_P90("short slowdown p90"),
  SHORT_SLOWDOWN_P99("short slowdown p99"),
  LONG_SLOWDOWN_P50("long slowdown p50"),
  LONG_SLOWDOWN_P90("long slowdown p90"),
  LONG_SLOWDOWN_P99("long slowdown p99"),
  /** Mean use of the nodes from the first submission to the last. */
  UTILIZATION("utilisation (%)"),
  UNFINISHED("jobs not ended"),
  QUEUED_BEHIND_LONG("short tasks queued behind long ones"),
  STARTED_BEHIND_LONG("short tasks started after that"),
  LONG_RESERVED("long tasks in the short partition"),
  TASKS("tasks"),
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
