package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/**
 * Sums up the repetitions of a demo: missed deadlines are pooled over all seeds (Wilson's interval;
 * for the ratio of two rates Katz's, on the logarithm), the other figures are compared seed by seed
 * (Student's interval of the mean ratio).
 */
final class DemoSummary {
  private DemoSummary() {}

  /**
   * Lines for people.
   *
   * @param repeats the runs of every seed, in the same order of schedulers each
   */
  static List<String> lines(ImmutableList<ImmutableList<DemoRun>> repeats) {
    List<String> lines = new ArrayList<>();
    int schedulers = repeats.get(0).size();
    for (int i = 0; i < schedulers; i++) {
      lines.add(missed(repeats, i));
    }
    if (schedulers == 2) {
      lines.add(ratioOfMisses(repeats));
      lines.add(ratio("goodput", repeats, RunMetrics::goodputHours));
      lines.add(ratio("BE mean latency", repeats, RunMetrics::beMeanLatencySeconds));
      lines.add(ratio("BE p90 latency", repeats, RunMetrics::beP90LatencySeconds));
      lines.add(ratio("mean JCT", repeats, RunMetrics::meanJctSeconds));
    }
    return lines;
  }

  private static String missed(ImmutableList<ImmutableList<DemoRun>> repeats, int scheduler) {
    DemoRun first = repeats.get(0).get(scheduler);
    int missed = sum(repeats, scheduler, RunMetrics::sloMissed);
    int jobs = sum(repeats, scheduler, RunMetrics::sloJobs);
    String interval = "";
    if (jobs > 0) {
      Interval rate = Intervals.rate(missed, jobs);
      interval =
          String.format(
              Locale.ROOT,
              " (%.1f %%, %.1f to %.1f)",
              100 * rate.value(),
              100 * rate.low(),
              100 * rate.high());
    }
    return String.format(
        Locale.ROOT,
        "%s (%s) missed %d of %d deadlines%s",
        first.scheduler().title(),
        first.mode(),
        missed,
        jobs,
        interval);
  }

  private static String ratioOfMisses(ImmutableList<ImmutableList<DemoRun>> repeats) {
    return Intervals.ratioOfRates(
            sum(repeats, 0, RunMetrics::sloMissed),
            sum(repeats, 0, RunMetrics::sloJobs),
            sum(repeats, 1, RunMetrics::sloMissed),
            sum(repeats, 1, RunMetrics::sloJobs))
        .map(ratio -> text("missed deadlines", ratio))
        .orElse("ratio of missed deadlines: no ratio with none missed");
  }

  private static String ratio(
      String name,
      ImmutableList<ImmutableList<DemoRun>> repeats,
      ToDoubleFunction<RunMetrics> figure) {
    double[] ratios =
        repeats.stream()
            .mapToDouble(
                runs ->
                    figure.applyAsDouble(runs.get(1).metrics())
                        / figure.applyAsDouble(runs.get(0).metrics()))
            .toArray();
    return text(name, Intervals.meanOfPositive(ratios));
  }

  private static String text(String name, Interval ratio) {
    return String.format(
        Locale.ROOT,
        "ratio of %s, second to first: %.2f (%.2f to %.2f)",
        name,
        ratio.value(),
        ratio.low(),
        ratio.high());
  }

  private static int sum(
      ImmutableList<ImmutableList<DemoRun>> repeats,
      int scheduler,
      ToDoubleFunction<RunMetrics> figure) {
    return (int)
        repeats.stream()
            .mapToDouble(runs -> figure.applyAsDouble(runs.get(scheduler).metrics()))
            .sum();
  }
}
