package org.foresight.throughput;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.RunFile;
import org.foresight.traces.statistics.Interval;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures schedulers and writes the page of results. What is judged stays as it is. */
public final class ThroughputPage {

  /** The kept section that says what the figures mean. */
  static final String NOTES = "notes";

  private static final int FEWEST_REPEATS = 2;

  /** With less room than that a scheduler waits for nodes that have any. */
  private static final double LEAST_FREE_SHARE = 0.1;

  private final Measurer measurer;
  private final ThroughputSizes sizes;
  private final PrintStream progress;
  private Results results = new Results();
  private final List<String> lines = new ArrayList<>();

  ThroughputPage(Measurer measurer, ThroughputSizes sizes, PrintStream progress) {
    this.measurer = measurer;
    this.sizes = sizes;
    this.progress = progress;
  }

  /** Measures, and writes the page; bad arguments end it with 2. */
  public static void main(String[] arguments) {
    System.exit(BenchmarkProgram.commandLine(new Program()).execute(arguments));
  }

  @Command(
      name = "throughput",
      description = "Measures schedulers in a ResourceManager and writes the page of results.")
  private static final class Program implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "PAGE", description = "The page to write.")
    private Path page;

    @Option(
        names = "--runs",
        paramLabel = "DIR",
        required = true,
        description =
            "Folder of the runs, made if need be; those that are there are not done anew.")
    private Path folder;

    @Option(names = "--quick", description = "A few nodes.")
    private boolean quick;

    @Option(names = "--repeats", paramLabel = "N", description = "How often to measure each case.")
    private @Nullable Integer repeats;

    @Option(names = "--nodes", paramLabel = "N", description = "Only the cluster of N nodes.")
    private @Nullable Integer nodes;

    @Option(
        names = "--java-option",
        paramLabel = "OPTION",
        description = "An option of the JVMs that are measured, a profiler's for example.")
    private List<String> javaOptions = new ArrayList<>();

    /** Picocli fills the fields. */
    @SuppressWarnings("NullAway.Init")
    private Program() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
      ThroughputSizes sizes = quick ? ThroughputSizes.QUICK : ThroughputSizes.FULL;
      if (repeats != null) {
        if (repeats < FEWEST_REPEATS) {
          throw new ParameterException(
              spec.commandLine(),
              "The number of repeats (" + repeats + ") must be at least " + FEWEST_REPEATS + ".");
        }
        sizes = sizes.withRepeats(repeats);
      }
      if (nodes != null) {
        ThroughputSizes some = sizes.withNodes(nodes);
        if (some.clusters().isEmpty()) {
          throw new ParameterException(
              spec.commandLine(),
              "The number of nodes ("
                  + nodes
                  + ") must be one of "
                  + sizes.clusters().stream().map(Load::nodes).toList()
                  + ".");
        }
        sizes = some;
      }
      KeptSections kept = KeptSections.of(page, ImmutableSet.of(NOTES));
      Measurer measurer = new ProcessMeasurer(sizes.heapMib(), ImmutableList.copyOf(javaOptions));
      PrintStream progress = System.err;
      try (RunFile<Run> runs = RunFile.open(folder, Run.class, progress::println)) {
        Measurer keeping = new KeptRuns(measurer, runs);
        Files.writeString(page, new ThroughputPage(keeping, sizes, progress).write(kept));
      }
      return 0;
    }
  }

  String write(KeptSections kept) throws IOException, InterruptedException {
    results = Rounds.measure(measurer, sizes.cases(), sizes.repeats(), progress);
    lines.add("# Throughput of the ResourceManager");
    lines.add("");
    lines.add(
        "Made by `./benchmarks/run.sh throughput`; only the last section is written by hand.");
    lines.add("");
    environment();
    subjects();
    overall();
    sizes.clusters().forEach(this::cluster);
    lines.add("## What this means");
    lines.add("");
    kept.addTo(lines, NOTES);
    return String.join("\n", lines) + "\n";
  }

  private void environment() {
    DoubleSummaryStatistics systemLoad =
        results.all().stream().mapToDouble(Figures::systemLoad).summaryStatistics();
    lines.add(
        String.format(
            Locale.ROOT,
            "Hadoop %s, Java %s (%s), %d processors, a heap of %,d MiB, logging from warnings on."
                + " The load average of the machine when a measurement began was %.1f to %.1f,"
                + " %.1f on average, the measured process included.",
            results.all().get(0).hadoopVersion(),
            System.getProperty("java.version"),
            System.getProperty("java.vm.name"),
            Runtime.getRuntime().availableProcessors(),
            sizes.heapMib(),
            systemLoad.getMin(),
            systemLoad.getMax(),
            systemLoad.getAverage()));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "A whole ResourceManager in a JVM of its own; the Scheduler Load Simulator of Hadoop"
                + " 3.4.2 plays nodes and application masters in the same JVM, without network."
                + " Applications in %d queues ask at once for far more one-slot containers than can"
                + " start, each with 2 to 6 s of work and no place; masters call every %,d ms. After"
                + " a warm-up, what is allocated is counted every second. `allocate` is what an"
                + " application master waits for, `NODE_UPDATE` what a node's heartbeat costs the"
                + " scheduler; both are calls of the scheduler alone, without queueing before it."
                + " %d repeats, each with a seed of its own, in which the schedulers take turns:"
                + " means with 95 %% intervals; the worst latency is that of all repeats. *Cores*"
                + " are processors in use by the whole process, simulated nodes included.",
            Load.QUEUES,
            LoadConfiguration.APPLICATION_HEARTBEAT_MILLIS,
            sizes.repeats()));
    lines.add("");
  }

  private void subjects() {
    lines.add("| scheduler | set otherwise than by default |");
    lines.add("|---|---|");
    for (Subject subject : Subject.values()) {
      lines.add(
          "| "
              + subject.title()
              + " | "
              + subject.settings().entrySet().stream()
                  .map(setting -> "`" + setting.getKey() + "` " + setting.getValue())
                  .collect(Collectors.joining("<br>"))
              + " |");
    }
    lines.add("");
  }

  private void cluster(Load cluster) {
    lines.add(
        String.format(
            Locale.ROOT,
            "## %,d nodes of %d slots, a heartbeat every %,d ms, %d applications of %,d tasks",
            cluster.nodes(),
            cluster.slots(),
            cluster.heartbeatMillis(),
            cluster.applications(),
            cluster.tasks()));
    lines.add("");
    lines.add(verdict(ImmutableList.of(cluster)));
    lines.add("");
    rates(cluster);
    for (int tasks : sizes.bigTasks()) {
      big(cluster, cluster.withBigTasks(tasks));
    }
    deadlines(sizes.withDeadlines(cluster));
  }

  /** Over all loads, those with an application that asks for very much included. */
  private void overall() {
    ImmutableList<Load> loads = sizes.cases().keySet().asList();
    lines.add(
        String.format(
            Locale.ROOT,
            "Over all %d loads below, each repeat under each of them a pair by itself: %s",
            loads.size(),
            verdict(loads)));
    lines.add("");
  }

  private String verdict(List<Load> loads) {
    Optional<Interval> rate =
        results.ratio(
            Subject.FORESIGHT, Subject.CAPACITY_ASYNC, loads, Figures::containersPerSecond);
    Optional<Interval> cost =
        results.ratio(
            Subject.FORESIGHT, Subject.CAPACITY_ASYNC, loads, Figures::cpuMicrosPerContainer);
    return String.format(
        Locale.ROOT,
        "%s allocates %s times as many containers a second as %s, for %s times the processor time"
            + " each. At least as many: **%s**.",
        Subject.FORESIGHT.title(),
        factor(rate),
        Subject.CAPACITY_ASYNC.title(),
        factor(cost),
        rate.map(ThroughputPage::isAtLeastOne).orElse("is undecided"));
  }

  private static String isAtLeastOne(Interval ratio) {
    return ratio.low() >= 1 ? "holds" : ratio.high() < 1 ? "does not hold" : "is undecided";
  }

  private void rates(Load load) {
    lines.add(
        "| scheduler | containers/s, mean | peak second | `allocate` µs: p50 | p99 | max |"
            + " `NODE_UPDATE` µs: p50 | p99 | max | cores | CPU µs a container | plans a run | plan ms: mean | max |"
            + " planner's cores |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (Subject subject : sizes.cases().get(load)) {
      boolean plans = results.most(subject, load, Figures::plans) > 0;
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,.0f | %s | %s | %.2f | %s | %s |",
              subject.title() + (isBounded(subject, load) ? "*" : ""),
              interval(results.mean(subject, load, Figures::containersPerSecond)),
              results.most(subject, load, Figures::peakPerSecond),
              latency(subject, load, Figures::allocate),
              latency(subject, load, Figures::nodeUpdate),
              results.mean(subject, load, Figures::cores).value(),
              interval(results.mean(subject, load, Figures::cpuMicrosPerContainer)),
              plans ? planning(subject, load) : "– | – | – | –"));
    }
    lines.add("");
    if (sizes.cases().get(load).stream().anyMatch(subject -> isBounded(subject, load))) {
      lines.add(
          "\\* At the end nothing waited, or less than a tenth of the slots was free: it may be faster than that.");
      lines.add("");
    }
  }

  private boolean isBounded(Subject subject, Load load) {
    return results.of(subject, load).stream()
        .anyMatch(
            figures ->
                figures.pendingAtEnd() <= 0
                    || figures.freeAtEnd() < LEAST_FREE_SHARE * load.nodes() * load.slots());
  }

  private String planning(Subject subject, Load load) {
    return String.format(
        Locale.ROOT,
        "%.0f | %.1f | %.1f | %.2f",
        results.mean(subject, load, Figures::plans).value(),
        results.mean(subject, load, Figures::meanPlanMillis).value(),
        results.most(subject, load, Figures::longestPlanMillis),
        results.mean(subject, load, Figures::plannerCores).value());
  }

  private String latency(Subject subject, Load load, Function<Figures, Latency> of) {
    return String.format(
        Locale.ROOT,
        "%,.0f | %,.0f | %,.0f",
        results.mean(subject, load, figures -> of.apply(figures).p50Micros()).value(),
        results.mean(subject, load, figures -> of.apply(figures).p99Micros()).value(),
        results.most(subject, load, figures -> of.apply(figures).maxMicros()));
  }

  private void big(Load without, Load with) {
    lines.add(
        String.format(
            Locale.ROOT,
            "### One application more that asks for %,d containers, in a queue of %d %%",
            with.bigTasks(),
            LoadConfiguration.BIG_QUEUE_PERCENT));
    lines.add("");
    lines.add(verdict(ImmutableList.of(with)));
    lines.add("");
    lines.add(
        "| scheduler | containers/s of the others | times as many as without it | `allocate` of the"
            + " others, µs: p50 | p99 | max | times the p99 without it | `NODE_UPDATE` µs: p50 | p99"
            + " | max |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|");
    for (Subject subject : Subject.values()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %s | %s |",
              subject.title() + (isBounded(subject, with) ? "*" : ""),
              interval(results.mean(subject, with, Figures::othersPerSecond)),
              factor(results.ratio(subject, with, subject, without, Figures::othersPerSecond)),
              latency(subject, with, Figures::allocate),
              factor(
                  results.ratio(
                      subject, with, subject, without, figures -> figures.allocate().p99Micros())),
              latency(subject, with, Figures::nodeUpdate)));
    }
    lines.add("");
  }

  private void deadlines(Load load) {
    lines.add(
        String.format(
            Locale.ROOT,
            "### Deadlines %d minutes after submission in %d of the %d queues",
            load.deadlineMinutes(),
            Load.DEADLINE_QUEUES,
            Load.QUEUES));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Plans of up to %.0f such jobs, of which nothing is known but by their own first tasks."
                + " CapacityScheduler knows of no deadlines.",
            results.most(Subject.FORESIGHT, load, Figures::deadlineJobs)));
    lines.add("");
    lines.add(verdict(ImmutableList.of(load)));
    lines.add("");
    rates(load);
  }

  private static String interval(Interval figure) {
    if (!Double.isFinite(figure.value())) {
      return "–"; // For each of no containers.
    }
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f–%,.0f)", figure.value(), figure.low(), figure.high());
  }

  private static String factor(Optional<Interval> ratio) {
    return ratio
        .map(
            known ->
                String.format(
                    Locale.ROOT, "%.2f (%.2f–%.2f)", known.value(), known.low(), known.high()))
        .orElse("–");
  }
}
