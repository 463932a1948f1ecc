package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.foresight.benchmarks.RunFile;

/**
 * Does runs, several at a time and the longest first, so that no long one is left for the end when
 * the other processors have nothing to do. A run that fails stops no other.
 */
final class RunQueue {

  /** Does a run. */
  @FunctionalInterface
  interface Runner {
    RunRecord run(RunSpec spec) throws IOException;
  }

  private final RunFile<RunRecord> file;
  private final Runner runner;
  private final int threads;

  /**
   * Begins nothing yet.
   *
   * @param threads how many runs at a time, at least 1
   */
  RunQueue(RunFile<RunRecord> file, Runner runner, int threads) {
    this.file = file;
    this.runner = runner;
    this.threads = threads;
  }

  /** In which order runs begin: the longest first, and of equally long ones seed by seed. */
  static ImmutableList<RunSpec> inOrder(List<RunSpec> runs) {
    return ImmutableList.sortedCopyOf(
        Comparator.comparingDouble(RunSpec::cost).reversed().thenComparing(RunSpec::seed), runs);
  }

  /**
   * Does the runs; the records of those that end are in the file afterwards.
   *
   * @return one line for each that failed
   */
  ImmutableList<String> run(List<RunSpec> runs, Progress progress) throws InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, new ThreadFactoryBuilder().setNameFormat("run-%d").setDaemon(true).build());
    try {
      ImmutableList<RunSpec> order = inOrder(runs);
      List<Future<?>> results = new ArrayList<>();
      for (RunSpec run : order) {
        results.add(
            pool.submit(
                () -> {
                  runKept(run, progress);
                  return null;
                }));
      }
      ImmutableList.Builder<String> failures = ImmutableList.builder();
      for (int i = 0; i < order.size(); i++) {
        try {
          results.get(i).get();
        } catch (ExecutionException e) {
          failures.add("The run (" + order.get(i).key() + ") failed: " + e.getCause());
        }
      }
      return failures.build();
    } finally {
      pool.shutdownNow();
    }
  }

  private void runKept(RunSpec spec, Progress progress) throws IOException {
    String text = "failed";
    try {
      RunRecord run = runner.run(spec);
      file.append(run);
      text =
          String.format(
              Locale.ROOT,
              "%d of %d deadlines missed, %.1f s of CPU time",
              run.sloMissed(),
              run.sloJobs(),
              run.cpuSeconds());
    } finally {
      progress.ended(spec, text);
    }
  }
}
