package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Statement;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.traces.statistics.Interval;

/** Writes the page of results. What is written by hand, between markers, stays. */
final class EvaluationPage {

  private static final String PREDICTIONS = "predictions";

  private static final double SECONDS_PER_HOUR = 3_600.0;

  /** What a sweep is drawn of. */
  private static final ImmutableList<Metric> CHARTS =
      ImmutableList.of(Metric.MISS_PERCENT, Metric.BE_GOODPUT);

  private final Results results;
  private final PaperStatements statements;
  private final boolean quick;
  private final PageLines lines;

  private EvaluationPage(Results results, KeptSections kept, boolean quick) {
    this.results = results;
    this.statements = new PaperStatements(results);
    this.lines = new PageLines(kept);
    this.quick = quick;
  }

  /**
   * The page.
   *
   * @param kept what is written by hand
   * @param quick whether these are the results of the quick programme
   */
  static String text(Results results, KeptSections kept, boolean quick) {
    EvaluationPage page = new EvaluationPage(results, kept, quick);
    page.write();
    return page.lines.text();
  }

  /**
   * What is written by hand in a page.
   *
   * @throws IOException if the page could not be written anew without a loss
   */
  static KeptSections kept(Path page) throws IOException {
    return PageLines.kept(
        page,
        ImmutableSet.<String>builder().add(PREDICTIONS).addAll(PaperExperiments.NAMES).build());
  }

  private void write() {
    lines.heading(1, "3Sigma's evaluation, simulated");
    lines.paragraph(
        "Made by `./benchmarks/run.sh 3sigma"
            + (quick ? " --quick" : "")
            + "`; only what stands between the markers of notes is written by hand. Every number"
            + " comes from the simulator; what the paper says is given beside it."
            + (quick ? " **Far too small to say anything of the paper.**" : ""));
    method();
    mustShow();
    for (Experiment experiment : results.experiments()) {
      experiment(experiment);
    }
    predictions();
  }

  /** Of the experiments that have more seeds than are asked for. */
  private String moreSeeds() {
    return results.experiments().stream()
        .filter(experiment -> experiment.seedFactor() > 1)
        .map(
            experiment ->
                " ("
                    + experiment.title()
                    + ", of shorter windows: "
                    + experiment.seedFactor() * results.seeds()
                    + ")")
        .collect(joining());
  }

  private void method() {
    lines.heading(2, "How");
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "SC256: 256 nodes of one slot in four classes, without heartbeats and latencies; seeds 1 to"
                + " %d%s, each another workload, the same for all systems. %s of %s runs are there;"
                + " together they took %.1f h of one processor.",
            results.seeds(),
            moreSeeds(),
            Texts.number(results.size(), 0),
            Texts.number(
                results.experiments().stream()
                    .mapToInt(experiment -> experiment.runs(results.seeds()).size())
                    .sum(),
                0),
            results.cpuSeconds() / SECONDS_PER_HOUR));
    lines.add(
        "* Figures are means over the seeds with the 95 % interval of Student's t, on the logarithm;"
            + " ratios are those of the sums over the seeds, with the 95 % interval of the bootstrap"
            + " over the seeds, pairwise. n is the number of seeds.");
    lines.add(
        "* *SLO miss*: share of the jobs with a deadline that end after it or never. *Goodput*: of SLO"
            + " jobs that met their deadline and of best-effort jobs that ended, the node-hours within"
            + " the window in which jobs arrive, without what was stopped and done again. *BE latency*:"
            + " of all best-effort jobs, run to their end. *BE jobs ended*: within the window. *Gap*: how"
            + " far the utility of a plan may be from the best, in percent of the solver's bound.");
    lines.add(
        "* Estimates are those of `"
            + PaperRuns.PREDICTOR
            + "`, the paper's 3σPredict, trained with the jobs that ended before.");
    lines.add("* The planner: `" + PaperRuns.describe() + "`.");
    lines.add("");
    lines.notesOnMethod();
  }

  private void mustShow() {
    lines.heading(2, "What must show");
    lines.paragraph(
        "Decided by the figures alone: where more is claimed, the 95 % interval must say so; (c) and"
            + " (d) are decided by the mean, (b) by the ratio of at least 2 and an interval above 1.");
    lines.claims(MustShow.of(results));
  }

  private void experiment(Experiment experiment) {
    lines.heading(2, experiment.title() + " (" + experiment.source() + ")");
    lines.add("Name: `" + experiment.name() + "`. Workloads:");
    lines.add("");
    experiment.cases().stream()
        .map(c -> "* " + c.workload().describe())
        .distinct()
        .forEach(lines::add);
    lines.add("");
    if (isSweep(experiment)) {
      CHARTS.forEach(metric -> sweep(experiment, metric));
    } else {
      experiment.xs().forEach(x -> ComparisonTable.add(lines, results, experiment, x));
    }
    ImmutableList<Statement> stated = statements.of(experiment);
    lines.add("| | ours | paper | what differs |");
    lines.add("|---|---|---|---|");
    stated.forEach(s -> lines.row(s.what(), s.ours(), s.paper(), s.differs()));
    lines.add("");
    lines.notes(experiment.name());
  }

  /** Whether the knob is a number. */
  private static boolean isSweep(Experiment experiment) {
    return !experiment.name().equals(PaperExperiments.E2E)
        && !experiment.name().equals(PaperExperiments.WORKLOADS);
  }

  /** One figure over all values of the knob. */
  private void sweep(Experiment experiment, Metric metric) {
    lines.heading(3, metric.title());
    ImmutableList<String> series =
        experiment.series().stream()
            .filter(s -> experiment.xs().stream().anyMatch(x -> experiment.cell(x, s).isPresent()))
            .collect(toImmutableList());
    lines.add("| " + experiment.axis() + " | n | " + String.join(" | ", series) + " |");
    lines.add("|---|---|" + "---|".repeat(series.size()));
    for (String x : experiment.xs()) {
      List<String> cells = new ArrayList<>();
      cells.add(x);
      cells.add(
          Integer.toString(
              series.stream().mapToInt(s -> runs(experiment, x, s).size()).max().orElse(0)));
      series.forEach(s -> cells.add(cell(runs(experiment, x, s), metric)));
      lines.row(cells.toArray(new String[0]));
    }
    lines.add("");
    chart(experiment, metric, series);
  }

  private void chart(Experiment experiment, Metric metric, ImmutableList<String> series) {
    List<String> drawn = new ArrayList<>();
    List<String> curves = new ArrayList<>();
    double highest = 0.0;
    for (String s : series) {
      List<String> values = new ArrayList<>();
      for (String x : experiment.xs()) {
        OptionalDouble mean = mean(runs(experiment, x, s), metric);
        if (mean.isPresent()) {
          values.add(String.format(Locale.ROOT, "%.2f", mean.getAsDouble()));
          highest = Math.max(highest, mean.getAsDouble());
        }
      }
      if (values.size() == experiment.xs().size()) {
        drawn.add(s);
        curves.add("  line [" + String.join(", ", values) + "]");
      }
    }
    if (drawn.isEmpty()) {
      return;
    }
    lines.add("```mermaid");
    lines.add("xychart-beta");
    lines.add("  title \"" + metric.title() + ": " + String.join(", ", drawn) + "\"");
    lines.add(
        "  x-axis \""
            + experiment.axis()
            + "\" ["
            + String.join(", ", experiment.xs().stream().map(x -> '"' + x + '"').toList())
            + "]");
    lines.add(
        "  y-axis \"" + metric.title() + "\" 0 --> " + (long) Math.ceil(Math.max(1, highest)));
    lines.addAll(curves);
    lines.add("```");
    lines.add("");
  }

  private void predictions() {
    lines.heading(2, "How good the estimates are");
    lines.paragraph(
        "Share of the jobs whose point estimate was off by a factor of 2 or more when they were"
            + " submitted (the paper, §2.1: 8 % of the Google trace, up to 23 % of others). Runtimes"
            + " on nodes that a job does not prefer count as they were.");
    lines.add("| workload | n | " + Metric.OFF_BY_TWO_PERCENT.title() + " |");
    lines.add("|---|---|---|");
    for (Experiment experiment : results.experiments()) {
      for (Case c : experiment.cases()) {
        ImmutableList<RunRecord> runs =
            results.runs(experiment.name(), c.name(), PaperSystem.THREE_SIGMA).values().asList();
        if (c.learns() && c.systems().contains(PaperSystem.THREE_SIGMA)) {
          lines.row(
              c.workload().describe(),
              Integer.toString(runs.size()),
              cell(runs, Metric.OFF_BY_TWO_PERCENT));
        }
      }
    }
    lines.add("");
    lines.notes(PREDICTIONS);
  }

  private ImmutableList<RunRecord> runs(Experiment experiment, String x, String series) {
    return results.runs(experiment, x, series);
  }

  private static OptionalDouble mean(List<RunRecord> runs, Metric metric) {
    Optional<Interval> mean = Results.mean(runs, metric);
    return mean.isPresent() ? OptionalDouble.of(mean.get().value()) : OptionalDouble.empty();
  }

  private static String cell(List<RunRecord> runs, Metric metric) {
    return Texts.orNotRun(Results.mean(runs, metric), metric.decimals());
  }
}
