package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.PolicyNames;
import org.foresight.cli.support.Terminal;
import org.foresight.cli.support.Versions;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.predictor.Counts;
import org.foresight.predictor.Predictors;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.LeftOut;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.TraceSurvey;
import org.foresight.traces.WorkloadSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs policies on a workload in virtual time and compares them. */
@Command(
    name = "simulate",
    description = {
      "Runs scheduling policies on a generated workload or a trace in virtual time and compares"
          + " them, every policy with every seed.",
      "",
      "Finished runs are kept in the folder --out: the same command again does only what is"
          + " missing, and one with more policies or seeds adds to them. The folder also gets"
          + " report.html."
    })
public final class SimulateCommand implements Callable<Integer> {

  private static final String CAPACITY = "capacity";
  private static final int SUCCESS = 0;
  private static final int FAILURE = 1;
  private static final String REPORT_FILE = "report.html";
  private static final String RUNS_FOLDER = "foresight-runs";
  private static final String QUICK_SUFFIX = "-quick";
  private static final long QUICK_JOBS = 30;

  /** Between the cutoffs of Hawk's workloads. */
  private static final double DEFAULT_CUTOFF_SECONDS = 90;

  private static final double LEAST_SHARE = 0.001;
  private static final double LARGEST_SHARE = 0.9;
  private static final int MAX_THREADS = 1_000;
  private static final int REFUSED_NAMED = 3;

  private final RunExecutor executor;

  @Spec private CommandSpec spec;
  @Mixin private SimulatedWorkloadOptions workloadOptions;
  @Mixin private ClusterOptions clusterOptions;
  @Mixin private BehaviourOptions behaviourOptions;

  @Mixin private SuspensionOptions suspensionOptions;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "fifo,threesigma",
      description =
          "The policies, the first of which the others are compared with (default:"
              + " ${DEFAULT-VALUE}); an unknown name lists all.")
  private List<String> policies;

  @Option(
      names = "--seeds",
      paramLabel = "NUMBER",
      split = ",",
      defaultValue = "1,2,3",
      description =
          "Seeds of all random draws (default: ${DEFAULT-VALUE}): generated workloads, deadlines"
              + " given to a trace, failures. Without any of these all seeds of a trace are the"
              + " same run, and only the first one is done.")
  private List<Long> seeds;

  @Option(
      names = "--capacity-scheduler",
      paramLabel = "FILE",
      description = "The queues of the policy capacity: a capacity-scheduler.xml.")
  private @Nullable Path capacityScheduler;

  @Option(
      names = "--predictor",
      paramLabel = "NAME",
      defaultValue = Predictors.DEFAULT,
      description =
          "Where the policies that need runtimes have them from: default or history-3sigma"
              + " (default: ${DEFAULT-VALUE}).")
  private String predictor;

  @Option(
      names = "--short-cutoff",
      paramLabel = "SECONDS",
      description =
          "Mean task runtime below which a job counts as short (default: as published for the"
              + " workloads of Hawk, otherwise 90).")
  private @Nullable Double shortCutoff;

  @Option(
      names = "--short-share",
      paramLabel = "SHARE",
      description =
          "Share of the nodes that hawk, eagle and dlwl-srpt keep for short jobs (default: as"
              + " published for the workloads of Hawk, otherwise 0.17).")
  private @Nullable Double shortShare;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where runs are kept (default: ./foresight-runs/<workload>).")
  private @Nullable Path out;

  @Option(
      names = "--force",
      description = "Throw away the runs in --out that were made from something else.")
  private boolean force;

  @Option(
      names = "--threads",
      paramLabel = "NUMBER",
      description = "How many runs at a time (default: one for every processor).")
  private @Nullable Integer threads;

  @Option(
      names = "--quick",
      description = "A first look: the first 30 jobs and the first seed only.")
  private boolean quick;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Picocli fills the other fields. */
  @SuppressWarnings("NullAway.Init")
  private SimulateCommand(RunExecutor executor) {
    this.executor = executor;
  }

  /** The command with the simulator. */
  public static SimulateCommand create() {
    return new SimulateCommand(new SimulatedRuns());
  }

  /** The command with another one that does the runs. */
  static SimulateCommand with(RunExecutor executor) {
    return new SimulateCommand(executor);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    Workloads workloads =
        workloadOptions.workloads(quick ? OptionalLong.of(QUICK_JOBS) : OptionalLong.empty());
    ClusterSpec cluster = clusterOptions.cluster(workloads.hint());
    requireNodes(cluster);
    ImmutableList<RunTask> planned = plan(workloads, cluster);
    warnOfMemory(cluster);
    try (RunStore store = RunStore.open(folder(workloads))) {
      ImmutableList<RunTask> missing = missing(planned, store);
      store.notePolicies(policies);
      try {
        ImmutableList<RunFailure> failures = run(missing, store);
        return report(planned, failures, store);
      } catch (InterruptedException e) {
        ImmutableSet<RunKey> wanted = keys(planned);
        long kept = store.stored().runs().stream().filter(r -> wanted.contains(r.key())).count();
        say(
            "Interrupted: "
                + kept
                + " of "
                + Counts.of(planned.size(), "run")
                + (planned.size() == 1 ? " is" : " are")
                + " kept in "
                + store.folder()
                + "; the same command does the others.");
        return FAILURE;
      }
    }
  }

  private void checkOptions() {
    OptionChecks.requireSome(spec, "--policies", policies);
    OptionChecks.requireSome(spec, "--seeds", seeds);
    PolicyNames.requireSimulated(spec, "--policies", policies);
    if (policies.contains(CAPACITY) != (capacityScheduler != null)) {
      throw OptionChecks.error(
          spec, "The policy " + CAPACITY + " and --capacity-scheduler need each other.");
    }
    suspensionOptions.check(policies);
    OptionChecks.requireDistinct(spec, "--seeds", seeds);
    if (threads != null) {
      OptionChecks.requireBetween(spec, "--threads", threads, 1, MAX_THREADS);
    }
    if (!Predictors.names().contains(predictor)) {
      throw OptionChecks.error(
          spec,
          "--predictor is ("
              + predictor
              + "), accepted: "
              + String.join(", ", Predictors.names())
              + ".");
    }
    if (shortCutoff != null && !(shortCutoff > 0)) {
      throw OptionChecks.error(
          spec, "--short-cutoff is (" + shortCutoff + ") and must be positive.");
    }
    if (shortShare != null) {
      OptionChecks.requireBetween(spec, "--short-share", shortShare, LEAST_SHARE, LARGEST_SHARE);
    }
    if (workloadOptions.isTrace() && !clusterOptions.sayHowMany()) {
      throw OptionChecks.error(
          spec, "--trace needs --nodes or --node-class: a trace does not say where it ran.");
    }
  }

  private void requireNodes(ClusterSpec cluster) {
    for (String policy : Sets.intersection(Set.copyOf(policies), HybridPolicies.names())) {
      int least =
          HybridPolicies.settings(policy, 1, HybridPolicies.DEFAULT_SHORT_SHARE).leastNodes();
      if (cluster.nodes() < least) {
        throw OptionChecks.error(
            spec,
            "--nodes is ("
                + cluster.nodes()
                + "); the policy "
                + policy
                + " needs "
                + least
                + " at least.");
      }
    }
  }

  /** Tasks that are suspended keep their memory. */
  private void warnOfMemory(ClusterSpec cluster) {
    ImmutableList<String> takingTurns =
        policies.stream()
            .filter(policy -> suspensionOptions.settings(policy).isPresent())
            .collect(toImmutableList());
    if (!takingTurns.isEmpty()
        && cluster.classes().stream().allMatch(ClusterOptions::hasOneSlotForEachCore)) {
      say(
          "Warning: the nodes have 1 GiB of memory for each core, so that under "
              + String.join(", ", takingTurns)
              + " a node takes no tasks of 1 GiB beyond its cores and has none to suspend; give it"
              + " more by --node-memory and --node-vcores.");
    }
  }

  private Path folder(Workloads workloads) {
    return out == null ? Path.of(RUNS_FOLDER, workloads.name() + (quick ? QUICK_SUFFIX : "")) : out;
  }

  /** Every policy with every seed, the runs of a seed one after another; not yet surveyed. */
  private ImmutableList<RunTask> plan(Workloads workloads, ClusterSpec cluster) throws IOException {
    ShortCutoff cutoff =
        new ShortCutoff(
            shortCutoff == null
                ? workloads.shortCutoffSeconds().orElse(DEFAULT_CUTOFF_SECONDS)
                : shortCutoff);
    double share =
        shortShare == null
            ? workloads.shortShare().orElse(HybridPolicies.DEFAULT_SHORT_SHARE)
            : shortShare;
    Optional<CapacityQueues> queues = queues();
    ImmutableMap<String, String> workloadInputs = workloads.inputs();
    ImmutableList.Builder<RunTask> tasks = ImmutableList.builder();
    for (long seed : quick ? seeds.subList(0, 1) : seeds) {
      WorkloadSource workload = workload(workloads, seed, cluster);
      for (String policy : policies) {
        RunKey key = new RunKey(policy, seed);
        RunTask task =
            new RunTask(
                key,
                workload,
                0,
                cluster,
                behaviourOptions.parameters(cluster, seed),
                queues,
                predictor,
                cutoff,
                share,
                suspensionOptions.settings(policy),
                new RunInputs(ImmutableMap.of()));
        tasks.add(task.withInputs(inputs(task, workloadInputs)));
      }
    }
    return onceIfAllSeedsAreTheSame(tasks.build());
  }

  private ImmutableList<RunTask> onceIfAllSeedsAreTheSame(ImmutableList<RunTask> tasks) {
    RunTask first = tasks.get(0);
    long seed = first.key().seed();
    // Probes go to random nodes.
    boolean probes = policies.stream().anyMatch(HybridPolicies.names()::contains);
    if (probes || !first.inputs().sameForAllSeeds() || tasks.size() == policies.size()) {
      return tasks;
    }
    say(
        "Nothing in this workload is drawn at random, so all seeds are the same run: only seed "
            + seed
            + " is done, and figures have no interval. --slo-share, --node-mtbf and"
            + " --task-failures draw at random.");
    return tasks.stream().filter(task -> task.key().seed() == seed).collect(toImmutableList());
  }

  private Optional<CapacityQueues> queues() throws IOException {
    if (capacityScheduler == null) {
      return Optional.empty();
    }
    CapacityQueues queues = CapacityOption.read(capacityScheduler);
    if (!queues.harmless().isEmpty()) {
      say(
          capacityScheduler
              + ": these keys have no effect in a simulation: "
              + String.join(", ", queues.harmless()));
    }
    for (String difference : queues.consequential()) {
      say(capacityScheduler + ": not simulated, so results on a cluster differ: " + difference);
    }
    return Optional.of(queues);
  }

  private WorkloadSource workload(Workloads workloads, long seed, ClusterSpec cluster)
      throws IOException {
    try {
      return workloads.of(seed, cluster);
    } catch (IllegalArgumentException e) {
      throw OptionChecks.error(spec, ErrorLines.of(e));
    }
  }

  private RunInputs inputs(RunTask task, ImmutableMap<String, String> workloadInputs)
      throws IOException {
    Map<String, String> values = new HashMap<>(workloadInputs);
    values.put(RunInputs.POLICY, task.key().policy());
    values.put(RunInputs.SEED, String.valueOf(task.key().seed()));
    values.put(RunInputs.WORKLOAD, task.workload().description());
    values.put(RunInputs.CLUSTER, ClusterText.of(task.cluster()));
    values.put("predictor", task.predictor());
    values.put("version", Versions.foresight());
    values.put(RunInputs.CUTOFF, String.valueOf(task.cutoff().seconds()));
    values.putAll(behaviourOptions.inputs());
    values.putAll(suspensionOptions.inputs(task.key().policy()));
    if (HybridPolicies.names().contains(task.key().policy())) {
      values.put(RunInputs.SHORT_SHARE, String.valueOf(task.shortShare()));
    }
    if (task.key().policy().equals(CAPACITY) && capacityScheduler != null) {
      values.put(RunInputs.QUEUES, CapacityOption.fingerprint(capacityScheduler));
    }
    return new RunInputs(values);
  }

  /** Those that the folder does not have yet. */
  private ImmutableList<RunTask> missing(ImmutableList<RunTask> planned, RunStore store)
      throws IOException {
    Map<RunKey, RunRecord> kept = new HashMap<>();
    StoredRuns stored = store.stored();
    redo(stored.unreadable(), planned, store);
    for (RunRecord run : stored.runs()) {
      Optional<String> difference = difference(run, planned);
      if (difference.isEmpty()) {
        kept.put(run.key(), run);
      } else if (force) {
        store.remove(run.key().folderName());
      } else {
        throw new IOException(
            store.folder()
                + ": it holds the run ("
                + run.key().title()
                + ") of something else: "
                + difference.get()
                + ". Use another --out, or --force to throw such runs away.");
      }
    }
    ImmutableList<RunTask> missing =
        planned.stream().filter(task -> !kept.containsKey(task.key())).collect(toImmutableList());
    int skipped = planned.size() - missing.size();
    if (skipped > 0) {
      say(
          skipped
              + " of "
              + Counts.of(planned.size(), "run")
              + " finished already in "
              + store.folder());
    }
    return missing;
  }

  /** Removes what cannot be read and is to be done, and names all that cannot be read. */
  private void redo(
      ImmutableList<StoredRuns.Unreadable> unreadable,
      ImmutableList<RunTask> planned,
      RunStore store)
      throws IOException {
    for (StoredRuns.Unreadable run : unreadable) {
      boolean again =
          planned.stream().anyMatch(task -> task.key().folderName().equals(run.folderName()));
      say(run.reason() + (again ? " The run is done again." : " The run is left out."));
      if (again) {
        store.remove(run.folderName());
      }
    }
  }

  private static Optional<String> difference(RunRecord run, ImmutableList<RunTask> planned) {
    return planned.stream()
        .filter(task -> task.key().equals(run.key()))
        .findFirst()
        .map(task -> run.runInputs().difference(task.inputs()))
        .orElseGet(() -> run.runInputs().sharedDifference(planned.get(0).inputs()));
  }

  private ImmutableList<RunFailure> run(ImmutableList<RunTask> missing, RunStore store)
      throws IOException, InterruptedException {
    if (missing.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList<RunTask> surveyed = survey(missing);
    int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    long jobs = surveyed.stream().mapToLong(RunTask::jobs).sum();
    try (RunsView view = view(jobs)) {
      return new ParallelRuns(store, executor, atOnce).run(surveyed, view);
    }
  }

  /** Reads each workload once, so that a bad trace fails before any run. */
  private ImmutableList<RunTask> survey(ImmutableList<RunTask> tasks) throws IOException {
    Map<Long, WorkloadFacts> facts = new HashMap<>();
    List<RunTask> surveyed = new ArrayList<>();
    Set<String> lacking = new TreeSet<>();
    for (RunTask task : tasks) {
      WorkloadFacts known = facts.get(task.key().seed());
      if (known == null) {
        known = WorkloadFacts.of(task.workload());
        check(known.survey(), task);
        facts.put(task.key().seed(), known);
        lacking.addAll(known.survey().nodeClasses());
        task.cluster().classes().forEach(nodes -> lacking.remove(nodes.name()));
        say("Workload: " + task.workload().description() + "; " + known.text(task.cluster()));
      }
      surveyed.add(task.withJobs(known.survey().jobs()));
    }
    workloadOptions.skippedLines().remarks().forEach(this::say);
    if (!lacking.isEmpty()) {
      say(
          "Warning: jobs prefer nodes of the class ("
              + String.join(", ", lacking)
              + "), which the cluster has not; they run longer elsewhere. Name its nodes by"
              + " --node-class name=NAME,…");
    }
    return ImmutableList.copyOf(surveyed);
  }

  private void check(TraceSurvey survey, RunTask task) throws IOException {
    if (survey.jobs() == 0) {
      workloadOptions.skippedLines().remarks().forEach(this::say);
      throw new IOException(
          "The workload ("
              + task.workload().description()
              + ") has no jobs to run"
              + (survey.leftOut().isEmpty()
                  ? "."
                  : "; jobs left out, by the reason: " + LeftOut.text(survey.leftOut()) + "."));
    }
    if (task.queues().isPresent()) {
      checkQueues(survey, task.queues().get());
    }
    survey.largestDemand().keySet().stream()
        .filter(resource -> !task.cluster().resources().contains(resource))
        .findFirst()
        .ifPresent(
            resource -> {
              throw OptionChecks.error(
                  spec,
                  "The workload needs the resource ("
                      + resource
                      + "), which the cluster has not; give nodes some by --node-class …,"
                      + resource
                      + "=NUMBER.");
            });
  }

  /** Jobs of any workload may be in queues that a cluster does not have. */
  private void checkQueues(TraceSurvey survey, CapacityQueues queues) {
    for (String queue : survey.queues()) {
      try {
        queues.leaf(queue);
      } catch (IllegalArgumentException e) {
        throw OptionChecks.error(
            spec,
            "The workload has jobs in a queue that is no leaf queue of "
                + capacityScheduler
                + ": "
                + ErrorLines.of(e)
                + " Send them to a leaf queue by --queue-map \""
                + queue
                + "=QUEUE\", or all such by \"*=QUEUE\".");
      }
    }
  }

  private RunsView view(long jobs) {
    return Terminal.isThere()
        ? new BarRunsView(jobs, System.err)
        : new PlainRunsView(jobs, spec.commandLine().getErr(), InstantSource.system());
  }

  private int report(
      ImmutableList<RunTask> planned, ImmutableList<RunFailure> failures, RunStore store)
      throws IOException {
    ImmutableSet<RunKey> wanted = keys(planned);
    StoredRuns stored = store.stored();
    ImmutableList<RunRecord> runs =
        stored.runs().stream().filter(run -> wanted.contains(run.key())).collect(toImmutableList());
    if (!runs.isEmpty()) {
      ImmutableList<Column> columns = Columns.of(store.folder(), runs, stored.policies());
      Results.print(spec.commandLine().getOut(), columns, SummaryTables.of(columns), json);
      remarks(runs);
      Path report = store.folder().resolve(REPORT_FILE);
      ImmutableList<Column> all = Columns.of(store.folder(), stored.runs(), stored.policies());
      HtmlReport.write(report, all, SummaryTables.of(all));
      say("Report: " + report);
    }
    for (RunFailure failure : failures) {
      say("The run (" + failure.run().title() + ") failed: " + failure.reason());
    }
    return failures.isEmpty() ? SUCCESS : FAILURE;
  }

  private static ImmutableSet<RunKey> keys(ImmutableList<RunTask> tasks) {
    return tasks.stream().map(RunTask::key).collect(ImmutableSet.toImmutableSet());
  }

  private void remarks(ImmutableList<RunRecord> runs) {
    for (RunRecord run : runs) {
      RunRecord.Outcome outcome = run.outcome();
      if (outcome.refused() > 0) {
        say(
            run.key().title()
                + ": "
                + outcome.refused()
                + " of "
                + Counts.of(outcome.submitted(), "job")
                + " could run on no such cluster and count in no other figure, such as");
        run.refused().stream().limit(REFUSED_NAMED).forEach(job -> say("  " + job));
      }
      if (outcome.unfinished() > 0) {
        say(
            run.key().title()
                + ": "
                + outcome.unfinished()
                + " of "
                + Counts.of(outcome.submitted(), "job")
                + " did not end, which counts as unfinished.");
      }
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
