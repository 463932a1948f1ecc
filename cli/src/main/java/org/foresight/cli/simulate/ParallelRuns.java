package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.foresight.cli.support.ErrorLines;
import org.foresight.predictor.Counts;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobStream;
import org.foresight.traces.MetricsCollector;
import org.foresight.traces.SimulationMetrics;

/** Does runs, several at a time, and keeps what they give. A run that fails stops no other. */
final class ParallelRuns {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final RunStore store;
  private final RunExecutor executor;
  private final int threads;

  /**
   * Begins nothing yet.
   *
   * @param threads how many runs at a time, at least 1
   */
  ParallelRuns(RunStore store, RunExecutor executor, int threads) {
    this.store = store;
    this.executor = executor;
    this.threads = threads;
  }

  /**
   * Does the runs; the finished ones are in the store afterwards, those that failed in the answer.
   *
   * @throws InterruptedException if this thread is interrupted: what ran is then stopped and not
   *     kept
   */
  ImmutableList<RunFailure> run(List<RunTask> tasks, RunsView view) throws InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            new ThreadFactoryBuilder().setNameFormat("simulation-%d").setDaemon(true).build());
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (RunTask task : tasks) {
        runs.add(
            pool.submit(
                () -> {
                  runShown(task, view);
                  return null;
                }));
      }
      ImmutableList.Builder<RunFailure> failures = ImmutableList.builder();
      for (int i = 0; i < runs.size(); i++) {
        try {
          runs.get(i).get();
        } catch (ExecutionException e) {
          failures.add(new RunFailure(tasks.get(i).key(), ErrorLines.of(cause(e))));
        }
      }
      return failures.build();
    } finally {
      pool.shutdownNow();
      // What is being stopped still clears its files; it need not be waited for at length, since
      // the next program would clear them too.
      MoreExecutors.shutdownAndAwaitTermination(pool, LONGEST_STOP);
    }
  }

  private static Throwable cause(Exception wrapper) {
    Throwable cause = wrapper.getCause();
    return cause == null ? wrapper : cause;
  }

  private void runShown(RunTask task, RunsView view) throws IOException {
    view.started(task.key(), task.jobs());
    String text = task.key().title() + ": failed";
    try {
      RunRecord run = runKept(task, view);
      text =
          String.format(
              Locale.ROOT,
              "%s: %s, %.1f s of CPU time",
              task.key().title(),
              Counts.of(run.figures().jobs(), "job"),
              run.figures().cpuSeconds());
    } finally {
      view.ended(task.key(), text);
    }
  }

  private RunRecord runKept(RunTask task, RunsView view) throws IOException {
    RunStore.Draft draft = store.begin(task.key());
    try {
      RunRecord run = runWritten(task, draft, view);
      draft.commit(run);
      return run;
    } catch (IOException | RuntimeException | Error e) {
      try {
        draft.discard();
      } catch (IOException discarding) {
        // The next program clears it.
        e.addSuppressed(discarding);
      }
      throw e;
    }
  }

  private RunRecord runWritten(RunTask task, RunStore.Draft draft, RunsView view)
      throws IOException {
    try (JobStream jobs = task.workload().jobs();
        JobRows rows = JobRows.create(draft.rows(), task.cutoff())) {
      RunRecorder recorder =
          new RunRecorder(
              rows,
              new MetricsCollector(task.cutoff()::isShort),
              done -> view.advanced(task.key(), done));
      long startNanos = cpuNanos();
      SimulationResult result = executor.execute(task, recorder.noting(jobs), recorder);
      double cpuSeconds = (cpuNanos() - startNanos) / NANOS_PER_SECOND;
      recorder.end();
      return record(task, recorder, result, cpuSeconds);
    }
  }

  /** Of this thread, on which alone a run goes on. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static RunRecord record(
      RunTask task, RunRecorder recorder, SimulationResult result, double cpuSeconds) {
    SimulationMetrics metrics = recorder.metrics();
    return new RunRecord(
        RunRecord.FORMAT,
        task.inputs().fingerprint(),
        task.inputs().values(),
        RunJson.of(task.key(), metrics, result.taskEvents(), cpuSeconds),
        metrics.sloJobs(),
        metrics.sloMissed(),
        new RunRecord.Outcome(
            result.jobs(),
            result.finished(),
            result.refused(),
            metrics.unfinished(),
            result.plans(),
            result.preemptions(),
            result.lostTasks(),
            result.endMillis()),
        recorder.refused(),
        UsageJson.of(result.usage()));
  }
}
