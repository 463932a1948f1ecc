package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.RunFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

  private static final int FULL_SEEDS = 10;
  private static final int QUICK_SEEDS = 2;

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

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PAGE", description = "The page to write.")
  private Path page;

  @Option(
      names = "--quick",
      description = "The fewest cases, short windows and two seeds: ends within a minute.")
  private boolean quick;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the runs, made if need be.")
  private Path folder;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds, from 1 on (default: 10, quick: 2).")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs at a time (default: as many as there are processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--only",
      paramLabel = "EXPERIMENT",
      split = ",",
      description =
          "Do the runs of these experiments only: e2e, workloads, deadline, shift, load, sample. The"
              + " page shows all that are there.")
  private List<String> only = PaperExperiments.NAMES;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Folder with the real logs of the experiment workloads.")
  private Path data;

  /**
   * Picocli fills the fields.
   *
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  @SuppressWarnings("NullAway.Init")
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
    int seedCount = seeds == null ? (quick ? QUICK_SEEDS : FULL_SEEDS) : seeds;
    requirePositive("--seeds", seedCount);
    requirePositive("--threads", threads);
    Set<String> unknown = Sets.difference(Set.copyOf(only), Set.copyOf(PaperExperiments.NAMES));
    if (!unknown.isEmpty()) {
      throw error(
          "There is no experiment "
              + unknown
              + "; there are "
              + String.join(", ", PaperExperiments.NAMES)
              + ".");
    }
    // Hours before the page is written.
    KeptSections unused = EvaluationPage.kept(page);
    ImmutableList<LogTrace> logs = logs();
    PaperExperiments experiments =
        quick ? PaperExperiments.quick(logs) : PaperExperiments.full(logs);
    ImmutableList<String> failures;
    try (RunFile<RunRecord> file = RunFile.open(folder, RunRecord.class, progress::println)) {
      Results before = Results.of(experiments.experiments(), seedCount, file.records());
      int others = file.records().size() - before.size();
      if (others > 0) {
        progress.println(
            others + " runs in the folder are of other seeds or settings and stay as they are.");
      }
      ImmutableList<RunSpec> left = left(experiments, seedCount, before);
      failures =
          new RunQueue(file, PaperRuns::run, threads)
              .run(left, new Progress(left, progress, clock));
      Results results = Results.of(experiments.experiments(), seedCount, file.records());
      Files.writeString(page, EvaluationPage.text(results, EvaluationPage.kept(page), quick));
    }
    failures.forEach(progress::println);
    return failures.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** The runs that are asked for and not yet there. */
  private ImmutableList<RunSpec> left(PaperExperiments experiments, int seedCount, Results before) {
    return experiments.experiments().stream()
        .filter(experiment -> only.contains(experiment.name()))
        .flatMap(experiment -> experiment.runs(seedCount).stream())
        .filter(run -> !before.has(run.key()))
        .collect(toImmutableList());
  }

  /**
   * The logs of the experiment that needs them. The quick programme does without those that are not
   * there, so that it runs on any checkout.
   */
  private ImmutableList<LogTrace> logs() throws IOException {
    ImmutableList.Builder<LogTrace> logs = ImmutableList.builder();
    for (String name : quick ? QUICK_LOGS : LOGS) {
      Path file = data.resolve(name);
      if (Files.exists(file)) {
        logs.add(LogTrace.read(file, PaperExperiments.nodes()));
      } else if (quick) {
        progress.println(file + ": there is no such file; the quick programme does without it.");
      } else {
        throw new IOException(
            file + ": there is no such file; set FORESIGHT_SHARED_DATA to the folder of the logs.");
      }
    }
    return logs.build();
  }

  private void requirePositive(String option, int value) {
    if (value < 1) {
      throw error("The " + option + " (" + value + ") must be positive.");
    }
  }

  private CommandLine.ParameterException error(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
