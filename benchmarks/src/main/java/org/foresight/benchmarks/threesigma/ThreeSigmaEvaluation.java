package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
    name = "3sigma",
    description = {
      "Simulates the evaluation of 3Sigma (§5, §6) and writes a page that compares the results with"
          + " the paper's.",
      "",
      "Every run that ends is kept: whatever stops the program, the next one does only what is left."
          + " Runs of other settings are left as they are. A change of the code is not noticed: use"
          + " another folder then."
    })
public final class ThreeSigmaEvaluation implements Callable<Integer> {

  /** In place of the paper's HedgeFund and Mustang. */
  private static final ImmutableList<String> LOGS =
      ImmutableList.of(
          "swf-ctc-sp2-1996/ctc-sp2-1996.swf.gz",
          "swf-sdsc-sp2-1998/sdsc-sp2-1998.swf.gz",
          "swf-llnl-atlas-2006/llnl-atlas-2006.swf.gz");

  /** The one with the shortest history to learn. */
  private static final ImmutableList<String> QUICK_LOGS = LOGS.subList(2, 3);

  private final PrintStream progress;
  private final InstantSource clock;

  @Mixin private EvaluationOptions options = new EvaluationOptions();

  @Option(
      names = "--only",
      paramLabel = "EXPERIMENT",
      split = ",",
      description =
          "Do the runs of these experiments only: e2e, workloads, deadline, shift, load, sample. The"
              + " page shows all that are there.")
  private List<String> only = PaperExperiments.NAMES;

  /**
   * Picocli fills the fields.
   *
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  ThreeSigmaEvaluation(PrintStream progress, InstantSource clock) {
    this.progress = progress;
    this.clock = clock;
  }

  /** The command. */
  public static void main(String[] arguments) {
    System.exit(
        BenchmarkProgram.commandLine(new ThreeSigmaEvaluation(System.err, InstantSource.system()))
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Evaluation<RunSpec, RunRecord> evaluation = new Evaluation<>(options, progress, clock);
    int seeds = options.seeds();
    options.requireKnown("experiment", only, PaperExperiments.NAMES);
    // Hours before the page is written.
    KeptSections unused = EvaluationPage.kept(options.page());
    ImmutableList<LogTrace> logs = logs();
    ImmutableList<Experiment> experiments =
        (options.quick() ? PaperExperiments.quick(logs) : PaperExperiments.full(logs))
            .experiments();
    ImmutableList<RunSpec> all =
        experiments.stream()
            .flatMap(experiment -> experiment.runs(seeds).stream())
            .collect(toImmutableList());
    return evaluation.run(
        RunRecord.class,
        all,
        run -> only.contains(run.experiment()),
        PaperRuns::run,
        records ->
            EvaluationPage.text(
                Results.of(experiments, seeds, records),
                EvaluationPage.kept(options.page()),
                options.quick()));
  }

  /**
   * The logs of the experiment that needs them. The quick programme does without those that are not
   * there, so that it runs on any checkout.
   */
  private ImmutableList<LogTrace> logs() throws IOException {
    ImmutableList.Builder<LogTrace> logs = ImmutableList.builder();
    for (String name : options.quick() ? QUICK_LOGS : LOGS) {
      Path file = options.data().resolve(name);
      if (Files.exists(file)) {
        logs.add(LogTrace.read(file, PaperExperiments.nodes()));
      } else if (options.quick()) {
        progress.println(file + ": there is no such file; the quick programme does without it.");
      } else {
        throw new IOException(
            file + ": there is no such file; set FORESIGHT_SHARED_DATA to the folder of the logs.");
      }
    }
    return logs.build();
  }
}
