package org.foresight.throughput;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.RunFile;
import org.foresight.traces.statistics.Interval;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures what Foresight takes of a ResourceManager's memory and processors, and writes the page
 * of results: the same cluster under CapacityScheduler and under Foresight, whose difference is
 * what an operator has to add. What is judged stays as it is.
 */
public final class SizingPage {

  private static final int REPEATS = 3;

  /** Clusters that are full for the whole time, of tasks of one to ten minutes. */
  private static final ImmutableList<Load> FULL =
      ImmutableList.of(
          new Load(500, 30, 1_000, 1_000, 120, 0, 0, 60, 60, 60_000, 600_000),
          new Load(2_000, 30, 1_000, 5_000, 120, 0, 0, 60, 60, 60_000, 600_000));

  private static final ImmutableList<Load> QUICK =
      ImmutableList.of(new Load(20, 10, 1_000, 20, 100, 0, 0, 2, 3, 1_000, 2_000));

  private static final ImmutableList<Subject> SUBJECTS =
      ImmutableList.of(Subject.CAPACITY_ASYNC, Subject.FORESIGHT);

  private static final int HEAP_MIB = 5_000;
  private static final int QUICK_HEAP_MIB = 700;
  private static final double MILLIS_PER_MINUTE = 60_000.0;

  private final ImmutableList<Load> loads;
  private final Results results;
  private final List<String> lines = new ArrayList<>();

  SizingPage(ImmutableList<Load> loads, Results results) {
    this.loads = loads;
    this.results = results;
  }

  /** Measures, and writes the page; bad arguments end it with 2. */
  public static void main(String[] arguments) {
    System.exit(BenchmarkProgram.commandLine(new Program()).execute(arguments));
  }

  @Command(
      name = "sizing",
      description = "Measures what Foresight takes of a ResourceManager and writes the page.")
  private static final class Program implements Callable<Integer> {

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

    /** Picocli fills the fields. */
    @SuppressWarnings("NullAway.Init")
    private Program() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
      KeptSections kept = KeptSections.of(page, ImmutableSet.of(ThroughputPage.NOTES));
      Measurer measurer =
          new ProcessMeasurer(quick ? QUICK_HEAP_MIB : HEAP_MIB, ImmutableList.of());
      PrintStream progress = System.err;
      try (RunFile<Run> runs = RunFile.open(folder, Run.class, progress::println)) {
        Measurer keeping = new KeptRuns(measurer, runs);
        Files.writeString(page, measured(keeping, quick ? QUICK : FULL, progress).write(kept));
      }
      return 0;
    }
  }

  static SizingPage measured(Measurer measurer, ImmutableList<Load> loads, PrintStream progress)
      throws IOException, InterruptedException {
    ImmutableListMultimap.Builder<Load, Subject> cases = ImmutableListMultimap.builder();
    loads.forEach(load -> cases.putAll(load, SUBJECTS));
    return new SizingPage(loads, Rounds.measure(measurer, cases.build(), REPEATS, progress));
  }

  String write(KeptSections kept) {
    lines.add("# What Foresight takes of a ResourceManager");
    lines.add("");
    lines.add("Made by `./benchmarks/run.sh sizing`; only the last section is written by hand.");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Hadoop %s, Java %s, %d processors. A whole ResourceManager, with nodes and application"
                + " masters played in the same JVM, whose share is the same in both: the"
                + " difference is Foresight's. All applications ask at once for more than the"
                + " cluster holds, which is full while it is measured. *Heap* is what a full"
                + " collection leaves, *cores* are processors in use, *planner's cores* those of the"
                + " planner's thread, which is one. %d repeats, each with a seed of its own: means"
                + " with 95 %% intervals, of the difference repeat by repeat.",
            results.all().get(0).hadoopVersion(),
            System.getProperty("java.version"),
            Runtime.getRuntime().availableProcessors(),
            REPEATS));
    lines.add("");
    loads.forEach(this::cluster);
    lines.add("## What this means");
    lines.add("");
    kept.addTo(lines, ThroughputPage.NOTES);
    return String.join("\n", lines) + "\n";
  }

  private void cluster(Load load) {
    lines.add(
        String.format(
            Locale.ROOT,
            "## %,d nodes of %d slots, %,d applications of %,d tasks of %.0f to %.0f minutes",
            load.nodes(),
            load.slots(),
            load.applications(),
            load.tasks(),
            load.shortestTaskMillis() / MILLIS_PER_MINUTE,
            load.longestTaskMillis() / MILLIS_PER_MINUTE));
    lines.add("");
    lines.add(
        "| scheduler | heap (MiB) | cores | planner's cores | containers/s | plan ms: mean | max |"
            + " `allocate` µs: p50 | p99 | `NODE_UPDATE` µs: p50 | p99 |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|---|");
    for (Subject subject : SUBJECTS) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %,.0f | %.2f | %.2f | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f |",
              subject.title(),
              mean(subject, load, Figures::heapMib),
              mean(subject, load, Figures::cores),
              mean(subject, load, Figures::plannerCores),
              mean(subject, load, Figures::containersPerSecond),
              mean(subject, load, Figures::meanPlanMillis),
              results.most(subject, load, Figures::longestPlanMillis),
              mean(subject, load, figures -> figures.allocate().p50Micros()),
              mean(subject, load, figures -> figures.allocate().p99Micros()),
              mean(subject, load, figures -> figures.nodeUpdate().p50Micros()),
              mean(subject, load, figures -> figures.nodeUpdate().p99Micros())));
    }
    lines.add("");
    lines.add(
        "Foresight adds "
            + added(load, Figures::heapMib, "%+,.0f (%+,.0f to %+,.0f) MiB of heap")
            + " and "
            + added(load, Figures::cores, "%+.2f (%+.2f to %+.2f) cores")
            + ".");
    lines.add("");
  }

  private double mean(Subject subject, Load load, ToDoubleFunction<Figures> figure) {
    return results.of(subject, load).stream().mapToDouble(figure).average().orElseThrow();
  }

  private String added(Load load, ToDoubleFunction<Figures> figure, String format) {
    Interval difference =
        results.difference(Subject.FORESIGHT, Subject.CAPACITY_ASYNC, load, figure);
    return String.format(
        Locale.ROOT, format, difference.value(), difference.low(), difference.high());
  }
}
