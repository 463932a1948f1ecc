package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.EvaluationOptions;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.traces.statistics.Interval;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares the composite policy with 3Sigma on 3Sigma's own workloads, of gangs and of tasks that
 * start one by one, and writes the page.
 */
@Command(
    name = "composite",
    description = {
      "Simulates the policy foresight beside 3Sigma on the workloads of 3Sigma's evaluation and"
          + " writes a page of results.",
      "",
      "Every run that ends is kept: whatever stops the program, the next one does only what is left."
          + " A change of the code is not noticed: use another folder then."
    })
public final class CompositeEvaluation implements Callable<Integer> {

  /** Of 3Sigma's, what the mean latency of best-effort jobs shall be at most. */
  private static final double LATENCY_FACTOR = 0.8;

  private final PrintStream progress;
  private final InstantSource clock;

  @Mixin private EvaluationOptions options = new EvaluationOptions();

  /**
   * Picocli fills the fields.
   *
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  CompositeEvaluation(PrintStream progress, InstantSource clock) {
    this.progress = progress;
    this.clock = clock;
  }

  /** The command. */
  public static void main(String[] arguments) {
    System.exit(
        BenchmarkProgram.commandLine(new CompositeEvaluation(System.err, InstantSource.system()))
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Evaluation<RunSpec, RunRecord> evaluation = new Evaluation<>(options, progress, clock);
    int seeds = options.seeds();
    KeptSections unused = kept(options.page()); // Long before the page is written.
    Experiment experiment = PaperExperiments.composite(options.quick());
    return evaluation.run(
        RunRecord.class,
        experiment.runs(seeds),
        run -> true,
        PaperRuns::run,
        records ->
            text(
                experiment,
                Results.of(ImmutableList.of(experiment), seeds, records),
                kept(options.page()),
                options.quick()));
  }

  private static KeptSections kept(Path page) throws IOException {
    return PageLines.kept(page, ImmutableSet.of());
  }

  private static String text(
      Experiment experiment, Results results, KeptSections kept, boolean quick) {
    PageLines lines = new PageLines(kept);
    lines.heading(1, "The composite policy beside 3Sigma, simulated");
    lines.paragraph(
        "Made by `./benchmarks/run.sh composite"
            + (quick ? " --quick" : "")
            + "`; only what stands between the markers of notes is written by hand."
            + (quick ? " **Far too small to say anything.**" : ""));
    lines.heading(2, "How");
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Cluster, workloads, planner, estimates and figures are those of [3Sigma's"
                + " evaluation](3sigma.md); seeds 1 to %d, each another workload, the same for both."
                + " Planner: `%s`. %d of %d runs are there.",
            results.seeds(),
            PaperRuns.describe(),
            results.size(),
            experiment.runs(results.seeds()).size()));
    experiment.cases().forEach(c -> lines.add("* " + c.name() + ": " + c.workload().describe()));
    lines.add("");
    lines.notesOnMethod();
    lines.heading(2, "What must show");
    lines.paragraph(
        "That more deadlines are missed is decided by the 95 % interval, the latency by the ratio of"
            + " the sums.");
    lines.claims(claims(experiment, new Comparisons(results)));
    lines.heading(2, "How far there is to go");
    lines.paragraph(
        "What 3Sigma's jobs with deadlines leave of the cluster, given to best-effort jobs in the"
            + " order of the least work left by their true runtimes; who is stopped for a shorter"
            + " one goes on anywhere, and loses nothing: no scheduler can do that. Of gangs, which"
            + " run whole or not at all.");
    lines.head("workload", "mean latency of best-effort jobs ÷ 3Sigma's");
    for (Case gangs :
        experiment.cases().stream().filter(each -> each.workload().isOfGangs()).toList()) {
      lines.row(
          gangs.x(),
          new Comparisons(results)
              .pairs(
                  experiment.name(),
                  gangs.x(),
                  PaperSystem.THREE_SIGMA,
                  Metric.BE_CLAIRVOYANT,
                  Metric.BE_LATENCY)
              .ratioText());
    }
    lines.add("");
    lines.heading(2, "Figures");
    experiment.xs().forEach(x -> ComparisonTable.add(lines, results, experiment, x));
    return lines.text();
  }

  private static ImmutableList<Claim> claims(Experiment experiment, Comparisons comparisons) {
    ImmutableList.Builder<Claim> claims = ImmutableList.builder();
    for (String x : experiment.xs()) {
      claims.add(
          claim(
              x + ": foresight does not miss more deadlines than 3Sigma",
              pairs(experiment, x, comparisons, Metric.SLO_MISSES),
              ratio -> ratio.low() <= 1.0),
          claim(
              x + ": the mean latency of best-effort jobs is at most 0.8 of 3Sigma's",
              pairs(experiment, x, comparisons, Metric.BE_LATENCY),
              ratio -> ratio.value() <= LATENCY_FACTOR),
          claim(
              x + ": foresight's goodput is not below 3Sigma's",
              pairs(experiment, x, comparisons, Metric.GOODPUT),
              ratio -> ratio.high() >= 1.0));
    }
    return claims.build();
  }

  private static Pairs pairs(
      Experiment experiment, String x, Comparisons comparisons, Metric metric) {
    return comparisons.pairs(
        experiment.name(), List.of(x), PaperSystem.FORESIGHT, PaperSystem.THREE_SIGMA, metric);
  }

  private static Claim claim(String text, Pairs pairs, Predicate<Interval> holds) {
    Optional<Interval> ratio = pairs.ratio();
    return new Claim(
        text,
        pairs.ratioText(),
        ratio.map(known -> Verdict.of(holds.test(known))).orElse(Verdict.NOT_RUN));
  }
}
