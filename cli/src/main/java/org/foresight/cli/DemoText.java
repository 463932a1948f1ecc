package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.foresight.cli.support.TextTable;
import org.foresight.predictor.Counts;
import org.foresight.testbed.RunProgress;
import org.foresight.traces.RunMetrics;

/** The demo's result for people. */
final class DemoText {

  private static final ImmutableList<String> FIGURES =
      ImmutableList.of(
          "", "", "SLO jobs missed", "goodput", "BE mean latency", "BE p90 latency", "mean JCT");

  private DemoText() {}

  /** Such as {@code 12 of 60 jobs done, 5 running, 40 submitted}. */
  static String progress(RunProgress progress) {
    return String.format(
        Locale.ROOT,
        "%d of %s done, %d running, %d submitted",
        progress.done(),
        Counts.of(progress.jobs(), "job"),
        progress.running(),
        progress.submitted());
  }

  /** The runs as the columns of a table, narrow enough for a terminal of 80 characters. */
  static List<String> table(List<DemoRun> runs) {
    return TextTable.lines(columns(runs));
  }

  /** The figures of the runs, the names of the figures first. */
  static List<List<String>> columns(List<DemoRun> runs) {
    List<List<String>> columns = new ArrayList<>();
    columns.add(FIGURES);
    runs.forEach(run -> columns.add(cells(run)));
    return columns;
  }

  private static List<String> cells(DemoRun run) {
    RunMetrics metrics = run.metrics();
    return List.of(
        run.scheduler().title(),
        "(" + run.mode() + ")",
        missed(metrics),
        String.format(Locale.ROOT, "%.2f task-h", metrics.goodputHours()),
        minutes(metrics.beMeanLatencySeconds()),
        minutes(metrics.beP90LatencySeconds()),
        minutes(metrics.meanJctSeconds()));
  }

  private static String missed(RunMetrics metrics) {
    String count = metrics.sloMissed() + " of " + metrics.sloJobs();
    return metrics.sloJobs() == 0
        ? count
        : count + String.format(Locale.ROOT, " (%.1f %%)", 100 * metrics.sloMissRate());
  }

  private static String minutes(OptionalDouble seconds) {
    return seconds.isPresent()
        ? String.format(Locale.ROOT, "%.1f min", seconds.getAsDouble() / 60)
        : ValidityFigure.NONE;
  }

  /** One sentence that compares two runs of the same workload, whoever did better. */
  static String comparison(DemoRun baseline, DemoRun other) {
    RunMetrics before = baseline.metrics();
    RunMetrics after = other.metrics();
    String deadlines =
        String.format(
            Locale.ROOT,
            "%s missed %d of %s, %s %d",
            other.scheduler().title(),
            after.sloMissed(),
            Counts.of(after.sloJobs(), "deadline"),
            baseline.scheduler().title(),
            before.sloMissed());
    return deadlines
        + "; "
        + latencies(baseline, other)
        + ", goodput was "
        + amount(before.goodputHours(), after.goodputHours())
        + ".";
  }

  private static String latencies(DemoRun baseline, DemoRun other) {
    RunMetrics before = baseline.metrics();
    RunMetrics after = other.metrics();
    List<String> without =
        Stream.of(baseline, other)
            .filter(run -> run.metrics().beMeanLatencySeconds().isEmpty())
            .map(run -> run.scheduler().title())
            .distinct()
            .toList();
    if (!without.isEmpty()) {
      return Stream.of(before, after).allMatch(run -> run.jobs() == run.sloJobs())
          ? "there were no best-effort jobs"
          : "no best-effort job finished under " + String.join(" and ", without);
    }
    return "best-effort jobs took "
        + change(before.beMeanLatencySeconds(), after.beMeanLatencySeconds())
        + " on average (p90 "
        + change(before.beP90LatencySeconds(), after.beP90LatencySeconds())
        + ")";
  }

  private static String change(OptionalDouble before, OptionalDouble after) {
    return relative(before.orElseThrow(), after.orElseThrow(), "longer", "less time", "as long");
  }

  private static String amount(double before, double after) {
    if (before <= 0 && after > 0) {
      return String.format(Locale.ROOT, "%.2f task-h after none", after);
    }
    return relative(before, after, "higher", "lower", "the same");
  }

  private static String relative(
      double before, double after, String more, String less, String same) {
    if (before <= 0) {
      return same;
    }
    long percent = Math.round(100 * (after / before - 1));
    if (percent == 0) {
      return same;
    }
    return Math.abs(percent) + " % " + (percent > 0 ? more : less);
  }
}
