package org.foresight.traces;

import com.google.common.math.StatsAccumulator;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Computes the figures of a run job by job, without keeping the jobs: 8 bytes of a job that
 * finished, its latency, and two bits. While the latencies outgrow their array, and in {@link
 * #metrics}, it holds them twice.
 *
 * <p>Not thread-safe.
 */
public final class MetricsCollector {

  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final double MILLIS_PER_HOUR = 3_600_000.0;
  private static final int FIRST_SIZE = 64;

  private final Predicate<WorkloadJob> isShort;
  private final StatsAccumulator slowdowns = new StatsAccumulator();
  private final BitSet bestEffort = new BitSet();
  private final BitSet shortJobs = new BitSet();
  private double[] latencySeconds = new double[FIRST_SIZE];
  private int finished;
  private long jobs;
  private long sloJobs;
  private long sloMissed;

  /** A sum in floating point: it may be larger than a long. */
  private double goodMillis;

  /**
   * Without any job yet.
   *
   * @param isShort which jobs count as short, such as {@link ShortCutoff#isShort}
   */
  public MetricsCollector(Predicate<WorkloadJob> isShort) {
    this.isShort = isShort;
  }

  /** Counts a job. */
  public void add(JobRun run) {
    jobs++;
    if (run.isSlo()) {
      sloJobs++;
    }
    if (run.missedDeadline()) {
      sloMissed++;
    }
    if (run.succeeded()) {
      addFinished(run);
    }
  }

  private void addFinished(JobRun run) {
    if (!run.missedDeadline()) {
      goodMillis += run.job().workMillis();
    }
    if (finished == latencySeconds.length) {
      latencySeconds = Arrays.copyOf(latencySeconds, 2 * finished);
    }
    long latencyMillis = run.finishMillis().orElseThrow() - run.submitMillis();
    latencySeconds[finished] = latencyMillis / MILLIS_PER_SECOND;
    bestEffort.set(finished, !run.isSlo());
    shortJobs.set(finished, isShort.test(run.job()));
    slowdowns.add((double) latencyMillis / run.job().spanMillis());
    finished++;
  }

  /** The figures of the jobs so far. */
  public SimulationMetrics metrics() {
    return new SimulationMetrics(
        jobs,
        jobs - finished,
        sloJobs,
        sloMissed,
        goodMillis / MILLIS_PER_HOUR,
        latencies(bestEffort::get),
        latencies(job -> true),
        latencies(shortJobs::get),
        latencies(job -> !shortJobs.get(job)),
        finished == 0 ? OptionalDouble.empty() : OptionalDouble.of(slowdowns.mean()));
  }

  private LatencyFigures latencies(IntPredicate condition) {
    double[] chosen = new double[finished];
    int count = 0;
    for (int job = 0; job < finished; job++) {
      if (condition.test(job)) {
        chosen[count] = latencySeconds[job];
        count++;
      }
    }
    return LatencyFigures.ofInPlace(Arrays.copyOf(chosen, count));
  }
}
