package org.foresight.cli.simulate;

import com.google.errorprone.annotations.Immutable;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What runs are compared by. */
enum Figure {
  SLO_MISS_RATE("sloMissRate", "missed deadlines", "%", 100, RunJson::sloMissRate),
  GOODPUT("goodputHours", "goodput", "task-h", 1, RunJson::goodputHours),
  BE_MEAN_LATENCY("beMeanLatencySeconds", "BE mean latency", RunJson::beMeanLatencySeconds),
  MEAN_JCT("meanJctSeconds", "mean JCT", RunJson::meanJctSeconds),
  P50_JCT("p50JctSeconds", "p50 JCT", RunJson::p50JctSeconds),
  P90_JCT("p90JctSeconds", "p90 JCT", RunJson::p90JctSeconds),
  P99_JCT("p99JctSeconds", "p99 JCT", RunJson::p99JctSeconds),
  SHORT_P50_JCT("shortP50JctSeconds", "short jobs' p50 JCT", RunJson::shortP50JctSeconds),
  SHORT_P90_JCT("shortP90JctSeconds", "short jobs' p90 JCT", RunJson::shortP90JctSeconds),
  SHORT_P99_JCT("shortP99JctSeconds", "short jobs' p99 JCT", RunJson::shortP99JctSeconds),
  LONG_P50_JCT("longP50JctSeconds", "long jobs' p50 JCT", RunJson::longP50JctSeconds),
  LONG_P99_JCT("longP99JctSeconds", "long jobs' p99 JCT", RunJson::longP99JctSeconds),
  MEAN_SLOWDOWN("meanSlowdown", "mean slowdown", "", 1, RunJson::meanSlowdown),
  TASK_EVENTS("taskEvents", "task events", "", 1, run -> (double) run.taskEvents()),
  CPU("cpuSeconds", "CPU time", "s", 1, RunJson::cpuSeconds);

  /** Finds the value in a run. */
  @Immutable
  @FunctionalInterface
  private interface Value {
    @Nullable Double in(RunJson run);
  }

  private final String key;
  private final String name;
  private final String unit;
  private final double scale;
  private final Value value;

  /** A time in seconds. */
  Figure(String key, String name, Value value) {
    this(key, name, "s", 1, value);
  }

  /**
   * A figure.
   *
   * @param scale what a value is multiplied by for people
   */
  Figure(String key, String name, String unit, double scale, Value value) {
    this.key = key;
    this.name = name;
    this.unit = unit;
    this.scale = scale;
    this.value = value;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Its name for people, without its unit. */
  String shortTitle() {
    return name;
  }

  /** Its name for people, with its unit. */
  String title() {
    return unit.isEmpty() ? name : name + " (" + unit + ")";
  }

  /** Its value in a run; empty where no job defines it. */
  OptionalDouble of(RunJson run) {
    Double found = value.in(run);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }

  /** What a value is multiplied by for people. */
  double scale() {
    return scale;
  }

  /** A value for people, in the unit of the title, with about three digits; counts are whole. */
  String text(double figure) {
    return this == TASK_EVENTS
        ? String.format(Locale.ROOT, "%.0f", figure)
        : digits(figure * scale);
  }

  /** A number with about three digits. */
  static String digits(double number) {
    double size = Math.abs(number);
    String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, number);
  }
}
