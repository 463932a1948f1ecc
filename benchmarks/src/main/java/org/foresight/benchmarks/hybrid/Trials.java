package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.formats.TaskListReader;

/**
 * The trials: the thesis' workloads scaled down, or the same with few jobs.
 *
 * <p>The thesis runs up to 1.2 million jobs on up to 170,000 nodes. Here are fewer jobs on fewer
 * nodes, and where jobs are wide, a share of the tasks of each, so that all runs end within half an
 * hour. Loads rather than numbers of nodes are varied.
 */
final class Trials {

  static final String GOOGLE = "google";
  static final String CLOUDERA = "cloudera";
  static final String FACEBOOK = "facebook";
  static final String YAHOO = "yahoo";
  static final String GOOGLE_TASKS = "google2011-tasks";
  static final String YAHOO_FILE = "hawk-yahoo-derived";
  static final String SIZE = "size";

  /** The names of all, in the order of the page. */
  static final ImmutableList<String> NAMES =
      ImmutableList.of(GOOGLE, CLOUDERA, FACEBOOK, YAHOO, GOOGLE_TASKS, YAHOO_FILE, SIZE);

  /** Those that compare schedulers rather than measure the simulator. */
  static final ImmutableList<String> TRACES =
      ImmutableList.of(GOOGLE, CLOUDERA, FACEBOOK, YAHOO, GOOGLE_TASKS, YAHOO_FILE);

  /** Number of jobs of Google's trace. */
  static final int PUBLISHED_JOBS = 506_460;

  private static final int PUBLISHED_NODES = 15_000;
  private static final double GOOGLE_CUTOFF = 1_129.532;
  private static final double YAHOO_CUTOFF = 90.5811;
  private static final double GOOGLE_SHARE = 0.17;
  private static final double YAHOO_SHARE = 0.02;
  private static final long GOOGLE_REPORTS = 3_000;
  private static final long CLOUDERA_REPORTS = 12_000;
  private static final long YAHOO_REPORTS = 7_000;

  /** Before that the trace has next to no jobs; on its reader's clock. */
  private static final long GOOGLE_FROM_SECOND = 1_467_000 - 1_406_471;

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final int ALL_SEEDS = Integer.MAX_VALUE;
  private static final int QUICK_DIVISOR = 20;

  private static final ImmutableList<Double> FINE = ImmutableList.of(0.5, 0.65, 0.8, 0.9, 0.95);
  private static final ImmutableList<Double> COARSE = ImmutableList.of(0.5, 0.8, 0.95);

  private final boolean quick;
  private final ImmutableList.Builder<Trial> trials = ImmutableList.builder();

  private Trials(boolean quick) {
    this.quick = quick;
  }

  /**
   * The trials that can be run.
   *
   * @param quick whether with few jobs
   * @param data folder of real traces
   * @param missing told in one line of what is left out
   * @throws IOException if a trace is there and cannot be read
   */
  static ImmutableList<Trial> of(boolean quick, Path data, Consumer<String> missing)
      throws IOException {
    Trials all = new Trials(quick);
    all.generated();
    all.file(
        data.resolve("google2011-tasks/jobs.tr.gz"),
        GOOGLE_TASKS,
        "Tasks of Google's trace of 2011",
        "a cut of the trace of §2.4 and §3.6, measured durations",
        GOOGLE_FROM_SECOND,
        new Size(3_000, 1_500, 30),
        new Classes(GOOGLE_CUTOFF, GOOGLE_SHARE, GOOGLE_REPORTS),
        missing);
    all.file(
        data.resolve("hawk-yahoo-derived/yh1_sub.tr.gz"),
        YAHOO_FILE,
        "First Yahoo file of the published simulators",
        "a cut of their Yahoo trace, durations drawn",
        0,
        new Size(4_000, 1_500, 42),
        new Classes(YAHOO_CUTOFF, YAHOO_SHARE, YAHOO_REPORTS),
        missing);
    if (!quick) {
      all.size();
    }
    return all.trials.build();
  }

  /**
   * How large a trial is.
   *
   * @param tasksPerJob about
   */
  private record Size(int nodes, int jobs, double tasksPerJob) {}

  /** How a trial tells short jobs and long ones apart, and when nodes report. */
  private record Classes(double cutoffSeconds, double shortShare, long reportMillis) {}

  private void generated() {
    add(
        generated(GOOGLE, new Size(1_000, 1_500, 32), 1.0),
        "Like Google's trace, generated",
        "§2.4.2, fig. 2.5; §3.6, fig. 3.2",
        new Classes(GOOGLE_CUTOFF, GOOGLE_SHARE, GOOGLE_REPORTS),
        FINE,
        Systems.PUBLISHED,
        ImmutableList.<HybridSystem>builder()
            .addAll(Systems.BREAKDOWN)
            .addAll(Systems.SENSITIVITY)
            .addAll(Systems.KAIROS_VARIANTS)
            .build());
    add(
        generated(CLOUDERA, new Size(1_500, 2_000, 28), 0.1),
        "Cloudera's, generated",
        "§2.4.3, fig. 2.6b",
        new Classes(272.783, 0.09, CLOUDERA_REPORTS),
        COARSE,
        Systems.PUBLISHED,
        ImmutableList.of());
    add(
        generated(FACEBOOK, new Size(1_500, 5_000, 8), 0.1),
        "Facebook's, generated",
        "§2.4.3, fig. 2.6a",
        new Classes(76.5951, 0.02, GOOGLE_REPORTS),
        COARSE,
        Systems.PUBLISHED,
        ImmutableList.of());
    add(
        generated(YAHOO, new Size(1_000, 3_000, 10), 0.25),
        "Yahoo's, generated",
        "§2.4.3, fig. 2.6c; §3.6, fig. 3.6",
        new Classes(YAHOO_CUTOFF, YAHOO_SHARE, YAHOO_REPORTS),
        COARSE,
        Systems.PUBLISHED,
        Systems.BREAKDOWN);
  }

  private TrialWorkload generated(String name, Size size, double taskShare) {
    int jobs = quick ? size.jobs() / QUICK_DIVISOR : size.jobs();
    int nodes = quick ? size.nodes() / QUICK_DIVISOR : size.nodes();
    return new TrialWorkload(
        name,
        ImmutableList.of(),
        jobs,
        nodes,
        quick ? taskShare / 2 : taskShare,
        jobs * size.tasksPerJob());
  }

  private void file(
      Path file,
      String name,
      String title,
      String source,
      long fromSecond,
      Size size,
      Classes classes,
      Consumer<String> missing)
      throws IOException {
    if (!Files.exists(file)) {
      missing.accept(
          file
              + ": there is no such file; the trial "
              + name
              + " is skipped. Set FORESIGHT_SHARED_DATA to the folder of the traces for it.");
      return;
    }
    int jobs = quick ? size.jobs() / QUICK_DIVISOR : size.jobs();
    add(
        new TrialWorkload(
            name, read(file, fromSecond, jobs), jobs, size.nodes(), 1.0, jobs * size.tasksPerJob()),
        title,
        source,
        classes,
        COARSE,
        Systems.ON_FILES,
        Systems.KAIROS_VARIANTS);
  }

  private static ImmutableList<WorkloadJob> read(Path file, long fromSecond, int jobs)
      throws IOException {
    try (JobStream stream =
        JobStreams.first(
            JobStreams.submittedBetween(
                TaskListReader.open(file, BadLines.STRICT),
                fromSecond * MILLIS_PER_SECOND,
                Long.MAX_VALUE),
            jobs)) {
      return ImmutableList.copyOf(stream);
    }
  }

  private void add(
      TrialWorkload workload,
      String title,
      String source,
      Classes classes,
      ImmutableList<Double> loads,
      ImmutableList<HybridSystem> systems,
      ImmutableList<HybridSystem> variants) {
    trials.add(
        new Trial(
            workload.name(),
            title,
            source,
            workload,
            workload.nodes(),
            classes.cutoffSeconds(),
            classes.shortShare(),
            classes.reportMillis(),
            loads,
            systems,
            variants,
            ALL_SEEDS));
  }

  /** The published simulator's largest run, with one seed. */
  private void size() {
    trials.add(
        new Trial(
            SIZE,
            "The size of the published simulations",
            "506,460 jobs on 15,000 nodes",
            new TrialWorkload(
                GOOGLE,
                ImmutableList.of(),
                PUBLISHED_JOBS,
                PUBLISHED_NODES,
                1.0,
                PUBLISHED_JOBS * 32.0),
            PUBLISHED_NODES,
            GOOGLE_CUTOFF,
            GOOGLE_SHARE,
            GOOGLE_REPORTS,
            ImmutableList.of(0.9),
            ImmutableList.of(Systems.HAWK, Systems.EAGLE),
            ImmutableList.of(),
            1));
  }

  /** The trial of a name, if it is one of these. */
  static Optional<Trial> find(ImmutableList<Trial> trials, String name) {
    return trials.stream().filter(trial -> trial.name().equals(name)).findFirst();
  }
}
