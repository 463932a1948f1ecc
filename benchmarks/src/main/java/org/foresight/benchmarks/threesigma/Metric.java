package org.foresight.benchmarks.threesigma;

import com.google.errorprone.annotations.Immutable;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A figure of a run. */
enum Metric {
  MISS_PERCENT("SLO miss (%)", 1, run -> percent(run.sloMissed(), run.sloJobs())),
  SLO_MISSES("SLO misses", 1, run -> (double) run.sloMissed()),
  SLO_GOODPUT("SLO goodput (node-h)", 0, RunRecord::sloGoodputHours),
  BE_GOODPUT("BE goodput (node-h)", 0, RunRecord::beGoodputHours),
  GOODPUT("goodput (node-h)", 0, run -> run.sloGoodputHours() + run.beGoodputHours()),
  BE_LATENCY("BE latency (s)", 0, RunRecord::beMeanLatencySeconds),
  BE_CLAIRVOYANT("BE latency of a clairvoyant order (s)", 0, RunRecord::beClairvoyantSeconds),
  BE_ENDED("BE jobs ended", 0, run -> (double) run.beEnded()),
  PREEMPTIONS("tasks stopped", 0, run -> (double) run.preemptions()),
  LOST_WORK("work lost (node-h)", 1, RunRecord::lostWorkHours),
  PLANS("plans", 0, run -> (double) run.plans()),
  MEAN_GAP("mean gap (%)", 2, RunRecord::meanGapPercent),
  LARGEST_GAP("largest gap (%)", 1, RunRecord::largestGapPercent),
  OFF_BY_TWO_PERCENT("off by 2 or more (%)", 1, run -> percent(run.offByTwo(), run.estimated())),
  CPU_SECONDS("CPU (s)", 1, RunRecord::cpuSeconds);

  /** How the figure is computed; null where no job defines it. */
  @Immutable
  @FunctionalInterface
  private interface Value {
    @Nullable Double of(RunRecord run);
  }

  private final String title;
  private final int decimals;
  private final Value figure;

  Metric(String title, int decimals, Value figure) {
    this.title = title;
    this.decimals = decimals;
    this.figure = figure;
  }

  /** With its unit. */
  String title() {
    return title;
  }

  /** With how many decimals it is printed. */
  int decimals() {
    return decimals;
  }

  /** The largest value there can be. */
  double largest() {
    return switch (this) {
      case MISS_PERCENT, MEAN_GAP, LARGEST_GAP, OFF_BY_TWO_PERCENT -> 100.0;
      case SLO_MISSES,
          SLO_GOODPUT,
          BE_GOODPUT,
          GOODPUT,
          BE_LATENCY,
          BE_CLAIRVOYANT,
          BE_ENDED,
          PREEMPTIONS,
          LOST_WORK,
          PLANS,
          CPU_SECONDS ->
          Double.POSITIVE_INFINITY;
    };
  }

  /** Of a run; empty where no job defines it. */
  OptionalDouble of(RunRecord run) {
    Double value = figure.of(run);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static @Nullable Double percent(long part, long all) {
    return all == 0 ? null : 100.0 * part / all;
  }
}
