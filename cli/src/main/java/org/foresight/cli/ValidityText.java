package org.foresight.cli;

import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foresight.cli.support.TextTable;
import org.foresight.testbed.Latency;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/** How far the simulator is off, for people. */
final class ValidityText {

  private ValidityText() {}

  /** Both runs of a scheduler side by side, narrow enough for a terminal of 80 characters. */
  static List<String> table(DemoValidity validity) {
    List<String> figures = new ArrayList<>(List.of(validity.run().scheduler().title()));
    List<String> real = new ArrayList<>(List.of("YARN"));
    List<String> simulated = new ArrayList<>(List.of("simulator"));
    List<String> differences = new ArrayList<>(List.of("difference"));
    List<String> varied = new ArrayList<>(List.of("varied"));
    for (ValidityFigure figure : ValidityFigure.values()) {
      figures.add(figure.title());
      real.add(figure.text(validity.real()));
      simulated.add(figure.text(validity.simulated()));
      differences.add(difference(figure, validity));
      varied.add(figure.range(validity.varied()));
    }
    return TextTable.lines(List.of(figures, real, simulated, differences, varied));
  }

  /** What was measured on YARN and told to the simulator, and how it was varied. */
  static List<String> latencies(YarnLatencies latencies) {
    return List.of(
        "YARN's own work, in real time: " + text("until a job asks", latencies.ask()) + ",",
        text("until a container is launched", latencies.launch()) + ",",
        text("a container beyond its task", latencies.overhead()) + ",",
        text("until a job knows of an end", latencies.report()) + ".",
        String.format(
            Locale.ROOT,
            "Varied: %d more simulations, in which jobs ask up to %d ms earlier or later.",
            DemoValidity.VARIATIONS_MILLIS.size(),
            Collections.max(DemoValidity.VARIATIONS_MILLIS)));
  }

  private static String text(String name, Latency latency) {
    return String.format(
        Locale.ROOT,
        "%s %.0f ms (p90 %.0f, %d measured)",
        name,
        latency.meanMillis(),
        latency.p90Millis(),
        latency.count());
  }

  /**
   * The mean differences over all seeds with Student's intervals, of every scheduler that was
   * compared at two seeds or more.
   *
   * @param all the comparisons of all seeds
   */
  static List<String> summary(List<DemoValidity> all) {
    List<String> lines = new ArrayList<>();
    Multimaps.index(all, validity -> validity.run().scheduler())
        .asMap()
        .forEach(
            (scheduler, seeds) -> {
              if (seeds.size() > 1) {
                lines.add("Simulator against " + scheduler.title() + ":");
                for (ValidityFigure figure : ValidityFigure.values()) {
                  lines.add(meanDifference(figure, seeds));
                }
              }
            });
    return lines;
  }

  private static String difference(ValidityFigure figure, DemoValidity validity) {
    OptionalDouble difference = figure.difference(validity.real(), validity.simulated());
    return difference.isPresent()
        ? String.format(Locale.ROOT, "%+.1f %s", difference.getAsDouble(), figure.differenceUnit())
        : ValidityFigure.NONE;
  }

  private static String meanDifference(ValidityFigure figure, Collection<DemoValidity> seeds) {
    double[] differences =
        seeds.stream()
            .map(seed -> figure.difference(seed.real(), seed.simulated()))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    if (differences.length < 2) {
      return "  " + figure.title() + ": too few seeds define it";
    }
    Interval mean = Intervals.mean(differences);
    return String.format(
        Locale.ROOT,
        "  %s %+.1f %s (%+.1f to %+.1f)",
        figure.title(),
        mean.value(),
        figure.differenceUnit(),
        mean.low(),
        mean.high());
  }
}
