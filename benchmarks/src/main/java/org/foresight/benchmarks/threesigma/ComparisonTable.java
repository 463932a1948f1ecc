package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Texts;

/** The table of all figures of all systems at one value of an experiment's knob. Stateless. */
final class ComparisonTable {

  private static final ImmutableList<Metric> COLUMNS =
      ImmutableList.of(
          Metric.MISS_PERCENT,
          Metric.SLO_GOODPUT,
          Metric.BE_GOODPUT,
          Metric.BE_LATENCY,
          Metric.BE_ENDED,
          Metric.PREEMPTIONS,
          Metric.LOST_WORK,
          Metric.PLANS,
          Metric.MEAN_GAP,
          Metric.LARGEST_GAP,
          Metric.CPU_SECONDS);

  private ComparisonTable() {}

  /** Adds it under a heading. */
  static void add(PageLines lines, Results results, Experiment experiment, String x) {
    lines.heading(3, x);
    lines.add(
        "| system | n | "
            + String.join(" | ", COLUMNS.stream().map(Metric::title).toList())
            + " |");
    lines.add("|---|---|" + "---|".repeat(COLUMNS.size()));
    for (String series : experiment.series()) {
      ImmutableList<RunRecord> runs = results.runs(experiment, x, series);
      List<String> cells = new ArrayList<>();
      cells.add(series);
      cells.add(Integer.toString(runs.size()));
      COLUMNS.forEach(
          metric -> cells.add(Texts.orNotRun(Results.mean(runs, metric), metric.decimals())));
      lines.row(cells.toArray(new String[0]));
    }
    lines.add("");
  }
}
