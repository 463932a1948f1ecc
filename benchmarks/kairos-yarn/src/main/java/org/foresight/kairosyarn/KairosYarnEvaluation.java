package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.RunQueue;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.HadoopLogging;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Does what is left of the runs, and writes the page. */
@Command(
    name = "kairos-yarn",
    description = {
      "Runs Kairos' evaluation on YARN (Delgado's thesis, §4.5) on a testbed, with tasks that compute,"
          + " and writes a page of results. Needs a machine with two processors and nothing else to"
          + " do, and as root or with cgroups that it may write.",
      "",
      "Every run that ends is kept: whatever stops the program, the next one does only what is left."
          + " Runs of other settings are left as they are. A change of the code is not noticed: use"
          + " another folder then."
    })
public final class KairosYarnEvaluation implements Callable<Integer> {

  private static final int FULL_REPEATS = 3;
  private static final int QUICK_REPEATS = 1;

  private final RunQueue.Runner<RunSpec, RunRecord> runner;
  private final PrintStream progress;
  private final InstantSource clock;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PAGE", description = "The page to write.")
  private Path page;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the runs, made if need be; those that are there are not done anew.")
  private Path folder;

  @Option(
      names = "--quick",
      description = "A few jobs of small sizes, once, without the uniform mix.")
  private boolean quick;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often to run each case (default: 3, quick: 1).")
  private @Nullable Integer repeats;

  /**
   * Picocli fills the fields.
   *
   * @param runner does runs
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  @SuppressWarnings("NullAway.Init")
  KairosYarnEvaluation(
      RunQueue.Runner<RunSpec, RunRecord> runner, PrintStream progress, InstantSource clock) {
    this.runner = runner;
    this.progress = progress;
    this.clock = clock;
  }

  /** The command. */
  public static void main(String[] arguments) throws IOException {
    HadoopLogging.off(); // Its messages go to files of the testbeds.
    InstantSource clock = InstantSource.system();
    TestbedRunner runner = new TestbedRunner(ForesightBuild.running(), clock);
    System.exit(
        BenchmarkProgram.commandLine(new KairosYarnEvaluation(runner, System.err, clock))
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int times = repeats == null ? (quick ? QUICK_REPEATS : FULL_REPEATS) : repeats;
    if (times < 1) {
      throw new ParameterException(
          spec.commandLine(), "The number of repeats (" + times + ") must be positive.");
    }
    KeptSections unused = ResultsPage.kept(page); // Long before the page is written.
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    ImmutableList<RunSpec> runs = RunSpec.all(scale, times, quick);
    return new Evaluation<RunSpec, RunRecord>(page, folder, 1, progress, clock)
        .run(
            RunRecord.class,
            runs,
            run -> true,
            runner,
            records ->
                ResultsPage.text(
                    Results.of(runs, times, records),
                    Results.of(runs, times, simulated(runs)),
                    scale,
                    quick,
                    ResultsPage.kept(page)));
  }

  private static ImmutableList<RunRecord> simulated(ImmutableList<RunSpec> runs) {
    return runs.stream()
        .filter(run -> run.key().experiment().mix().isPresent())
        .map(SimulatedRun::of)
        .collect(ImmutableList.toImmutableList());
  }
}
