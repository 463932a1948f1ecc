package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The trials: all of them as the paper did them, or the same with few jobs. */
final class Trials {

  static final String TWO_SIGMA = "slearn-2sigma";
  static final String GOOGLE_2011 = "slearn-google2011";
  static final String GOOGLE_2019 = "slearn-google2019";
  static final String DAG = "slearn-google2019-dag";
  static final String TASKS_2011 = "google2011-tasks";
  static final String SPARK = "spark-tpch-tasks";

  /** The names of all, in the order of the page. */
  static final ImmutableList<String> NAMES =
      ImmutableList.of(TWO_SIGMA, GOOGLE_2011, GOOGLE_2019, DAG, TASKS_2011, SPARK);

  /** Machines of one slot. */
  static final int NODES = 150;

  private static final int JOBS = 1250;
  private static final int DAG_JOBS = 900;
  private static final int SPARK_JOBS = 150;
  private static final int QUICK_JOBS = 40;
  private static final String TASKS_FILE = "google2011-tasks/jobs.tr.gz";

  private static final ImmutableList<GsSystem> ALL =
      ImmutableList.of(
          GsSystem.SLEARN,
          GsSystem.THREE_SIGMA,
          GsSystem.THREE_SIGMA_TL,
          GsSystem.POINT_EST,
          GsSystem.LAS,
          GsSystem.FIFO,
          GsSystem.ORACLE,
          GsSystem.POSTERIOR,
          GsSystem.ESTIMATES);

  private static final ImmutableList<GsSystem> OF_DAGS =
      ImmutableList.of(
          GsSystem.SLEARN_DAG,
          GsSystem.THREE_SIGMA,
          GsSystem.POINT_EST,
          GsSystem.LAS,
          GsSystem.ORACLE,
          GsSystem.POSTERIOR);

  private static final ImmutableList<GsSystem> WITHOUT_HISTORY =
      ImmutableList.of(
          GsSystem.SLEARN,
          GsSystem.LAS,
          GsSystem.FIFO,
          GsSystem.ORACLE,
          GsSystem.POSTERIOR,
          GsSystem.ESTIMATES);

  private Trials() {}

  /**
   * The trials that can be run.
   *
   * @param quick whether with few jobs
   * @param data folder of real traces
   * @param missing told in one line of what is left out
   */
  static ImmutableList<Trial> of(boolean quick, Path data, Consumer<String> missing)
      throws IOException {
    ImmutableList.Builder<Trial> trials = ImmutableList.builder();
    trials.add(
        new Trial(
            TWO_SIGMA,
            "2STrace, generated",
            "§5.3.3, fig. 6(a)",
            generated(TWO_SIGMA, JOBS, quick),
            GsSystem.SLEARN,
            ALL,
            ImmutableMap.of(
                GsSystem.THREE_SIGMA, 1.28,
                GsSystem.THREE_SIGMA_TL, 1.26,
                GsSystem.POINT_EST, 1.42,
                GsSystem.LAS, 1.91,
                GsSystem.FIFO, 3.29,
                GsSystem.ORACLE, 0.79),
            errors(18.98, 58.66, 89.09, 36.57, 475.78, 73.84)),
        new Trial(
            GOOGLE_2011,
            "GTrace11, generated",
            "§5.3.3, fig. 6(b)",
            generated(GOOGLE_2011, JOBS, quick),
            GsSystem.SLEARN,
            ALL,
            ImmutableMap.of(
                GsSystem.THREE_SIGMA, 1.56,
                GsSystem.THREE_SIGMA_TL, 1.55,
                GsSystem.POINT_EST, 2.17,
                GsSystem.LAS, 1.65),
            errors(13.68, 49.95, 86.45, 21.39, 294.52, 76.20)),
        new Trial(
            GOOGLE_2019,
            "GTrace19, generated",
            "§5.3.3, fig. 6(c)",
            generated(GOOGLE_2019, JOBS, quick),
            GsSystem.SLEARN,
            ALL,
            ImmutableMap.of(
                GsSystem.THREE_SIGMA, 1.32,
                GsSystem.THREE_SIGMA_TL, 1.32,
                GsSystem.POINT_EST, 1.54,
                GsSystem.LAS, 1.72),
            errors(51.84, 92.25, 73.96, 71.56, 1927.51, 58.07)),
        new Trial(
            DAG,
            "GTrace19-DAG, generated",
            "§6, fig. 9",
            generated(DAG, DAG_JOBS, quick),
            GsSystem.SLEARN_DAG,
            OF_DAGS,
            ImmutableMap.of(
                GsSystem.THREE_SIGMA, 1.26, GsSystem.POINT_EST, 1.74, GsSystem.LAS, 2.15),
            ImmutableMap.of()));
    Path tasks = data.resolve(TASKS_FILE);
    Path spark = data.resolve(SPARK);
    if (Files.exists(tasks)) {
      TraceWindows windows = TraceWindows.read(tasks, quick ? QUICK_JOBS : JOBS);
      trials.add(
          new Trial(
              TASKS_2011,
              "Tasks of Google's trace of 2011",
              "not in the paper; no users and names, hence no history",
              windows,
              GsSystem.SLEARN,
              WITHOUT_HISTORY,
              ImmutableMap.of(),
              ImmutableMap.of()));
      if (Files.exists(spark)) {
        trials.add(
            new Trial(
                SPARK,
                "TPC-H queries on Spark",
                "not in the paper; hard for sampling",
                SparkQueries.read(spark, windows, quick ? QUICK_JOBS : SPARK_JOBS),
                GsSystem.SLEARN_DAG,
                OF_DAGS,
                ImmutableMap.of(),
                ImmutableMap.of()));
      } else {
        missing.accept(skipped(spark, SPARK));
      }
    } else {
      missing.accept(skipped(tasks, TASKS_2011));
      missing.accept(skipped(tasks, SPARK)); // Its arrivals are those of that trace.
    }
    return trials.build();
  }

  private static String skipped(Path missing, String trial) {
    return missing
        + ": there is no such file; the trial "
        + trial
        + " is skipped. Set FORESIGHT_SHARED_DATA to the folder of the traces for it.";
  }

  private static TrialWorkload generated(String name, int jobs, boolean quick) {
    return quick
        ? new GeneratedWorkload(name, QUICK_JOBS, OptionalLong.of(QUICK_JOBS))
        : new GeneratedWorkload(name, jobs, OptionalLong.empty());
  }

  private static ImmutableMap<Figure, Double> errors(
      double samplingP50,
      double samplingP90,
      double samplingQueue,
      double historyP50,
      double historyP90,
      double historyQueue) {
    return ImmutableMap.of(
        Figure.SAMPLING_P50, samplingP50,
        Figure.SAMPLING_P90, samplingP90,
        Figure.SAMPLING_QUEUE, samplingQueue,
        Figure.HISTORY_P50, historyP50,
        Figure.HISTORY_P90, historyP90,
        Figure.HISTORY_QUEUE, historyQueue);
  }

  /** The trial of a name, if it is one of these. */
  static Optional<Trial> find(List<Trial> trials, String name) {
    return trials.stream().filter(trial -> trial.name().equals(name)).findFirst();
  }
}
