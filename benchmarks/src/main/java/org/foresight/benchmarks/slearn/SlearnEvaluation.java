package org.foresight.benchmarks.slearn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.EvaluationOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Does what is left of the runs of the evaluation, and writes the page. */
@Command(
    name = "slearn",
    description = {
      "Simulates the evaluation of SLearn (§4.3, §5.3, §6) and writes a page that compares the results with"
          + " the paper's.",
      "",
      "Every run that ends is kept: whatever stops the program, the next one does only what is left."
          + " Runs of other settings are left as they are. A change of the code is not noticed: use"
          + " another folder then."
    })
public final class SlearnEvaluation implements Callable<Integer> {

  private final PrintStream progress;
  private final InstantSource clock;

  @Mixin private EvaluationOptions options = new EvaluationOptions();

  @Option(
      names = "--only",
      paramLabel = "TRIAL",
      split = ",",
      description =
          "Do the runs of these trials only: slearn-2sigma, slearn-google2011, slearn-google2019,"
              + " slearn-google2019-dag, google2011-tasks, spark-tpch-tasks. The page shows all that"
              + " are there.")
  private List<String> only = Trials.NAMES;

  /**
   * Picocli fills the fields.
   *
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  SlearnEvaluation(PrintStream progress, InstantSource clock) {
    this.progress = progress;
    this.clock = clock;
  }

  /** The command. */
  public static void main(String[] arguments) {
    System.exit(
        BenchmarkProgram.commandLine(new SlearnEvaluation(System.err, InstantSource.system()))
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Evaluation<RunSpec, RunRecord> evaluation = new Evaluation<>(options, progress, clock);
    int seeds = options.seeds();
    options.requireKnown("trial", only, Trials.NAMES);
    // An hour before the page is written.
    KeptSections unused = ResultsPage.kept(options.page());
    ImmutableList<Trial> trials = Trials.of(options.quick(), options.data(), progress::println);
    ImmutableList<RunSpec> all =
        trials.stream().flatMap(trial -> trial.runs(seeds).stream()).collect(toImmutableList());
    return evaluation.run(
        RunRecord.class,
        all,
        run -> only.contains(run.trial().name()),
        GsRuns::run,
        records ->
            ResultsPage.text(
                Results.of(trials, seeds, records),
                ResultsPage.kept(options.page()),
                options.quick()));
  }
}
