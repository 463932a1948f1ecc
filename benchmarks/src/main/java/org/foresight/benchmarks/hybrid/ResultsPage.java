package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Texts;

/** Writes the page of results. What is written by hand, between markers, stays. */
final class ResultsPage {

  private static final double SECONDS_PER_HOUR = 3_600.0;

  /** Of a system without such a figure. */
  private static final String NO_FIGURE = "–";

  private static final ImmutableList<Figure> LATENCIES =
      ImmutableList.of(
          Figure.SHORT_P50,
          Figure.SHORT_P90,
          Figure.SHORT_P99,
          Figure.LONG_P50,
          Figure.LONG_P90,
          Figure.LONG_P99);

  private static final ImmutableList<Figure> SLOWDOWNS =
      ImmutableList.of(
          Figure.SHORT_SLOWDOWN_P50,
          Figure.SHORT_SLOWDOWN_P90,
          Figure.SHORT_SLOWDOWN_P99,
          Figure.LONG_SLOWDOWN_P50,
          Figure.LONG_SLOWDOWN_P90,
          Figure.LONG_SLOWDOWN_P99);

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
    lines.heading(1, "Hawk's, Eagle's and Kairos' evaluations, simulated");
    lines.paragraph(
        "Made by `./benchmarks/run.sh hybrid"
            + (quick ? " --quick" : "")
            + "`; only what stands between the markers of notes is written by hand. Every number"
            + " comes from the simulator."
            + (quick ? " **Far too small to say anything of the thesis.**" : ""));
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
            "Nodes of one slot, a network delay of %d ms, estimates that are the true means unless"
                + " said otherwise; seeds 1 to %d, the same workload for all systems. %s of %s runs"
                + " are there; together they took %.2f h of one processor.",
            HybridRuns.NETWORK_DELAY_MILLIS,
            results.seeds(),
            Texts.number(results.runs().size(), 0),
            Texts.number(planned, 0),
            results.cpuSeconds() / SECONDS_PER_HOUR));
    lines.add(
        "* The thesis varies the number of nodes; here the submissions are stretched or packed, so"
            + " that the work of all jobs is the load times what the nodes offer until the last"
            + " submission. *Utilisation*: mean share of busy nodes until then; it is lower than the"
            + " load while long tasks wait, and work remains at the end.");
    lines.add(
        "* Workloads are scaled down: fewer jobs on fewer nodes, and a share of the tasks of each"
            + " where jobs are wide; each trial says how.");
    lines.add(
        "* Figures are means over the seeds; ratios are of the sums over the seeds, with the 95 %"
            + " interval of the bootstrap over the seeds, pairwise. n is the number of seeds.");
    lines.add(
        "* *p50*, *p90*, *p99*: percentiles of the time from submission to end of short and of long"
            + " jobs. *Slowdown*: this time ÷ that of the job alone on an endless cluster. Which jobs"
            + " are short is decided by their true mean task runtime, whatever a scheduler believes.");
    lines.add(
        "* *CPU*: processor time of the thread that simulates, without generating the jobs and"
            + " without garbage collection.");
    lines.add("");
    lines.notesOnMethod();
  }

  private void mustShow() {
    lines.heading(2, "What must show");
    lines.paragraph("Decided by the figures alone, at the load where a ratio is best.");
    lines.claims(MustShow.of(results));
  }

  private void trial(Trial trial) {
    lines.heading(2, trial.title() + " (" + trial.source() + ")");
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Name: `%s`. Jobs: %s; %s nodes, cutoff %s s, short partition %.0f %%, reports every"
                + " %d s.",
            trial.name(),
            trial.workload().describe(),
            Texts.number(trial.nodes(), 0),
            Texts.number(trial.cutoffSeconds(), 1),
            100 * trial.shortShare(),
            trial.reportMillis() / 1_000));
    table(trial, LATENCIES, 0);
    table(trial, SLOWDOWNS, 1);
    ratios(trial, Systems.HAWK, Systems.SPARROW);
    ratios(trial, Systems.EAGLE, Systems.HAWK);
    ratios(trial, Systems.EAGLE, Systems.DLWL);
    ratios(trial, Systems.KAIROS, Systems.EAGLE);
    ratios(trial, Systems.KAIROS, Systems.BIGC);
    variants(trial);
    costs(trial);
    lines.notes(trial.name());
  }

  private void table(Trial trial, List<Figure> figures, int decimals) {
    lines.head(
        Stream.concat(
                Stream.of("load", "system", "n", Figure.UTILIZATION.title()),
                figures.stream().map(Figure::title))
            .toArray(String[]::new));
    for (double load : trial.loads()) {
      for (HybridSystem system : trial.systems()) {
        lines.row(
            Stream.concat(
                    Stream.of(
                        Texts.number(load, 2),
                        system.title(),
                        Integer.toString(results.seeds(trial, system, load)),
                        mean(trial, system, load, Figure.UTILIZATION, 0)),
                    figures.stream().map(figure -> mean(trial, system, load, figure, decimals)))
                .toArray(String[]::new));
      }
    }
    lines.add("");
  }

  private String mean(Trial trial, HybridSystem system, double load, Figure figure, int decimals) {
    return results
        .mean(trial, system, load, figure)
        .map(interval -> Texts.number(interval.value(), decimals))
        .orElse(results.seeds(trial, system, load) > 0 ? NO_FIGURE : Texts.NOT_RUN);
  }

  private void ratios(Trial trial, HybridSystem first, HybridSystem second) {
    if (!trial.systems().contains(first) || !trial.systems().contains(second)) {
      return;
    }
    lines.head(
        Stream.concat(
                Stream.of(first.title() + " ÷ " + second.title() + ", load"),
                LATENCIES.stream().map(Figure::title))
            .toArray(String[]::new));
    for (double load : trial.loads()) {
      lines.row(
          Stream.concat(
                  Stream.of(Texts.number(load, 2)),
                  LATENCIES.stream().map(figure -> ratio(trial, first, second, load, figure)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private String ratio(
      Trial trial, HybridSystem first, HybridSystem second, double load, Figure figure) {
    return Texts.orNotRun(results.pairs(trial, first, second, load, figure).ratio(), 2);
  }

  private void variants(Trial trial) {
    if (trial.variants().isEmpty()) {
      return;
    }
    lines.head(
        Stream.concat(
                Stream.of(
                    String.format(
                        Locale.ROOT, "variant ÷ published, load %.2f", trial.variantLoad())),
                LATENCIES.stream().map(Figure::title))
            .toArray(String[]::new));
    for (HybridSystem variant : trial.variants()) {
      lines.row(
          Stream.concat(
                  Stream.of(variant.title()),
                  LATENCIES.stream()
                      .map(
                          figure ->
                              ratio(
                                  trial,
                                  variant,
                                  Systems.base(variant),
                                  trial.variantLoad(),
                                  figure)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private void costs(Trial trial) {
    double load = trial.variantLoad();
    lines.head(
        String.format(Locale.ROOT, "cost, load %.2f", load),
        Figure.CPU_SECONDS.title(),
        Figure.TASKS.title(),
        Figure.QUEUED_BEHIND_LONG.title(),
        Figure.STARTED_BEHIND_LONG.title());
    for (HybridSystem system : trial.systems()) {
      lines.row(
          system.title(),
          mean(trial, system, load, Figure.CPU_SECONDS, 2),
          mean(trial, system, load, Figure.TASKS, 0),
          mean(trial, system, load, Figure.QUEUED_BEHIND_LONG, 0),
          mean(trial, system, load, Figure.STARTED_BEHIND_LONG, 0));
    }
    lines.add("");
  }
}
