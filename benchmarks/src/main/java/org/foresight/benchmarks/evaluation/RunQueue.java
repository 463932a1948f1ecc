package org.foresight.benchmarks.evaluation;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.foresight.benchmarks.RunFile;

/**
 * Does runs, several at a time and the longest first, so that no long one is left for the end when
 * the other processors have nothing to do. A run that fails stops no other.
 *
 * @param <S> the runs
 * @param <R> their records
 */
public final class RunQueue<S extends PlannedRun, R> {

  /** Does a run. */
  @FunctionalInterface
  public interface Runner<S, R> {

    /** Its record. */
    R run(S spec) throws IOException, InterruptedException;
  }

  private final RunFile<R> file;
  private final Runner<S, R> runner;
  private final Function<R, String> summary;
  private final int threads;

  /**
   * Begins nothing yet.
   *
   * @param summary what is said of a run that has ended
   * @param threads how many runs at a time, at least 1
   */
  public RunQueue(RunFile<R> file, Runner<S, R> runner, Function<R, String> summary, int threads) {
    this.file = file;
    this.runner = runner;
    this.summary = summary;
    this.threads = threads;
  }

  /** In which order runs begin: the longest first, and of equally long ones seed by seed. */
  public static <S extends PlannedRun> ImmutableList<S> inOrder(List<S> runs) {
    return ImmutableList.sortedCopyOf(
        Comparator.<S>comparingDouble(PlannedRun::cost).reversed().thenComparing(PlannedRun::seed),
        runs);
  }

  /**
   * Does the runs; the records of those that end are in the file afterwards.
   *
   * @return one line for each that failed
   */
  public ImmutableList<String> run(List<S> runs, Progress progress) throws InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, new ThreadFactoryBuilder().setNameFormat("run-%d").setDaemon(true).build());
    try {
      ImmutableList<S> order = inOrder(runs);
      List<Future<?>> results = new ArrayList<>();
      for (S run : order) {
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

  private void runKept(S spec, Progress progress) throws IOException, InterruptedException {
    String text = "failed";
    try {
      R run = runner.run(spec);
      file.append(run);
      text = summary.apply(run);
    } finally {
      progress.ended(spec, text);
    }
  }
}
