package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.foresight.simulator.SimulationListener;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.MetricsCollector;
import org.foresight.traces.SimulationMetrics;
import org.foresight.traces.WorkloadJob;

/**
 * Writes down what becomes of every job of a run. Jobs that never ended count as unfinished, the
 * refused ones have a row, but do not count.
 *
 * <p>Not thread-safe. Keeps the jobs that live, not those that ended.
 */
final class RunRecorder implements SimulationListener {

  private static final int REFUSED_NAMED = 10;

  /** Writes a row. */
  @FunctionalInterface
  private interface Row {
    void write() throws IOException;
  }

  private final JobRows rows;
  private final MetricsCollector metrics;
  private final LongConsumer progress;
  private final Map<String, WorkloadJob> living = new LinkedHashMap<>();
  private final List<String> refused = new ArrayList<>();
  private long done;

  /**
   * A recorder of a run that begins.
   *
   * @param progress told the number of jobs that ended or were refused
   */
  RunRecorder(JobRows rows, MetricsCollector metrics, LongConsumer progress) {
    this.rows = rows;
    this.metrics = metrics;
    this.progress = progress;
  }

  /** The same jobs, noted as they are read. */
  JobStream noting(JobStream jobs) {
    return new JobStream() {
      @Override
      public boolean hasNext() {
        return jobs.hasNext();
      }

      @Override
      public WorkloadJob next() {
        WorkloadJob job = jobs.next();
        living.put(job.id(), job);
        return job;
      }

      @Override
      public void close() throws IOException {
        jobs.close();
      }
    };
  }

  @Override
  public void jobEnded(JobRun run) {
    living.remove(run.id());
    write(() -> rows.write(run));
    metrics.add(run);
    advance();
  }

  @Override
  public void jobRefused(WorkloadJob job, String reason) {
    living.remove(job.id());
    write(() -> rows.writeRefused(job));
    if (refused.size() < REFUSED_NAMED) {
      refused.add(job.id() + ": " + reason);
    }
    advance();
  }

  /** The simulation is over. */
  void end() {
    for (WorkloadJob job : living.values()) {
      JobRun run = JobRows.neverStarted(job);
      write(() -> rows.write(run));
      metrics.add(run);
    }
    living.clear();
  }

  /** The figures of the jobs so far. */
  SimulationMetrics metrics() {
    return metrics.metrics();
  }

  /** The first jobs that were refused, and why. */
  ImmutableList<String> refused() {
    return ImmutableList.copyOf(refused);
  }

  private static void write(Row row) {
    try {
      row.write();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The rows of the jobs cannot be written: " + e.getMessage(), e);
    }
  }

  private void advance() {
    if (Thread.currentThread().isInterrupted()) {
      throw new RunInterruptedException();
    }
    done++;
    progress.accept(done);
  }
}
