package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the simulator and writes the page of results. What other sections of the page say,
 * between their markers, stays as it is.
 */
public final class SimulatorPage {
  static final String VALIDITY = "validity";

  private final Measurer measurer;
  private final SimulatorSizes sizes;
  private final PrintStream progress;
  private final List<String> lines = new ArrayList<>();

  SimulatorPage(Measurer measurer, SimulatorSizes sizes, PrintStream progress) {
    this.measurer = measurer;
    this.sizes = sizes;
    this.progress = progress;
  }

  /** Measures, and writes the page; bad arguments end it with 2. */
  public static void main(String[] arguments) {
    System.exit(BenchmarkProgram.commandLine(new Program()).execute(arguments));
  }

  @Command(
      name = "simulator",
      description = "Measures the simulator and writes the page of results.")
  private static final class Program implements Callable<Integer> {

    @Parameters(paramLabel = "PAGE", description = "The page to write.")
    private Path page;

    @Option(names = "--quick", description = "Sizes that end within seconds.")
    private boolean quick;

    /** Picocli fills the fields. */
    @SuppressWarnings("NullAway.Init")
    private Program() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
      SimulatorSizes sizes = quick ? SimulatorSizes.QUICK : SimulatorSizes.FULL;
      KeptSections kept = KeptSections.of(page, ImmutableSet.of(VALIDITY));
      String text = new SimulatorPage(Measurer.inOwnProcess(), sizes, System.err).write(kept);
      Files.writeString(page, text);
      return 0;
    }
  }

  String write(KeptSections kept) throws IOException, InterruptedException {
    lines.add("# The simulator: speed, memory, validity");
    lines.add("");
    lines.add(
        "Made by `./benchmarks/run.sh simulator`; only the section on validity is written by hand.");
    lines.add("");
    environment();
    headline();
    policies();
    curve("nodes", "Over nodes", sizes.nodes(), measured -> number(measured.speedCase().nodes()));
    curve("jobs", "Over jobs", sizes.jobs(), measured -> number(measured.speedCase().jobs()));
    overload();
    memory();
    lines.add("## Validity against a real YARN");
    lines.add("");
    kept.addTo(lines, VALIDITY);
    return String.join("\n", lines) + "\n";
  }

  private void environment() {
    lines.add(
        String.format(
            Locale.ROOT,
            "Java %s (%s), `-XX:+UseSerialGC`, %d processors of which a run uses one; each case in a"
                + " JVM of its own, three runs to warm up, then %d measured runs of seeds 1 to %d."
                + " A *task event* is the start or the end of a task. Times are processor time of the"
                + " whole process, garbage collection and compilation included: median, and the 95 %%"
                + " interval of the mean. Jobs have 1 to 39 one-slot tasks of 30 s on average,"
                + " exponential, and arrive as a Poisson process; a cycle is 1 s.",
            System.getProperty("java.version"),
            System.getProperty("java.vm.name"),
            Runtime.getRuntime().availableProcessors(),
            sizes.runs(),
            sizes.runs()));
    lines.add("");
  }

  private void headline() throws IOException, InterruptedException {
    Measurement measured = measure(sizes.headline(), false);
    lines.add("## One core, `fifo`");
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "**%s million task events a second of processor time**: %s nodes of %d slots, %s jobs"
                + " (%s task events a run) at an offered load of %.1f. The aim was 1.0.",
            measured.speed(),
            number(measured.speedCase().nodes()),
            measured.speedCase().slots(),
            number(measured.speedCase().jobs()),
            number(measured.first().taskEvents()),
            measured.speedCase().load()));
    lines.add("");
  }

  private void policies() throws IOException, InterruptedException {
    lines.add("## Whole runs, by policy");
    lines.add("");
    lines.add("| policy | nodes × slots | jobs | plans | million task events / s |");
    lines.add("|---|---|---|---|---|");
    for (SpeedCase speedCase : sizes.policies()) {
      Measurement measured = measure(speedCase, false);
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %d × %d | %s | %s | %s |",
              speedCase.policy(),
              speedCase.nodes(),
              speedCase.slots(),
              number(speedCase.jobs()),
              number(measured.first().plans()),
              measured.medianSpeed() < 0.1
                  ? String.format(Locale.ROOT, "%.4f", measured.medianSpeed())
                  : measured.speed()));
    }
    lines.add("");
    lines.add(
        "`threesigma` solves an optimisation problem every cycle in which anything happens, so its"
            + " time is that of its plans.");
    lines.add("");
  }

  private void curve(
      String what, String title, ImmutableList<SpeedCase> cases, Function<Measurement, String> x)
      throws IOException, InterruptedException {
    List<Measurement> all = new ArrayList<>();
    for (SpeedCase speedCase : cases) {
      all.add(measure(speedCase, false));
    }
    lines.add("## " + title + ", `fifo`");
    lines.add("");
    lines.add("| " + what + " | slots a node | task events a run | million task events / s |");
    lines.add("|---|---|---|---|");
    for (Measurement measured : all) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %d | %s | %s |",
              x.apply(measured),
              measured.speedCase().slots(),
              number(measured.first().taskEvents()),
              measured.speed()));
    }
    lines.add("");
    lines.add("```mermaid");
    lines.add("xychart-beta");
    lines.add("  title \"Million task events a second over " + what + "\"");
    lines.add(
        "  x-axis ["
            + String.join(", ", all.stream().map(m -> '"' + x.apply(m) + '"').toList())
            + "]");
    lines.add("  y-axis \"million / s\" 0 --> " + ceiling(all));
    lines.add(
        "  line ["
            + String.join(
                ", ",
                all.stream().map(m -> String.format(Locale.ROOT, "%.2f", m.medianSpeed())).toList())
            + "]");
    lines.add("```");
    lines.add("");
  }

  private static long ceiling(List<Measurement> all) {
    return (long) Math.ceil(all.stream().mapToDouble(Measurement::medianSpeed).max().orElse(1));
  }

  private void overload() throws IOException, InterruptedException {
    lines.add("## A backlog that grows, `fifo`");
    lines.add("");
    lines.add(
        "At a load above 1 the jobs that wait become more and more, and every plan lists all of"
            + " them.");
    lines.add("");
    lines.add("| load | jobs | million task events / s |");
    lines.add("|---|---|---|");
    for (SpeedCase speedCase : sizes.overload()) {
      Measurement measured = measure(speedCase, false);
      lines.add(
          String.format(
              Locale.ROOT,
              "| %.1f | %s | %s |",
              speedCase.load(),
              number(speedCase.jobs()),
              measured.speed()));
    }
    lines.add("");
  }

  private void memory() throws IOException, InterruptedException {
    lines.add("## Memory");
    lines.add("");
    lines.add(
        "The same load for ten times and a hundred times as long: the live heap when half of the jobs"
            + " have ended stays as it is.");
    lines.add("");
    lines.add("| jobs | task events | `-Xmx` (MiB) | live heap (MiB) |");
    lines.add("|---|---|---|---|");
    for (SpeedCase speedCase : sizes.memory()) {
      Measurement measured = measure(speedCase, true);
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %.1f |",
              number(speedCase.jobs()),
              number(measured.first().taskEvents()),
              speedCase.heapMib(),
              measured.first().heapMib()));
    }
    lines.add("");
  }

  private Measurement measure(SpeedCase speedCase, boolean heap)
      throws IOException, InterruptedException {
    progress.println("measuring " + speedCase.text() + (heap ? " (heap)" : ""));
    return measurer.measure(speedCase, heap ? 1 : sizes.runs(), heap);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
