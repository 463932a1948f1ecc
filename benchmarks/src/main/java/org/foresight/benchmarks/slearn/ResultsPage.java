package org.foresight.benchmarks.slearn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;

/** Writes the page of results. What is written by hand, between markers, stays. */
final class ResultsPage {

  private static final double SECONDS_PER_HOUR = 3_600.0;

  private static final List<Figure> COLUMNS =
      List.of(Figure.MEAN, Figure.P50, Figure.P90, Figure.P99, Figure.SLOWDOWN);

  private final Results results;
  private final boolean quick;
  private final PageLines lines;

  private ResultsPage(Results results, KeptSections kept, boolean quick) {
    this.results = results;
    this.quick = quick;
    this.lines = new PageLines(kept);
  }

  /**
   * The page.
   *
   * @param kept what is written by hand
   * @param quick whether these are the results of few jobs
   */
  static String text(Results results, KeptSections kept, boolean quick) {
    ResultsPage page = new ResultsPage(results, kept, quick);
    page.write();
    return page.lines.text();
  }

  /**
   * What is written by hand in a page.
   *
   * @throws IOException if the page could not be written anew without a loss
   */
  static KeptSections kept(Path page) throws IOException {
    return PageLines.kept(page, Trials.NAMES);
  }

  private void write() {
    lines.heading(1, "SLearn's evaluation, simulated");
    lines.paragraph(
        "Made by `./benchmarks/run.sh slearn"
            + (quick ? " --quick" : "")
            + "`; only what stands between the markers of notes is written by hand. Every number"
            + " comes from the simulator; what the paper says is given beside it."
            + (quick ? " **Far too small to say anything of the paper.**" : ""));
    method();
    mustShow();
    results.trials().forEach(this::trial);
  }

  private void method() {
    lines.heading(2, "How");
    int planned = results.trials().stream().mapToInt(t -> t.runs(results.seeds()).size()).sum();
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "%d nodes of one slot, without heartbeats and latencies; seeds 1 to %d, each another"
                + " workload, the same for all systems. %s of %s runs are there; together they took"
                + " %.1f h of one processor.",
            Trials.NODES,
            results.seeds(),
            Texts.number(results.size(), 0),
            Texts.number(planned, 0),
            results.cpuSeconds() / SECONDS_PER_HOUR));
    lines.add(
        "* Figures are means over the seeds with the 95 % interval of Student's t; speed-ups are"
            + " ratios of the sums over the seeds, with the 95 % interval of the bootstrap over the"
            + " seeds, pairwise. n is the number of seeds.");
    lines.add(
        "* *JCT*: from a job's submission to its end. *Speed-up*: JCT under another system ÷ under"
            + " SLearn; of p50, p90 and p99, of these percentiles. *Slowdown*: mean over the jobs of"
            + " JCT ÷ the job's time alone on an endless cluster.");
    lines.add(
        "* *Error*: |estimate − actual| ÷ actual of the mean task runtime of jobs of three tasks or"
            + " more; sampling by 3 % of the tasks, history by 3Sigma's point E[t⁻²]^(−1/2), the"
            + " posterior by both. *Right queue*: share of these jobs whose estimated work falls in"
            + " the queue of its true work.");
    lines.add("* History is that of `" + GsRuns.PREDICTOR + "`, for all systems that ask it.");
    lines.add("");
    lines.notesOnMethod();
  }

  private void mustShow() {
    lines.heading(2, "What must show");
    lines.paragraph(
        "Decided by the figures alone: (a) and (b) by the ratios of the sums, (c) by the interval:"
            + " a system is worse only where the whole interval says so.");
    lines.claims(MustShow.of(results));
  }

  private void trial(Trial trial) {
    lines.heading(2, trial.title() + " (" + trial.source() + ")");
    lines.paragraph("Name: `" + trial.name() + "`. Jobs: " + trial.workload().describe() + ".");
    completionTimes(trial);
    speedups(trial);
    if (trial.systems().contains(GsSystem.ESTIMATES)) {
      errors(trial);
    }
    lines.notes(trial.name());
  }

  private void completionTimes(Trial trial) {
    lines.head(
        Stream.concat(Stream.of("system", "n"), COLUMNS.stream().map(Figure::title))
            .toArray(String[]::new));
    for (GsSystem system : trial.schedulers()) {
      int n = results.pairs(trial, system, system, Figure.MEAN).size();
      lines.row(
          Stream.concat(
                  Stream.of(system.title(), Integer.toString(n)),
                  COLUMNS.stream()
                      .map(
                          figure ->
                              Texts.orNotRun(
                                  results.mean(trial, system, figure),
                                  figure == Figure.SLOWDOWN ? 1 : 0)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private void speedups(Trial trial) {
    lines.head(
        trial.base().title() + "'s speed-up over",
        "mean",
        "paper",
        "p50",
        "p90",
        "p99",
        "slowdown");
    for (GsSystem system : trial.schedulers()) {
      if (system != trial.base()) {
        Double paper = trial.paper().get(system);
        lines.row(
            system.title(),
            speedup(trial, system, Figure.MEAN),
            paper == null ? "not stated" : Texts.number(paper, 2),
            speedup(trial, system, Figure.P50),
            speedup(trial, system, Figure.P90),
            speedup(trial, system, Figure.P99),
            speedup(trial, system, Figure.SLOWDOWN));
      }
    }
    lines.add("");
  }

  private String speedup(Trial trial, GsSystem system, Figure figure) {
    Pairs pairs = results.pairs(trial, system, trial.base(), figure);
    return Texts.orNotRun(pairs.ratio(), 2);
  }

  private void errors(Trial trial) {
    lines.head(
        "estimate", "error P50 (%)", "paper", "error P90 (%)", "paper", "right queue (%)", "paper");
    errorRow(trial, "sampling", Figure.SAMPLING_P50, Figure.SAMPLING_P90, Figure.SAMPLING_QUEUE);
    if (trial.hasHistory()) {
      errorRow(trial, "history", Figure.HISTORY_P50, Figure.HISTORY_P90, Figure.HISTORY_QUEUE);
    }
    errorRow(
        trial, "posterior", Figure.POSTERIOR_P50, Figure.POSTERIOR_P90, Figure.POSTERIOR_QUEUE);
    lines.add("");
  }

  private void errorRow(Trial trial, String name, Figure median, Figure ninetieth, Figure queue) {
    lines.row(
        name,
        error(trial, median),
        paper(trial, median),
        error(trial, ninetieth),
        paper(trial, ninetieth),
        error(trial, queue),
        paper(trial, queue));
  }

  private String error(Trial trial, Figure figure) {
    return Texts.orNotRun(results.mean(trial, GsSystem.ESTIMATES, figure), 1);
  }

  private static String paper(Trial trial, Figure figure) {
    Double paper = trial.paperErrors().get(figure);
    return paper == null ? "not stated" : Texts.number(paper, 1);
  }
}
