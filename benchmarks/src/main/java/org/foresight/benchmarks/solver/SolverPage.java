package org.foresight.benchmarks.solver;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.KeptSections;
import org.foresight.planner.solver.OjAlgoSolver;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.planner.solver.WarmStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Measures the default solver and writes the page of results. The notes between the markers stay as
 * they are.
 */
public final class SolverPage {
  static final String NOTES = "notes";

  /** The larger plans are out of ojAlgo's reach: it makes a dense matrix of them. */
  private static final ImmutableList<String> FOR_OJALGO = ImmutableList.of("S", "M");

  private final SolverSizes sizes;
  private final Optional<OtherSolvers> others;
  private final PrintStream progress;
  private final List<String> lines = new ArrayList<>();

  SolverPage(SolverSizes sizes, Optional<OtherSolvers> others, PrintStream progress) {
    this.sizes = sizes;
    this.others = others;
    this.progress = progress;
  }

  /** Measures, and writes the page; bad arguments end it with 2. */
  public static void main(String[] arguments) {
    System.exit(BenchmarkProgram.commandLine(new Program()).execute(arguments));
  }

  @Command(
      name = "solver",
      description = "Measures the default solver and writes the page of results.")
  private static final class Program implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "PAGE", description = "The page to write.")
    private Path page;

    @Option(names = "--quick", description = "Small sizes and budgets.")
    private boolean quick;

    @Option(
        names = "--only",
        split = ",",
        paramLabel = "SIZE",
        description = "Of the sizes S, M, L, P, W, X and H these alone.")
    private List<String> only = List.of();

    @Option(names = "--seeds", paramLabel = "N", description = "How many plans of each size.")
    private @Nullable Integer seeds;

    @Option(
        names = "--external",
        paramLabel = "CLASSPATH",
        description = "Compares with the solvers of OR-Tools, which are there.")
    private @Nullable String external;

    /** Picocli fills the fields. */
    @SuppressWarnings("NullAway.Init")
    private Program() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
      SolverSizes sizes = quick ? SolverSizes.QUICK : SolverSizes.FULL;
      try {
        if (!only.isEmpty()) {
          sizes = sizes.withSizes(only.stream().map(PlanSize::of).collect(toImmutableList()));
        }
        if (seeds != null) {
          sizes = sizes.withSeeds(seeds);
        }
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
      Optional<OtherSolvers> others = Optional.ofNullable(external).map(ExternalSolvers::new);
      KeptSections kept = KeptSections.of(page, ImmutableSet.of(NOTES));
      Files.writeString(page, new SolverPage(sizes, others, System.err).write(kept));
      return 0;
    }
  }

  String write(KeptSections kept) throws IOException, InterruptedException {
    List<MeasuredSize> measured = new ArrayList<>();
    List<String> compared = new ArrayList<>();
    for (PlanSize size : sizes.sizes()) {
      measured.add(measure(size));
      compared.addAll(compare(size, measured.get(measured.size() - 1)));
    }
    lines.add("# The solver: how close to the bound, how soon");
    lines.add("");
    lines.add("Made by `./benchmarks/run.sh solver`; only the notes are written by hand.");
    lines.add("");
    environment();
    claims(measured);
    qualities(measured);
    plans(measured);
    others(compared);
    lines.add("## Notes");
    lines.add("");
    kept.addTo(lines, NOTES);
    return String.join("\n", lines) + "\n";
  }

  private void environment() {
    lines.add(
        format(
            "Java %s (%s), `-XX:+UseSerialGC`; the solver has one thread, and a budget is processor"
                + " time of that thread (not of the JVM's own: garbage collection and compilation)."
                + " Before a size is measured, the JVM has solved another plan of that size (seed"
                + " %d) for %s CPU-seconds. %d plans of each size, seeds %d and following, of which"
                + " none was used while the solver was made.",
            System.getProperty("java.version"),
            System.getProperty("java.vm.name"),
            SolverSizes.WARM_UP_SEED,
            number(sizes.warmUpSeconds()),
            sizes.seeds(),
            SolverSizes.FIRST_SEED));
    lines.add("");
    lines.add(
        "The plans (`GeneratedPlan`) follow 3Sigma §4.3 and §5: half of the jobs have a deadline,"
            + " runtimes are histograms of up to 80 bins, each job prefers three quarters of the"
            + " partitions and is 1.5 times slower elsewhere, load 1.4, most of the cluster held by"
            + " running jobs, half of which may be stopped and are columns too. Utilities are the"
            + " paper's curves: what a job is worth does not depend on its width.");
    lines.add("");
    lines.add(
        format(
            "*Warm*: the plan one slot later with 5 %% of the jobs replaced, from the choices and"
                + " the prices of the plan before, which was solved for %s CPU-seconds. Percentages"
                + " are of the optimum where it could be proven, else of the lower of two bounds,"
                + " that of the linear relaxation (GLOP) and, for plans of up to %d jobs, the one"
                + " that SCIP's branch and bound has proven after %s seconds of the clock, else of"
                + " the solver's own dual bound, which is never below that of the linear relaxation:"
                + " mean over the plans, in brackets the worst.",
            number(sizes.lastPlanSeconds()),
            MeasuredPlan.MOST_JOBS_FOR_BRANCHING,
            number(MeasuredPlan.BRANCHING_SECONDS)));
    lines.add("");
  }

  private void claims(List<MeasuredSize> measured) {
    lines.add("## What is aimed at");
    lines.add("");
    lines.add(
        "| aim | " + String.join(" | ", measured.stream().map(m -> m.size.name()).toList()) + " |");
    lines.add("|---|" + "---|".repeat(measured.size()));
    claim(measured, "warm", 1, m -> 97);
    claim(measured, "cold", 1, m -> 95);
    claim(measured, "warm", 2, m -> m.size.slots() == 100 ? 98 : 99);
    claim(measured, "cold", 2, m -> m.size.slots() == 100 ? 98 : 99);
    lines.add("");
  }

  private void claim(
      List<MeasuredSize> measured, String start, int budget, ToDoubleFunction<MeasuredSize> aim) {
    StringBuilder line = new StringBuilder();
    line.append(format("| %s, %s CPU-s: at least the per cent stated |", start, seconds(budget)));
    for (MeasuredSize size : measured) {
      double mean = size.mean(start.equals("warm") ? size.warm : size.cold, budget);
      boolean holds = mean >= aim.applyAsDouble(size);
      line.append(
          format(
              " %s %.0f: %s |",
              holds ? "≥" : "<", aim.applyAsDouble(size), holds ? "holds" : "does not hold"));
    }
    lines.add(line.toString());
  }

  private void qualities(List<MeasuredSize> measured) {
    lines.add("## Per cent of the reference");
    lines.add("");
    StringBuilder head = new StringBuilder("| size | greedy, after ms |");
    for (String start : List.of("cold", "warm")) {
      for (int budget = 0; budget < sizes.budgets().size(); budget++) {
        head.append(format(" %s %s s |", start, seconds(budget)));
      }
    }
    lines.add(head.toString());
    lines.add("|---|---|" + "---|".repeat(2 * sizes.budgets().size()));
    for (MeasuredSize size : measured) {
      StringBuilder line = new StringBuilder();
      line.append(
          format(
              "| %s | %.1f, %.0f |",
              size.size.name(),
              average(size.cold, plan -> plan.percent(plan.greedyObjective())),
              1000 * average(size.cold, MeasuredPlan::greedySeconds)));
      for (List<MeasuredPlan> plans : List.of(size.cold, size.warm)) {
        for (int budget = 0; budget < sizes.budgets().size(); budget++) {
          int index = budget;
          double worst =
              plans.stream().mapToDouble(plan -> plan.percentAt(index)).min().orElseThrow();
          line.append(format(" %.2f (%.2f) |", size.mean(plans, budget), worst));
        }
      }
      lines.add(line.toString());
    }
    lines.add("");
  }

  private void plans(List<MeasuredSize> measured) {
    lines.add("## The plans");
    lines.add("");
    lines.add(
        "| size | jobs × partitions × slots | nodes | columns | non-zeros | reference | own bound"
            + " above it |");
    lines.add("|---|---|---|---|---|---|---|");
    for (MeasuredSize size : measured) {
      List<MeasuredPlan> all = new ArrayList<>(size.cold);
      all.addAll(size.warm);
      String kinds =
          String.join(
              ", ", all.stream().map(plan -> plan.reference().kind().text).distinct().toList());
      lines.add(
          format(
              "| %s | %s | %,d | %,d | %,d | %s | %.3f %% |",
              size.size.name(),
              size.size.dimensions(),
              size.size.nodes(),
              size.columns,
              size.nonZeros,
              kinds,
              100 * average(all, MeasuredPlan::boundExcess)));
    }
    lines.add("");
    lines.add("Columns and non-zeros are those of the first plan.");
    lines.add("");
  }

  private void others(List<String> compared) {
    lines.add("## Other solvers");
    lines.add("");
    lines.add(
        "On the first plan of each size, cold, in per cent of the same reference; – stands for no"
            + " solution. Their budgets are seconds of the clock, one thread each. SCIP and CP-SAT"
            + " come with OR-Tools (`--external`).");
    lines.add("");
    lines.add("| size | solver | " + String.join(" | ", budgetHeads()) + " |");
    lines.add("|---|---|" + "---|".repeat(sizes.otherBudgets().size()));
    lines.addAll(compared);
    lines.add("");
  }

  private List<String> budgetHeads() {
    return sizes.otherBudgets().stream().map(seconds -> number(seconds) + " s").toList();
  }

  private MeasuredSize measure(PlanSize size) throws IOException, InterruptedException {
    PlanSolver solver = PlanSolvers.create(PlanSolvers.DEFAULT);
    progress.println("warming up for " + size.name());
    PlanSolution unused =
        solver.solve(
            GeneratedPlan.of(size, SolverSizes.WARM_UP_SEED).instance(),
            CpuBudget.ofSeconds(sizes.warmUpSeconds()));
    var measured = new MeasuredSize(size);
    Optional<OtherSolvers> provers = others;
    for (int i = 0; i < sizes.seeds(); i++) {
      int seed = SolverSizes.FIRST_SEED + i;
      progress.println(
          "measuring " + size.name() + ", seed " + seed + ", after " + unused.solver());
      GeneratedPlan plan = GeneratedPlan.of(size, seed);
      GeneratedPlan later = plan.oneSlotLater(seed);
      PlanSolution last =
          solver.solve(plan.instance(), CpuBudget.ofSeconds(sizes.lastPlanSeconds()));
      MeasuredPlan cold = MeasuredPlan.measure(plan.instance(), WarmStart.NONE, sizes, provers);
      if (cold.reference().kind() == MeasuredPlan.Reference.Kind.DUAL) {
        // One that does not end in time is enough.
        provers = Optional.empty();
      }
      measured.cold.add(cold);
      measured.warm.add(
          MeasuredPlan.measure(later.instance(), later.after(plan, last), sizes, provers));
      if (i == 0) {
        measured.count(plan.instance());
      }
    }
    return measured;
  }

  private List<String> compare(PlanSize size, MeasuredSize measured)
      throws IOException, InterruptedException {
    PlanInstance instance = GeneratedPlan.of(size, SolverSizes.FIRST_SEED).instance();
    MeasuredPlan plan = measured.cold.get(0);
    List<String> rows = new ArrayList<>();
    if (FOR_OJALGO.contains(size.name())) {
      rows.add(
          row(
              size,
              "ojAlgo",
              plan,
              seconds ->
                  new OjAlgoSolver()
                      .solve(instance, CpuBudget.ofClockSeconds(seconds))
                      .objective()));
    }
    if (others.isPresent()) {
      OtherSolvers solvers = others.get();
      rows.add(
          row(size, "SCIP", plan, seconds -> solvers.solve(instance, "SCIP", seconds).objective()));
      rows.add(
          row(
              size,
              "CP-SAT",
              plan,
              seconds -> solvers.solve(instance, "SAT", seconds).objective()));
    }
    return rows;
  }

  private String row(PlanSize size, String name, MeasuredPlan plan, Attempt attempt)
      throws IOException, InterruptedException {
    StringBuilder line = new StringBuilder("| " + size.name() + " | " + name + " |");
    for (double seconds : sizes.otherBudgets()) {
      progress.println("comparing " + size.name() + " with " + name + ", " + seconds + " s");
      double objective = attempt.solve(seconds);
      line.append(objective > 0 ? format(" %.1f |", plan.percent(objective)) : " – |");
    }
    return line.toString();
  }

  private String seconds(int budget) {
    return number(sizes.budgets().get(budget));
  }

  private static double average(List<MeasuredPlan> plans, ToDoubleFunction<MeasuredPlan> figure) {
    return plans.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? format("%.0f", value) : Double.toString(value);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Runs another solver; returns what its solution is worth, nothing or NaN for none. */
  @FunctionalInterface
  private interface Attempt {
    double solve(double seconds) throws IOException, InterruptedException;
  }

  /** The plans of a size. */
  private static final class MeasuredSize {
    private final PlanSize size;
    private final List<MeasuredPlan> cold = new ArrayList<>();
    private final List<MeasuredPlan> warm = new ArrayList<>();
    private long columns;
    private long nonZeros;

    MeasuredSize(PlanSize size) {
      this.size = size;
    }

    void count(PlanInstance instance) {
      columns = instance.jobs().stream().mapToLong(job -> job.options().size()).sum();
      long[] entries = {0};
      instance
          .jobs()
          .forEach(
              job ->
                  job.options()
                      .forEach(
                          option -> instance.forEachEntry(option, (row, amount) -> entries[0]++)));
      nonZeros = entries[0];
    }

    double mean(List<MeasuredPlan> plans, int budget) {
      return average(plans, plan -> plan.percentAt(budget));
    }
  }
}
