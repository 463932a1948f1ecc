package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.foresight.benchmarks.threesigma.LogTrace.LogJob;
import org.foresight.traces.Deadlines;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadQueues;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.generators.ClusterHint;

/**
 * A segment of a log, chosen at random by the seed among {@link LogSegments}: in place of the
 * paper's HedgeFund and Mustang (§6.1.1), which are not public.
 *
 * <p>Half of the work, at random, belongs to SLO jobs, whose deadlines and preferred nodes are
 * drawn as for E2E. All jobs are gangs of equal one-slot tasks. The history is what had ended in
 * the log before the segment begins.
 */
final class LogWorkload implements PaperWorkload {

  private static final long MILLIS_PER_SECOND = 1000;
  private static final double SLO_SHARE = 0.5;
  private static final double SLO_TOLERANCE = 0.005;
  private static final int ATTEMPTS = 1000;

  private final LogTrace trace;
  private final ClusterHint cluster;
  private final Duration window;
  private final LogSegments segments;

  LogWorkload(LogTrace trace, ClusterHint cluster, Duration window) {
    this.trace = trace;
    this.cluster = cluster;
    this.window = window;
    this.segments = LogSegments.find(trace, cluster.nodes(), window);
  }

  @Override
  public ClusterHint cluster() {
    return cluster;
  }

  @Override
  public Duration window() {
    return window;
  }

  @Override
  public double expectedJobs() {
    return segments.meanJobs();
  }

  @Override
  public String describe() {
    return String.format(
        Locale.ROOT,
        "`%s`: %d jobs of 1 to %d nodes (%d left out, of which %d are wider); %d segments of %d min,"
            + " submissions packed %.2f times",
        trace.name(),
        trace.jobs().size(),
        cluster.nodes(),
        trace.leftOut(),
        trace.tooWide(),
        segments.startSeconds().length(),
        window.toMinutes(),
        segments.packing());
  }

  @Override
  public WorkloadSource of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ImmutableLongArray starts = segments.startSeconds();
    long startSeconds = starts.get(random.nextInt(starts.length()));
    SplittableRandom drawing = random.split();
    long historySeed = random.nextLong();
    ImmutableList<WorkloadJob> jobs = draw(startSeconds, drawing);
    return new WorkloadSource() {
      @Override
      public String name() {
        return trace.name();
      }

      @Override
      public String description() {
        return describe() + "; from second " + startSeconds + "; seed " + seed + ".";
      }

      @Override
      public JobStream jobs() {
        return JobStream.of(jobs);
      }

      @Override
      public JobStream history() {
        return LogWorkload.this.history(startSeconds, new SplittableRandom(historySeed));
      }
    };
  }

  private ImmutableList<WorkloadJob> draw(long startSeconds, SplittableRandom random) {
    double endSeconds = startSeconds + window.toSeconds() * segments.packing();
    ImmutableList<LogJob> segment =
        trace.jobs().stream()
            .filter(job -> job.submitSeconds() >= startSeconds && job.submitSeconds() < endSeconds)
            .collect(toImmutableList());
    boolean[] slo = drawSlo(segment, random);
    ImmutableList.Builder<WorkloadJob> jobs = ImmutableList.builder();
    for (int i = 0; i < segment.size(); i++) {
      LogJob job = segment.get(i);
      long submitMillis =
          Math.round((job.submitSeconds() - startSeconds) * MILLIS_PER_SECOND / segments.packing());
      jobs.add(slo[i] ? withDeadline(job, submitMillis, random) : bestEffort(job, submitMillis));
    }
    return jobs.build();
  }

  /** Drawn again until half of the work is that of SLO jobs, or as near to that as any draw. */
  private static boolean[] drawSlo(ImmutableList<LogJob> segment, SplittableRandom random) {
    double all = segment.stream().mapToDouble(LogJob::nodeSeconds).sum();
    boolean[] nearest = new boolean[segment.size()];
    double smallestMiss = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ATTEMPTS && smallestMiss > SLO_TOLERANCE * all; i++) {
      boolean[] drawn = new boolean[segment.size()];
      double miss = SLO_SHARE * all;
      for (int job = 0; job < drawn.length; job++) {
        drawn[job] = random.nextDouble() < SLO_SHARE;
        miss -= drawn[job] ? segment.get(job).nodeSeconds() : 0.0;
      }
      if (Math.abs(miss) < smallestMiss) {
        smallestMiss = Math.abs(miss);
        nearest = drawn;
      }
    }
    return nearest;
  }

  private WorkloadJob withDeadline(LogJob job, long submitMillis, SplittableRandom random) {
    long deadlineMillis =
        Deadlines.deadlineMillis(
            submitMillis, job.runSeconds() * MILLIS_PER_SECOND, Deadlines.drawSlackPercent(random));
    return submitted(
        job,
        submitMillis,
        WorkloadQueues.PRODUCTION,
        OptionalLong.of(deadlineMillis),
        NodePreference.drawAllButOne(random, cluster.nodeClasses()));
  }

  private static WorkloadJob bestEffort(LogJob job, long submitMillis) {
    return submitted(
        job, submitMillis, WorkloadQueues.ADHOC, OptionalLong.empty(), NodePreference.NONE);
  }

  /** Made as they are read: most of a log is history. */
  private JobStream history(long startSeconds, SplittableRandom random) {
    return JobStream.of(
        Iterables.transform(
            Iterables.filter(trace.jobs(), job -> job.endSeconds() <= startSeconds),
            job ->
                submitted(
                    job,
                    (job.submitSeconds() - startSeconds) * MILLIS_PER_SECOND,
                    WorkloadQueues.of(random.nextDouble() < SLO_SHARE),
                    OptionalLong.empty(),
                    NodePreference.NONE)));
  }

  private static WorkloadJob submitted(
      LogJob job,
      long submitMillis,
      String queue,
      OptionalLong deadlineMillis,
      NodePreference preference) {
    long[] taskMillis = new long[job.nodes()];
    Arrays.fill(taskMillis, job.runSeconds() * MILLIS_PER_SECOND);
    return new WorkloadJob(
        job.id(),
        submitMillis,
        job.user(),
        job.name(),
        queue,
        deadlineMillis,
        true,
        ImmutableList.of(
            new WorkloadStage(
                ImmutableLongArray.copyOf(taskMillis),
                ImmutableIntArray.of(),
                WorkloadStage.ONE_SLOT,
                "")),
        preference,
        job.request());
  }
}
