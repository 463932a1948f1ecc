package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;
import org.foresight.traces.RunMetrics;

/**
 * Sums up the repetitions of a demo: missed deadlines are pooled over all seeds (Wilson's interval;
 * for the ratio of two rates Katz's, on the logarithm), the other figures are compared seed by seed
 * (Student's interval of the mean ratio).
 */
final class DemoSummary {
  private static final double CONFIDENCE = 0.95;

  /** The normal quantile that belongs to the confidence. */
  private static final double Z = 1.959964;

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
      ConfidenceInterval wilson =
          new WilsonScoreInterval().createInterval(jobs, missed, CONFIDENCE);
      interval =
          String.format(
              Locale.ROOT,
              " (%.1f %%, %.1f to %.1f)",
              100.0 * missed / jobs,
              100 * wilson.getLowerBound(),
              100 * wilson.getUpperBound());
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
    double before = sum(repeats, 0, RunMetrics::sloMissed);
    double after = sum(repeats, 1, RunMetrics::sloMissed);
    double jobs = sum(repeats, 0, RunMetrics::sloJobs);
    if (before == 0 || after == 0) {
      return "ratio of missed deadlines: no ratio with none missed";
    }
    double ratio = after / before;
    double deviation = Math.sqrt(1 / after + 1 / before - 2 / jobs);
    return text(
        "missed deadlines",
        ratio,
        ratio * Math.exp(-Z * deviation),
        ratio * Math.exp(Z * deviation));
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
    double mean = StatUtils.mean(ratios);
    double half =
        new TDistribution(ratios.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
            * Math.sqrt(StatUtils.variance(ratios) / ratios.length);
    return text(name, mean, mean - half, mean + half);
  }

  private static String text(String name, double ratio, double low, double high) {
    return String.format(
        Locale.ROOT, "ratio of %s, second to first: %.2f (%.2f to %.2f)", name, ratio, low, high);
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
