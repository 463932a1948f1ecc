package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.foresight.predictor.Counts;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/**
 * Sums up the repetitions of a demo: missed deadlines are pooled over all seeds (Wilson's interval;
 * for the ratio of two rates Katz's, on the logarithm), the other figures are compared seed by seed
 * (Student's interval of the mean ratio).
 */
final class DemoSummary {
  /** What an interval needs. */
  private static final int LEAST_RATIOS = 2;

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
      lines.add(ratio(who, "goodput", repeats, i, run -> OptionalDouble.of(run.goodputHours())));
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
        "%s (%s) missed %d of %s%s",
        first.scheduler().title(),
        first.mode(),
        missed,
        Counts.of(jobs, "deadline"),
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
      Function<RunMetrics, OptionalDouble> figure) {
    double[] ratios =
        repeats.stream()
            .flatMapToDouble(
                runs ->
                    ratio(
                        figure.apply(runs.get(scheduler).metrics()),
                        figure.apply(runs.get(0).metrics()))
                        .stream())
            .toArray();
    return ratios.length < LEAST_RATIOS
        ? "ratio of " + name + ", " + who + ": too few seeds define it"
        : text(who, name, Intervals.meanOfPositive(ratios)) + ofSeeds(ratios, repeats);
  }

  /** Empty where a run did not define the figure, or the first one had none of it. */
  private static OptionalDouble ratio(OptionalDouble second, OptionalDouble first) {
    return second.isPresent() && first.orElse(0) > 0
        ? OptionalDouble.of(second.getAsDouble() / first.getAsDouble())
        : OptionalDouble.empty();
  }

  private static String ofSeeds(double[] ratios, ImmutableList<ImmutableList<DemoRun>> repeats) {
    return ratios.length == repeats.size()
        ? ""
        : ", of " + ratios.length + " seeds alone that define it";
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
      ToIntFunction<RunMetrics> figure) {
    return repeats.stream()
        .mapToInt(runs -> figure.applyAsInt(runs.get(scheduler).metrics()))
        .sum();
  }
}
