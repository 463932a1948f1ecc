package org.foresight.cli;

import com.google.errorprone.annotations.Immutable;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foresight.traces.SimulationMetrics;

/** What the simulator is compared with a real YARN by. */
enum ValidityFigure {
  SLO_MISS_RATE("missed deadlines", "%", 100, SimulationMetrics::sloMissRate),
  GOODPUT("goodput", "task-h", 1, m -> OptionalDouble.of(m.goodputHours())),
  BE_MEAN_LATENCY("BE mean latency", "min", 1.0 / 60, m -> m.bestEffort().meanSeconds()),
  BE_P90_LATENCY("BE p90 latency", "min", 1.0 / 60, m -> m.bestEffort().p90Seconds()),
  MEAN_JCT("mean JCT", "min", 1.0 / 60, m -> m.all().meanSeconds()),
  P50_JCT("p50 JCT", "min", 1.0 / 60, m -> m.all().p50Seconds());

  /** Finds the value in a run; empty where no job defines it. */
  @Immutable
  @FunctionalInterface
  private interface Value {
    OptionalDouble in(SimulationMetrics metrics);
  }

  /** What stands in place of a value for people. */
  static final String NONE = "-";

  private final String title;
  private final String unit;
  private final double scale;
  private final Value value;

  /**
   * A figure.
   *
   * @param scale what a value is multiplied by for people
   */
  ValidityFigure(String title, String unit, double scale, Value value) {
    this.title = title;
    this.unit = unit;
    this.scale = scale;
    this.value = value;
  }

  String title() {
    return title;
  }

  /** Whether it is a rate, whose difference says more than its ratio. */
  private boolean isRate() {
    return this == SLO_MISS_RATE;
  }

  /** Empty where no job defines it. */
  OptionalDouble of(SimulationMetrics metrics) {
    return value.in(metrics);
  }

  /** The value for people. */
  String text(SimulationMetrics metrics) {
    OptionalDouble found = of(metrics);
    return found.isPresent()
        ? String.format(Locale.ROOT, "%.1f %s", scale * found.getAsDouble(), unit)
        : NONE;
  }

  /** The least and the greatest value for people, without its unit. */
  String range(List<SimulationMetrics> all) {
    DoubleSummaryStatistics values =
        all.stream().map(this::of).flatMapToDouble(OptionalDouble::stream).summaryStatistics();
    if (values.getCount() == 0) {
      return NONE;
    }
    return String.format(
        Locale.ROOT, "%.1f to %.1f", scale * values.getMin(), scale * values.getMax());
  }

  /**
   * How far the simulator is off: percentage points of a rate, else per cent of the real value;
   * empty where that is 0, or no job defines one of both.
   */
  OptionalDouble difference(SimulationMetrics real, SimulationMetrics simulated) {
    if (of(simulated).isEmpty() || of(real).isEmpty()) {
      return OptionalDouble.empty();
    }
    double whole = of(real).getAsDouble();
    double difference = of(simulated).getAsDouble() - whole;
    if (isRate()) {
      return OptionalDouble.of(100 * difference);
    }
    return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of(100 * difference / whole);
  }

  /** The unit of {@link #difference}. */
  String differenceUnit() {
    return isRate() ? "points" : "%";
  }
}
