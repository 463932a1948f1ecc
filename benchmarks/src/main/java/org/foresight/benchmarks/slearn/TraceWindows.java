package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.formats.TaskListReader;

/**
 * Windows of successive jobs of a trace of tasks, each beginning at random by its seed. As in the
 * paper (§4.3) jobs of more than 150 tasks are left out, and arrivals are scaled so that the load
 * on {@link Trials#NODES} slots is {@link #LOAD}: the shape of the trace's arrivals stays.
 *
 * <p>Jobs before the second {@link #FIRST_SECOND} of the trace are left out: the hours before that
 * hold next to none.
 */
final class TraceWindows implements TrialWorkload {

  private static final double LOAD = 1.0;
  private static final int WIDEST = 150;
  private static final long FIRST_SECOND = 1_467_000;

  /** Of the trace's first job, from which its reader counts. */
  private static final long ZERO_SECOND = 1_406_471;

  private static final long MILLIS_PER_SECOND = 1_000;

  private final String name;
  private final ImmutableList<WorkloadJob> jobs;
  private final int count;

  private TraceWindows(String name, ImmutableList<WorkloadJob> jobs, int count) {
    this.name = name;
    this.jobs = jobs;
    this.count = count;
  }

  /**
   * Reads the trace.
   *
   * @param count jobs of a window
   * @throws IOException if it cannot be read, or has fewer jobs than a window
   */
  static TraceWindows read(Path file, int count) throws IOException {
    ImmutableList.Builder<WorkloadJob> jobs = ImmutableList.builder();
    long firstMillis = (FIRST_SECOND - ZERO_SECOND) * MILLIS_PER_SECOND;
    try (JobStream stream = TaskListReader.open(file, BadLines.STRICT)) {
      while (stream.hasNext()) {
        WorkloadJob job = stream.next();
        if (job.submitMillis() >= firstMillis && job.width() <= WIDEST) {
          jobs.add(job);
        }
      }
    }
    TraceWindows windows =
        new TraceWindows(String.valueOf(file.getFileName()), jobs.build(), count);
    if (windows.jobs.size() < count) {
      throw new IOException(
          file
              + ": has "
              + windows.jobs.size()
              + " jobs of at most "
              + WIDEST
              + " tasks; a window needs "
              + count
              + ".");
    }
    return windows;
  }

  @Override
  public double expectedJobs() {
    return count;
  }

  @Override
  public WorkloadSource of(long seed) {
    int from = new SplittableRandom(seed).nextInt(jobs.size() - count + 1);
    ImmutableList<WorkloadJob> window = jobs.subList(from, from + count);
    long startMillis = window.get(0).submitMillis();
    double spanMillis = Math.max(1, window.get(count - 1).submitMillis() - startMillis);
    double workMillis = window.stream().mapToDouble(WorkloadJob::workMillis).sum();
    double stretch = workMillis / (LOAD * Trials.NODES) / spanMillis;
    ImmutableList.Builder<WorkloadJob> scaled = ImmutableList.builder();
    for (WorkloadJob job : window) {
      scaled.add(moved(job, Math.round((job.submitMillis() - startMillis) * stretch)));
    }
    ImmutableList<WorkloadJob> moved = scaled.build();
    return new WorkloadSource() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String description() {
        return describe() + "; from job " + from + "; seed " + seed + ".";
      }

      @Override
      public JobStream jobs() {
        return JobStream.of(moved);
      }

      @Override
      public JobStream history() {
        return JobStream.of(ImmutableList.of());
      }
    };
  }

  private static WorkloadJob moved(WorkloadJob job, long submitMillis) {
    return new WorkloadJob(
        job.id(),
        submitMillis,
        job.user(),
        job.name(),
        job.queue(),
        job.deadlineMillis(),
        job.gang(),
        job.stages().stream()
            .map(
                stage ->
                    new WorkloadStage(
                        stage.taskMillis(), stage.parents(), WorkloadStage.ONE_SLOT, ""))
            .collect(ImmutableList.toImmutableList()),
        job.preference(),
        job.request());
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "`%s`: windows of %d of its %d jobs of at most %d tasks from second %d on, load %.2f",
        name,
        count,
        jobs.size(),
        WIDEST,
        FIRST_SECOND,
        LOAD);
  }
}
