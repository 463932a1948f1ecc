package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.OutputFile;
import org.foresight.cli.support.PolicyNames;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs one workload on a local YARN under CapacityScheduler and under Foresight and compares. */
@Command(
    name = "demo",
    description = {
      "Runs a workload on a real YARN on this machine, once under Hadoop's CapacityScheduler and"
          + " once under Foresight, and compares.",
      "",
      "Four NodeManagers of eight one-core slots start a process for every task. The queues"
          + " production (jobs with deadlines) and adhoc (best effort) are each guaranteed half of"
          + " the cluster and may use all of it."
    })
final class DemoCommand implements Callable<Integer> {

  /** Which schedulers to run. */
  enum Choice {
    CAPACITY(DemoScheduler.CAPACITY),
    FORESIGHT(DemoScheduler.FORESIGHT),
    BOTH(DemoScheduler.CAPACITY, DemoScheduler.FORESIGHT);

    private final ImmutableList<DemoScheduler> schedulers;

    Choice(DemoScheduler... schedulers) {
      this.schedulers = ImmutableList.copyOf(schedulers);
    }
  }

  /** Where it is run. */
  enum Place {
    PROCESS,
    TESTBED
  }

  private final DemoRunner runner;
  private final DemoRunner testbedRunner;

  @Spec private CommandSpec spec;
  @Mixin private WorkloadOptions workloadOptions;
  @Mixin private PaceOptions paceOptions;

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      description = "capacity, foresight or both (default: both).")
  private @Nullable Choice choice;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      split = ",",
      description =
          "Run these policies instead, the first of which the others are compared with: any of"
              + " foresight simulate. capacity is Hadoop's CapacityScheduler, all others are"
              + " Foresight's; those that know the future are told it by the jobs. An unknown name"
              + " lists all.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--on",
      paramLabel = "PLACE",
      defaultValue = "process",
      description =
          "process: on a YARN in the process of this command; testbed: on daemons that are processes"
              + " of their own, with the plug-ins installed as an operator does it (default:"
              + " ${DEFAULT-VALUE}).")
  private Place place;

  @Option(
      names = "--preemption",
      description =
          "Let Foresight stop tasks of best-effort jobs where a job with a deadline could not meet"
              + " it otherwise, and say whose, for whom and how much work was lost.")
  private boolean preemption;

  @Option(
      names = "--async",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Let schedulers allocate from threads of their own, Hadoop's default, or only on node"
              + " heartbeats.")
  private boolean asynchronous;

  @Option(
      names = "--repeat",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description =
          "Repeat with so many seeds in a row, from --seed on, and sum up with 95 %% intervals"
              + " (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--simulate",
      description =
          "Run the same in the simulator, too, with the latencies measured on YARN, and say how far"
              + " it is off.")
  private boolean simulate;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a page about the runs, when every job waited and ran, how full the cluster was, how"
              + " good the predictions were: one file that needs no network.")
  private @Nullable Path html;

  @Option(names = "--json", description = "Print the result as JSON, one line for every seed.")
  private boolean json;

  @Option(
      names = "--keep",
      description = "Keep the clusters' files, logs among them, and say where they are.")
  private boolean keep;

  /**
   * @param runner on a YARN in this process
   * @param testbedRunner on one of processes of their own
   */
  @SuppressWarnings("NullAway.Init") // Picocli fills the other fields.
  DemoCommand(DemoRunner runner, DemoRunner testbedRunner) {
    this.runner = runner;
    this.testbedRunner = testbedRunner;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (repeat < 1) {
      throw new ParameterException(
          spec.commandLine(), "--repeat is (" + repeat + ") and must be at least 1.");
    }
    ImmutableList<DemoScheduler> schedulers = schedulers();
    if (preemption && schedulers.stream().noneMatch(one -> one.stopsTasks(true))) {
      throw OptionChecks.error(spec, "--preemption needs a scheduler of Foresight's.");
    }
    Path page = html;
    if (page != null) {
      OutputFile.requirePlace(page);
    }
    PrintWriter err = spec.commandLine().getErr();
    Optional<Path> keepFolder = Optional.empty();
    List<DemoResult> results = new ArrayList<>();
    int exitCode = 0;
    for (int i = 0; i < repeat; i++) {
      long seed = workloadOptions.seed() + i;
      // Before any cluster, so that a bad trace fails at once.
      Workload workload =
          workloadOptions.workload(LocalYarnParameters.DEFAULTS.slots(), seed, true);
      DriverParameters driver = paceOptions.driver(workloadOptions.window(), workload.jobs());
      err.println("Workload: " + workload.description());
      if (keep && keepFolder.isEmpty()) {
        keepFolder = Optional.of(Files.createTempDirectory("foresight-demo-"));
      }
      Optional<Path> seedFolder = keepFolder.map(folder -> folder.resolve("seed-" + seed));
      seedFolder.ifPresent(folder -> err.println("Files of the clusters: " + folder));
      err.flush();
      DemoPlan plan = new DemoPlan(workload, driver, asynchronous, preemption, seedFolder);
      DemoResult result = runAll(schedulers, seed, plan);
      report(result);
      exitCode =
          Math.max(
              exitCode,
              DemoReport.unfinished(
                  result.runs(), "--timeout gives them more time, --keep keeps the log.", err));
      results.add(result);
      if (page != null) {
        // After every seed: the next one may be interrupted.
        DemoPage.write(page, ImmutableList.copyOf(results));
      }
    }
    summarize(ImmutableList.copyOf(results));
    if (page != null) {
      err.println("Report: " + page);
      err.flush();
    }
    return exitCode;
  }

  private ImmutableList<DemoScheduler> schedulers() {
    OptionChecks.requireSome(spec, "--policy", policies);
    if (place == Place.TESTBED && simulate) {
      throw OptionChecks.error(
          spec, "--simulate needs latencies that are measured inside, with --on process alone.");
    }
    if (policies.isEmpty()) {
      return choice == null ? Choice.BOTH.schedulers : choice.schedulers;
    }
    if (choice != null) {
      throw OptionChecks.error(spec, "--policy and --scheduler exclude each other.");
    }
    PolicyNames.require(spec, "--policy", policies);
    ImmutableList<DemoScheduler> schedulers =
        policies.stream().map(DemoScheduler::new).collect(toImmutableList());
    for (DemoScheduler scheduler : schedulers) {
      if (place == Place.TESTBED && scheduler.needsOracle()) {
        throw OptionChecks.error(
            spec, "--policy has (" + scheduler.policy() + "), which no plug-in runs.");
      }
    }
    return schedulers;
  }

  private DemoRunner runner() {
    return place == Place.TESTBED ? testbedRunner : runner;
  }

  private void summarize(ImmutableList<DemoResult> repeats) {
    if (!json && repeat > 1) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("All " + repeat + " seeds together, with 95 % intervals:");
      DemoSummary.lines(repeats.stream().map(DemoResult::runs).collect(toImmutableList()))
          .forEach(out::println);
      ValidityText.summary(
              repeats.stream()
                  .flatMap(result -> result.validity().stream())
                  .collect(toImmutableList()))
          .forEach(out::println);
      out.flush();
    }
  }

  private DemoResult runAll(ImmutableList<DemoScheduler> schedulers, long seed, DemoPlan plan)
      throws IOException, InterruptedException {
    ImmutableList.Builder<DemoRun> runs = ImmutableList.builder();
    ImmutableList.Builder<DemoOutcome> outcomes = ImmutableList.builder();
    ImmutableList.Builder<DemoValidity> validity = ImmutableList.builder();
    for (DemoScheduler scheduler : schedulers) {
      PrintWriter err = spec.commandLine().getErr();
      ProgressView view = ProgressView.of(scheduler.title(), plan.workload().jobs().size(), err);
      DemoOutcome outcome = runner().run(scheduler, plan, view);
      DemoRun run = DemoRun.of(scheduler, plan, outcome);
      runs.add(run);
      outcomes.add(outcome);
      outcome.remarks().forEach(remark -> err.println(scheduler.title() + ": " + remark));
      if (simulate) {
        simulate(run, plan, outcome).ifPresent(validity::add);
      }
    }
    return new DemoResult(seed, plan.workload(), runs.build(), outcomes.build(), validity.build());
  }

  private Optional<DemoValidity> simulate(DemoRun run, DemoPlan plan, DemoOutcome outcome) {
    if (outcome.latencies().isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              run.scheduler().title()
                  + ": no task succeeded, so there are no latencies to simulate it with.");
      return Optional.empty();
    }
    YarnLatencies latencies = outcome.latencies().get();
    return Optional.of(DemoValidity.of(run, plan, outcome.jobs(), outcome.queues(), latencies));
  }

  private void report(DemoResult result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(DemoJson.of(result).text());
    } else {
      DemoReport.print(result, out);
      if (repeat > 1) {
        out.println();
      }
    }
    out.flush();
  }
}
