package org.foresight.kairosyarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;
import org.foresight.benchmarks.KeptSections;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.kairosyarn.Results.Quantity;
import org.foresight.kairosyarn.Results.Question;
import org.foresight.kairosyarn.Results.Statistic;

/** Writes the page of results. What is written by hand, between markers, stays. */
final class ResultsPage {

  private static final double SECOND_MILLIS = 1_000;

  /** What the tables have a column for. */
  private record Column(String title, Question question, int decimals) {}

  private static final ImmutableList<Integer> PERCENTILES =
      ImmutableList.of(10, 25, 50, 75, 90, 95, 99);

  private static final ImmutableList<Column> TIMES =
      ImmutableList.of(
          column("p50 (s)", Quantity.COMPLETION_SECONDS, Statistic.percentile(50)),
          column("p90 (s)", Quantity.COMPLETION_SECONDS, Statistic.percentile(90)),
          column("p99 (s)", Quantity.COMPLETION_SECONDS, Statistic.percentile(99)),
          column("mean (s)", Quantity.COMPLETION_SECONDS, Statistic.mean()));

  private static final ImmutableList<Column> ALL_JOBS =
      ImmutableList.<Column>builder()
          .addAll(TIMES)
          .add(
              column("slowdown p50", Quantity.SLOWDOWN, Statistic.percentile(50)),
              column("slowdown p90", Quantity.SLOWDOWN, Statistic.percentile(90)),
              column("slowdown p99", Quantity.SLOWDOWN, Statistic.percentile(99)),
              column("slowdown mean", Quantity.SLOWDOWN, Statistic.mean()))
          .build();

  private final Results results;
  private final Results simulated;
  private final Scale scale;
  private final boolean quick;
  private final PageLines lines;

  private ResultsPage(
      Results results, Results simulated, Scale scale, boolean quick, KeptSections kept) {
    this.results = results;
    this.simulated = simulated;
    this.scale = scale;
    this.quick = quick;
    this.lines = new PageLines(kept);
  }

  private static Column column(String title, Quantity quantity, Statistic statistic) {
    return new Column(title, Question.of(quantity, statistic), 1);
  }

  /**
   * The page.
   *
   * @param simulated what the simulator makes of the same runs of mixes
   * @param kept what is written by hand
   * @param quick whether these are the results of few jobs
   */
  static String text(
      Results results, Results simulated, Scale scale, boolean quick, KeptSections kept) {
    ResultsPage page = new ResultsPage(results, simulated, scale, quick, kept);
    page.write();
    return page.lines.text();
  }

  /**
   * What is written by hand in a page.
   *
   * @throws IOException if the page could not be written anew without a loss
   */
  static KeptSections kept(Path page) throws IOException {
    return PageLines.kept(
        page, Stream.of(Experiment.values()).map(Experiment::title).collect(toImmutableSet()));
  }

  private void write() {
    lines.heading(1, "Kairos on YARN, with tasks that compute");
    lines.paragraph(
        "Made by `./benchmarks/run.sh kairos-yarn"
            + (quick ? " --quick" : "")
            + "`; only what stands between the markers of notes is written by hand."
            + (quick ? " **Far too small to say anything.**" : ""));
    method();
    lines.heading(2, "What must show");
    lines.paragraph(
        "A claim on a ratio or a share holds where all of its 95 % interval is on its side, does not"
            + " hold where none of it is, and is undecided else, or with a single repeat.");
    lines.claims(MustShow.of(results));
    alone();
    Stream.of(Mix.values()).filter(mix -> results.has(Experiment.of(mix))).forEach(this::mix);
    agent();
  }

  private void method() {
    lines.heading(2, "How");
    DoubleSummaryStatistics load =
        results.runs().stream()
            .mapToDouble(run -> run.figure(Figure.LOAD_AVERAGE).orElse(0))
            .summaryStatistics();
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Hadoop %s, Java %s, %d processors. A [testbed](../testbed.md) of stock daemons, new for"
                + " each run: a ResourceManager and one NodeManager of %d cores (N), whose containers"
                + " compute. Repeats 1 to %d, each with jobs of its own, the same for all schedulers,"
                + " which take turns; %d of %d runs are there. The machine's load average when a run"
                + " began was %s.",
            VersionInfo.getVersion(),
            System.getProperty("java.version"),
            Runtime.getRuntime().availableProcessors(),
            Scale.CORES,
            results.repeats(),
            results.runs().size(),
            results.planned(),
            results.runs().isEmpty()
                ? Texts.NOT_RUN
                : String.format(
                    Locale.ROOT,
                    "%.1f to %.1f, %.1f on average",
                    load.getMin(),
                    load.getMax(),
                    load.getAverage())));
    scaling();
    schedulers();
    lines.notesOnMethod();
  }

  private void scaling() {
    lines.add(
        String.format(
            Locale.ROOT,
            "* Jobs are those of table 4.1 of the thesis with %d times fewer tasks, at least one map"
                + " and one reduce, each %d times shorter: a task ends when its process has had that"
                + " much processor time. The thesis tells how long a job takes alone on its %d cores;"
                + " its tasks are taken to be equally long, in as few waves as fit. Reduces begin when"
                + " all maps have ended.",
            scale.narrower(),
            scale.shorter(),
            Category.PAPER_CORES));
    lines.add(
        String.format(
            Locale.ROOT,
            "* One node rather than several: with two processors they would have a core each, and"
                + " no two tasks to choose from. So nothing here tells of how Kairos chooses nodes."
                + " Daemons and application masters share the two processors with the tasks."));
    for (Mix mix : Mix.values()) {
      if (results.has(Experiment.of(mix))) {
        lines.add(
            String.format(
                Locale.ROOT,
                "* %s: %d jobs a run, as many of each category as its share says, in random order,"
                    + " at random times (a Poisson process, given how many come) within as long as two"
                    + " cores of the thesis' load, %.0f %%, hold them with %d ms for each task that YARN"
                    + " adds.",
                mix.title(),
                scale.jobs(mix),
                100 * mix.load(),
                Scale.OVERHEAD_MILLIS));
      }
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "* The quantum W is %d ms: as much longer than the shortest task, with those %d ms, as the"
                + " thesis' 50 s are.",
            scale.quantumMillis(),
            Scale.OVERHEAD_MILLIS));
    lines.add(
        "* Whoever goes by history has ten earlier runs of each category. All jobs are of one user,"
            + " in one queue that may take all of the cluster. Each run begins with "
            + scale.warmUpJobs()
            + " tiny jobs that do not count.");
    lines.add(
        "* *Completion time*: from submission until the application master knows of the last task's"
            + " end. *Slowdown*: that, over the time that a job of the category took alone on the idle"
            + " testbed under CapacityScheduler in the same repeat. Percentiles are of the jobs of a"
            + " repeat; figures are means over the repeats, ratios those of the sums over the repeats,"
            + " with the 95 % interval of the bootstrap over the repeats, pairwise.");
    lines.add("");
  }

  private void schedulers() {
    lines.head("scheduler", "what", "tasks at once", "set otherwise than by default");
    for (YarnSystem system : YarnSystem.values()) {
      lines.row(
          system.title(),
          system.what(),
          Integer.toString(system.offeredCores()),
          Stream.concat(
                  system.keys(Mix.HEAVY_TAILED, scale).entrySet().stream(),
                  system.agentKeys(scale.quantumMillis()).entrySet().stream())
              .map(key -> "`" + key.getKey() + "` " + key.getValue())
              .collect(Collectors.joining("<br>")));
    }
    lines.add("");
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Two classes are told apart by what history says of a job's tasks: as in the thesis, %s and"
                + " %s jobs are long in the heavy-tailed mix, which leaves short ones 95 %% of the"
                + " cluster, and %s ones in the uniform mix, which leaves short ones 70 %% (there"
                + " `foresight.bigc.cutoff-millis` is %d). Long tasks are suspended by the same agent"
                + " that Kairos has.",
            Category.MEDIUM_LONG.title(),
            Category.LONG.title(),
            Category.MEDIUM.title(),
            scale.cutoffMillis(Mix.UNIFORM)));
  }

  private void alone() {
    lines.heading(2, "Jobs alone");
    lines.head(
        "category",
        "maps",
        "reduces",
        "processor time of a task (s)",
        "alone (s)",
        "at least (s)",
        "alone in the thesis (s)");
    for (Category category : Category.values()) {
      double taskSeconds = scale.taskMillis(category) / SECOND_MILLIS;
      double[] alone =
          LongStream.rangeClosed(1, results.repeats())
              .mapToObj(repeat -> results.alone(category, repeat))
              .flatMapToDouble(OptionalDouble::stream)
              .toArray();
      lines.row(
          category.title(),
          Integer.toString(scale.maps(category)),
          Integer.toString(scale.reduces(category)),
          Texts.number(taskSeconds, 2),
          Texts.orNotRun(Pairs.mean(alone), 2),
          Texts.number(waves(category) * taskSeconds, 2),
          Integer.toString(category.aloneSeconds()));
    }
    lines.add("");
    lines.paragraph(
        "Beyond that, a wave of tasks took "
            + Texts.orNotRun(Pairs.mean(overheadMillis()), 0)
            + " ms alone, what a job needs to be submitted and to register included; "
            + Scale.OVERHEAD_MILLIS
            + " ms of it are taken to be YARN's for each task.");
    lines.notes(Experiment.ALONE.title());
  }

  /** What each wave took beyond its task, of each category and repeat. */
  private double[] overheadMillis() {
    return Stream.of(Category.values())
        .flatMapToDouble(
            category ->
                LongStream.rangeClosed(1, results.repeats())
                    .mapToObj(repeat -> results.alone(category, repeat))
                    .flatMapToDouble(OptionalDouble::stream)
                    .map(
                        seconds ->
                            seconds * SECOND_MILLIS / waves(category) - scale.taskMillis(category)))
        .toArray();
  }

  private int waves(Category category) {
    return Category.waves(scale.maps(category), Scale.CORES)
        + Category.waves(scale.reduces(category), Scale.CORES);
  }

  private void mix(Mix mix) {
    lines.heading(2, "The " + mix.title() + " mix");
    lines.paragraph(
        "Shares: "
            + mix.categories().stream()
                .map(c -> c.title() + " " + Texts.number(100 * mix.share(c), 0) + " %")
                .collect(Collectors.joining(", "))
            + ". In the thesis one job came every "
            + mix.intervalSeconds()
            + " s.");
    means(mix);
    ratios(mix);
    distribution(mix);
    classes(mix);
    costs(mix);
    simulated(mix);
    if (mix == Mix.HEAVY_TAILED) {
      KairosVariants.add(lines, mix, scale, quick);
    }
    lines.notes(mix.title());
  }

  private void means(Mix mix) {
    lines.head(
        Stream.concat(Stream.of("scheduler", "n"), ALL_JOBS.stream().map(Column::title))
            .toArray(String[]::new));
    for (YarnSystem system : YarnSystem.values()) {
      lines.row(
          Stream.concat(
                  Stream.of(
                      system.title(),
                      Integer.toString(
                          results.pairs(mix, system, system, ALL_JOBS.get(0).question()).size())),
                  ALL_JOBS.stream().map(column -> mean(results, mix, system, column)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private static String mean(Results of, Mix mix, YarnSystem system, Column column) {
    return Texts.orNotRun(
        Pairs.mean(of.pairs(mix, system, system, column.question()).first().toArray()),
        column.decimals());
  }

  private static String ratio(
      Results of, Mix mix, YarnSystem system, YarnSystem base, Column column) {
    return Texts.orNotRun(of.pairs(mix, system, base, column.question()).ratio(), 2);
  }

  private void ratios(Mix mix) {
    lines.head(
        Stream.concat(Stream.of("ratio"), ALL_JOBS.stream().map(Column::title))
            .toArray(String[]::new));
    for (YarnSystem base : ImmutableList.of(YarnSystem.FIFO, YarnSystem.BIGC)) {
      for (YarnSystem system : YarnSystem.values()) {
        if (system.compareTo(base) > 0) {
          lines.row(
              Stream.concat(
                      Stream.of(system.title() + " ÷ " + base.title()),
                      ALL_JOBS.stream().map(column -> ratio(results, mix, system, base, column)))
                  .toArray(String[]::new));
        }
      }
    }
    lines.add("");
  }

  private void distribution(Mix mix) {
    lines.paragraph("Percentiles of the jobs of all repeats together:");
    lines.head(
        Stream.concat(
                Stream.of("completion time (s) / slowdown"),
                PERCENTILES.stream().map(percent -> "p" + percent))
            .toArray(String[]::new));
    for (YarnSystem system : YarnSystem.values()) {
      double[] seconds = results.pooled(mix, system, Quantity.COMPLETION_SECONDS);
      double[] slowdowns = results.pooled(mix, system, Quantity.SLOWDOWN);
      lines.row(
          Stream.concat(
                  Stream.of(system.title()),
                  PERCENTILES.stream()
                      .map(p -> percentile(seconds, p) + " / " + percentile(slowdowns, p)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private static String percentile(double[] values, int percent) {
    return values.length == 0
        ? Texts.NOT_RUN
        : Texts.number(Statistic.percentile(percent).of(values), 1);
  }

  private void classes(Mix mix) {
    ImmutableList<Column> columns =
        ImmutableList.of(
            meanOf(
                "short, mean (s)", Quantity.COMPLETION_SECONDS, category -> !mix.isLong(category)),
            meanOf("long, mean (s)", Quantity.COMPLETION_SECONDS, mix::isLong),
            meanOf("short, mean slowdown", Quantity.SLOWDOWN, category -> !mix.isLong(category)),
            meanOf("long, mean slowdown", Quantity.SLOWDOWN, mix::isLong));
    Stream<Column> categories =
        mix.categories().stream()
            .map(
                category ->
                    meanOf(
                        category.title() + ", mean slowdown", Quantity.SLOWDOWN, category::equals));
    ImmutableList<Column> all =
        Stream.concat(columns.stream(), categories).collect(ImmutableList.toImmutableList());
    lines.head(
        Stream.concat(Stream.of("scheduler"), all.stream().map(Column::title))
            .toArray(String[]::new));
    for (YarnSystem system : YarnSystem.values()) {
      lines.row(
          Stream.concat(
                  Stream.of(system.title()), all.stream().map(c -> mean(results, mix, system, c)))
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private static Column meanOf(String title, Quantity quantity, Predicate<Category> categories) {
    return new Column(title, new Question(quantity, Statistic.mean(), categories), 1);
  }

  private void costs(Mix mix) {
    lines.head(
        "cores in use on average, until the last job had ended",
        "tasks",
        "ResourceManager",
        "NodeManager",
        "of it the agent's thread",
        "application masters",
        "tasks lost",
        "jobs not ended");
    for (YarnSystem system : YarnSystem.values()) {
      lines.row(
          system.title(),
          cores(mix, system, Figure.TASK_CPU_SECONDS, 2),
          cores(mix, system, Figure.MANAGER_CPU_SECONDS, 2),
          cores(mix, system, Figure.NODE_CPU_SECONDS, 2),
          cores(mix, system, Figure.AGENT_CPU_SECONDS, 4),
          cores(mix, system, Figure.MASTERS_CPU_SECONDS, 2),
          sum(mix, system, Figure.LOST_TASKS),
          sum(mix, system, Figure.UNFINISHED));
    }
    lines.add("");
  }

  private void simulated(Mix mix) {
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "The same jobs in the simulator, where each task holds a core for %d ms before it computes,"
                + " and nothing else takes any time:",
            Scale.OVERHEAD_MILLIS));
    lines.head(
        Stream.of(
                Stream.of("simulated scheduler"),
                TIMES.stream().map(Column::title),
                TIMES.stream().map(column -> column.title() + " ÷ FIFO's"))
            .flatMap(titles -> titles)
            .toArray(String[]::new));
    for (YarnSystem system : YarnSystem.values()) {
      lines.row(
          Stream.of(
                  Stream.of(system.title()),
                  TIMES.stream().map(column -> mean(simulated, mix, system, column)),
                  TIMES.stream()
                      .map(column -> ratio(simulated, mix, system, YarnSystem.FIFO, column)))
              .flatMap(cells -> cells)
              .toArray(String[]::new));
    }
    lines.add("");
  }

  private String cores(Mix mix, YarnSystem system, Figure figure, int decimals) {
    return Texts.orNotRun(Pairs.mean(results.cores(mix, system, figure).toArray()), decimals);
  }

  private String sum(Mix mix, YarnSystem system, Figure figure) {
    return Texts.number(
        LongStream.rangeClosed(1, results.repeats())
            .mapToObj(repeat -> results.run(Experiment.of(mix), system, repeat))
            .flatMap(Optional::stream)
            .mapToDouble(run -> run.figure(figure).orElse(0))
            .sum(),
        0);
  }

  private void agent() {
    lines.heading(2, "The agent");
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Under Kairos with a quantum of an hour, N = %d, Q = %d. Short tasks count, one after the"
                + " other, and tell how long that took: alone, and on a node with %d tasks that compute"
                + " until they are stopped. Then a JVM that makes garbage is suspended for %d s by two that come"
                + " after it; it notes the time every second.",
            Scale.CORES,
            Scale.QUEUE_BOUND,
            Scale.CORES + Scale.QUEUE_BOUND - 1,
            scale.suspendedSeconds()));
    lines.head("", "n", "shortest (s)", "mean (s)", "longest (s)");
    results
        .agent()
        .ifPresent(
            run -> {
              times("a short task alone", run, Sample.ALONE);
              times("a short task beside long ones", run, Sample.BESIDE);
              times("from one note of the suspended JVM to the next", run, Sample.SILENCE);
            });
    lines.add("");
    lines.notes(Experiment.AGENT.title());
  }

  private void times(String title, RunRecord run, String of) {
    DoubleSummaryStatistics seconds = run.seconds(of).summaryStatistics();
    lines.row(
        title,
        Long.toString(seconds.getCount()),
        Texts.number(seconds.getMin(), 2),
        Texts.number(seconds.getAverage(), 2),
        Texts.number(seconds.getMax(), 2));
  }
}
