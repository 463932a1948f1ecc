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
    for (int i = 1; i < schedulers; i++) {
      String who = schedulers == 2 ? "second to first" : other(repeats, i) + " to the first";
      lines.add(ratioOfMisses(who, repeats, i));
      lines.add(ratio(who, "goodput", repeats, i, RunMetrics::goodputHours));
      lines.add(ratio(who, "BE mean latency", repeats, i, RunMetrics::beMeanLatencySeconds));
      lines.add(ratio(who, "BE p90 latency", repeats, i, RunMetrics::beP90LatencySeconds));
      lines.add(ratio(who, "mean JCT", repeats, i, RunMetrics::meanJctSeconds));
    }
    return lines;
  }

  private static String other(ImmutableList<ImmutableList<DemoRun>> repeats, int scheduler) {
    return repeats.get(0).get(scheduler).scheduler().title();
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

  private static String ratioOfMisses(
      String who, ImmutableList<ImmutableList<DemoRun>> repeats, int scheduler) {
    return Intervals.ratioOfRates(
            sum(repeats, 0, RunMetrics::sloMissed),
            sum(repeats, 0, RunMetrics::sloJobs),
            sum(repeats, scheduler, RunMetrics::sloMissed),
            sum(repeats, scheduler, RunMetrics::sloJobs))
        .map(ratio -> text(who, "missed deadlines", ratio))
        .orElse("ratio of missed deadlines: no ratio with none missed");
  }

  private static String ratio(
      String who,
      String name,
      ImmutableList<ImmutableList<DemoRun>> repeats,
      int scheduler,
      ToDoubleFunction<RunMetrics> figure) {
    double[] ratios =
        repeats.stream()
            .mapToDouble(
                runs ->
                    figure.applyAsDouble(runs.get(scheduler).metrics())
                        / figure.applyAsDouble(runs.get(0).metrics()))
            .toArray();
    return text(who, name, Intervals.meanOfPositive(ratios));
  }

  private static String text(String who, String name, Interval ratio) {
    return String.format(
        Locale.ROOT,
        "ratio of %s, %s: %.2f (%.2f to %.2f)",
        name,
        who,
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
