package org.foresight.benchmarks.scale;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the planner's cycles and writes the page of results. What is judged stays as it is. */
public final class ScalePage {

  /** The kept section that says what the figures mean. */
  static final String NOTES = "notes";

  /** The headings of the table of the composite policy, and of what comes after it. */
  private static final String COMPOSITE_HEADING = "## The composite policy";

  private static final String NOTES_HEADING = "## What this means";

  /** The policy that all other tables are of. */
  static final String POLICY = "threesigma";

  static final String COMPOSITE_POLICY = "foresight";

  private static final double MOST_CYCLE_MILLIS = 1_000.0;
  private static final double MOST_GAP_PERCENT = 3.0;

  private final ScaleSizes sizes;
  private final PrintStream progress;
  private final List<String> lines = new ArrayList<>();

  ScalePage(ScaleSizes sizes, PrintStream progress) {
    this.sizes = sizes;
    this.progress = progress;
  }

  /** Measures, and writes the page; bad arguments end it with 2. */
  public static void main(String[] arguments) {
    System.exit(BenchmarkProgram.commandLine(new Program()).execute(arguments));
  }

  @Command(
      name = "scale",
      description = "Measures the planner's cycles and writes the page of results.")
  private static final class Program implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "PAGE", description = "The page to write.")
    private Path page;

    @Option(names = "--quick", description = "Small clusters.")
    private boolean quick;

    @Option(
        names = "--cycles",
        paramLabel = "N",
        description = "Measures so many cycles of each of the paper's cases, not half an hour.")
    private @Nullable Integer cycles;

    @Option(
        names = "--composite-only",
        description = "Measures the composite policy alone; all else of the page stays as it is.")
    private boolean compositeOnly;

    /** Picocli fills the fields. */
    @SuppressWarnings("NullAway.Init")
    private Program() {}

    @Override
    public Integer call() throws IOException {
      ScaleSizes sizes = quick ? ScaleSizes.QUICK : ScaleSizes.FULL;
      if (cycles != null) {
        if (cycles < 1) {
          throw new ParameterException(
              spec.commandLine(), "The number of cycles (" + cycles + ") must be positive.");
        }
        sizes = sizes.withCycles(cycles, Math.min(cycles, sizes.growthCycles()));
      }
      KeptSections kept = KeptSections.of(page, ImmutableSet.of(NOTES));
      ScalePage writer = new ScalePage(sizes, System.err);
      Files.writeString(
          page, compositeOnly ? writer.rewrite(Files.readString(page)) : writer.write(kept));
      return 0;
    }
  }

  String write(KeptSections kept) throws IOException {
    lines.add("# The planner at scale");
    lines.add("");
    lines.add("Made by `./benchmarks/run.sh scale`; only the last section is written by hand.");
    lines.add("");
    environment();
    main();
    List<CycleFigures> middle = growth();
    largest(middle);
    composite();
    lines.add(NOTES_HEADING);
    lines.add("");
    kept.addTo(lines, NOTES);
    return String.join("\n", lines) + "\n";
  }

  /** The page with another table of the composite policy. */
  String rewrite(String page) throws IOException {
    int notes = page.indexOf(NOTES_HEADING + "\n");
    if (notes < 0) {
      throw new IOException(
          "The page has no line \"" + NOTES_HEADING + "\", so it is to be measured as a whole.");
    }
    int composite = page.indexOf(COMPOSITE_HEADING);
    composite();
    return page.substring(0, composite < 0 ? notes : composite)
        + String.join("\n", lines)
        + "\n"
        + page.substring(notes);
  }

  private void environment() {
    lines.add(
        String.format(
            Locale.ROOT,
            "Java %s (%s), one planning thread. Simulated, in virtual time: `%s` with the default"
                + " solver (at most %d ms of processor time) and the predictor `%s`, a cycle of %d"
                + " ms, a look-ahead of %d min, pre-emption on; jobs of `3sigma-scalability-<n>`,"
                + " at load 0.95 unless said otherwise. Times are processor time of the planning"
                + " thread, garbage collection not included. *Build*: estimates, options, values"
                + " and the model; *read*: from the solution to the plan. Before measuring, the"
                + " cluster runs for %d min (%d min beyond the paper's cases) of virtual time with"
                + " fewer plans; then %d cycles are measured (%d beyond the paper's cases)."
                + " *Burst*: jobs of the same kind submitted at once when the measuring begins. A"
                + " gap is (bound − utility) ÷ bound.",
            System.getProperty("java.version"),
            System.getProperty("java.vm.name"),
            POLICY,
            ScaleRun.SOLVER_MILLIS,
            ScaleRun.PREDICTOR,
            ScaleRun.CYCLE_MILLIS,
            Duration.ofMillis(ScaleRun.LOOK_AHEAD_MILLIS).toMinutes(),
            sizes.warmUp().toMinutes(),
            sizes.growthWarmUp().toMinutes(),
            sizes.cycles(),
            sizes.growthCycles()));
    lines.add("");
  }

  private void main() throws IOException {
    List<CycleFigures> all = new ArrayList<>();
    for (ScaleCase scaleCase : sizes.main()) {
      all.add(measure(POLICY, scaleCase, sizes.warmUp(), sizes.cycles()));
    }
    lines.add("## SCALABILITY-n (3Sigma §6.5, fig. 11)");
    lines.add("");
    boolean fast = all.stream().allMatch(f -> f.p99TotalMillis() <= MOST_CYCLE_MILLIS);
    boolean good = all.stream().allMatch(f -> f.meanGapPercent() <= MOST_GAP_PERCENT);
    lines.add(
        String.format(
            Locale.ROOT,
            "p99 of the whole cycle at most %.0f ms: **%s**. Mean gap at most %.0f %%: **%s**.",
            MOST_CYCLE_MILLIS,
            fast ? "holds" : "does not hold",
            MOST_GAP_PERCENT,
            good ? "holds" : "does not hold"));
    lines.add("");
    lines.add("| nodes | jobs/h | cycles | phase | p50 ms | p90 ms | p99 ms | max ms |");
    lines.add("|---|---|---|---|---|---|---|---|");
    for (CycleFigures figures : all) {
      phase(figures, "build", CycleSample::buildMillis);
      phase(figures, "solve", CycleSample::solveMillis);
      phase(figures, "read", CycleSample::readMillis);
      phase(figures, "whole", CycleSample::totalMillis);
    }
    lines.add("");
    sizeHeader("jobs/h");
    all.forEach(figures -> size(number(figures.scaleCase().jobsPerHour()), figures));
    lines.add("");
  }

  private void phase(CycleFigures figures, String name, ToDoubleFunction<CycleSample> figure) {
    lines.add(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %s | %.1f | %.1f | %.1f | %.1f |",
            number(figures.scaleCase().nodes()),
            number(figures.scaleCase().jobsPerHour()),
            number(figures.samples().size()),
            name,
            figures.percentile(50, figure),
            figures.percentile(90, figure),
            figures.percentile(99, figure),
            figures.percentile(100, figure)));
  }

  private List<CycleFigures> growth() throws IOException {
    List<CycleFigures> all = new ArrayList<>();
    for (ScaleSizes.Factor factor : sizes.growth()) {
      lines.add("## Growth: " + factor.name());
      lines.add("");
      growthHeader();
      for (ScaleCase scaleCase : factor.cases()) {
        CycleFigures figures =
            measure(POLICY, scaleCase, sizes.growthWarmUp(), sizes.growthCycles());
        all.add(figures);
        growthRow(figures);
      }
      lines.add("");
    }
    return all;
  }

  /** Tells which phase grows most beyond the smallest case, from the same figures. */
  private void largest(List<CycleFigures> others) throws IOException {
    CycleFigures figures =
        measure(POLICY, sizes.largest(), sizes.growthWarmUp(), sizes.growthCycles());
    lines.add("## Both: " + sizes.largest().text());
    lines.add("");
    growthHeader();
    growthRow(figures);
    lines.add("");
    double build = figures.percentile(50, CycleSample::buildMillis);
    double solve = figures.percentile(50, CycleSample::solveMillis);
    double read = figures.percentile(50, CycleSample::readMillis);
    String most =
        build >= solve && build >= read ? "building" : solve >= read ? "solving" : "reading back";
    long tooSlow = others.stream().filter(f -> f.p99TotalMillis() > MOST_CYCLE_MILLIS).count();
    lines.add(
        String.format(
            Locale.ROOT,
            "Here p99 of the whole cycle is %s %.0f ms; of the median most is %s. Of the %d cases"
                + " that vary one factor, %d are beyond %.0f ms.",
            figures.p99TotalMillis() <= MOST_CYCLE_MILLIS ? "within" : "beyond",
            MOST_CYCLE_MILLIS,
            most,
            others.size(),
            tooSlow,
            MOST_CYCLE_MILLIS));
    lines.add("");
  }

  /** Some of the cases again, by the policy that also weighs what jobs' own tasks tell. */
  private void composite() throws IOException {
    lines.add(COMPOSITE_HEADING + " `" + COMPOSITE_POLICY + "`");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Some of the cases once more, %d cycles each; Java %s. *Build* contains what is"
                + " believed of each job by history and its own tasks, *read* the queues of"
                + " best-effort jobs. Measured by `./benchmarks/run.sh scale`, or alone by"
                + " `./benchmarks/run.sh scale --composite-only`.",
            sizes.growthCycles(),
            System.getProperty("java.version")));
    lines.add("");
    growthHeader();
    for (ScaleCase scaleCase : sizes.composite()) {
      growthRow(measure(COMPOSITE_POLICY, scaleCase, sizes.growthWarmUp(), sizes.growthCycles()));
    }
    lines.add("");
  }

  private void growthHeader() {
    lines.add(
        "| nodes | jobs/h | classes | slots | load | burst | busy % | pending | running | options |"
            + " build p50 ms | solve p50 ms | read p50 ms | whole p50 ms | whole p99 ms | mean gap"
            + " % | MiB |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  }

  private void growthRow(CycleFigures figures) {
    ScaleCase scaleCase = figures.scaleCase();
    lines.add(
        String.format(
            Locale.ROOT,
            "| %s | %s | %d | %d | %.2f | %s | %.0f | %.0f | %.0f | %.0f | %.1f | %.1f | %.1f |"
                + " %.1f | %.1f | %.2f | %.1f |",
            number(scaleCase.nodes()),
            number(scaleCase.jobsPerHour()),
            scaleCase.nodeClasses(),
            scaleCase.slots(),
            scaleCase.load(),
            number(scaleCase.burst()),
            100.0 * figures.mean(CycleSample::busyShare),
            figures.mean(CycleSample::pendingJobs),
            figures.mean(CycleSample::runningJobs),
            figures.mean(CycleSample::options),
            figures.percentile(50, CycleSample::buildMillis),
            figures.percentile(50, CycleSample::solveMillis),
            figures.percentile(50, CycleSample::readMillis),
            figures.percentile(50, CycleSample::totalMillis),
            figures.p99TotalMillis(),
            figures.meanGapPercent(),
            figures.meanMib()));
  }

  private void sizeHeader(String first) {
    lines.add(
        "| "
            + first
            + " | busy nodes, mean % | pending jobs, mean (max) | running jobs, mean (max) |"
            + " options, mean (max) | gap %, mean (p99) | allocated MiB a cycle, mean |");
    lines.add("|---|---|---|---|---|---|---|");
  }

  private void size(String first, CycleFigures figures) {
    lines.add(
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %s | %s | %s | %.2f (%.2f) | %.1f |",
            first,
            100.0 * figures.mean(CycleSample::busyShare),
            meanAndMost(figures, CycleSample::pendingJobs),
            meanAndMost(figures, CycleSample::runningJobs),
            meanAndMost(figures, CycleSample::options),
            figures.meanGapPercent(),
            figures.p99GapPercent(),
            figures.meanMib()));
  }

  private static String meanAndMost(CycleFigures figures, ToDoubleFunction<CycleSample> figure) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f)", figures.mean(figure), figures.percentile(100, figure));
  }

  private CycleFigures measure(String policy, ScaleCase scaleCase, Duration warmUp, int cycles)
      throws IOException {
    progress.println("measuring " + policy + ": " + scaleCase.text());
    ImmutableList<CycleSample> samples = ScaleRun.run(policy, scaleCase, warmUp, cycles);
    if (samples.isEmpty()) {
      throw new IOException(
          "Nothing happened in the "
              + cycles
              + " cycles of the case ("
              + scaleCase.text()
              + "), so there is nothing to measure; ask for more by --cycles.");
    }
    CycleFigures figures = new CycleFigures(scaleCase, samples);
    progress.printf(
        Locale.ROOT,
        "  %d cycles: build %.1f, solve %.1f, read %.1f ms (p50), whole p99 %.1f ms, gap %.2f %%%n",
        samples.size(),
        figures.percentile(50, CycleSample::buildMillis),
        figures.percentile(50, CycleSample::solveMillis),
        figures.percentile(50, CycleSample::readMillis),
        figures.p99TotalMillis(),
        figures.meanGapPercent());
    return figures;
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
