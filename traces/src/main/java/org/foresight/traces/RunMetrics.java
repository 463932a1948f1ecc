package org.foresight.traces;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The figures that schedulers are compared by (3Sigma §5). All in workload time.
 *
 * <p>Jobs that did not finish have no latency, so they are missing from the latencies and the JCT;
 * {@code unfinished} says how many they are. A mean or percentile of no job at all is empty.
 *
 * @param jobs number of jobs
 * @param unfinished number of jobs that did not finish
 * @param sloJobs number of jobs with a deadline
 * @param sloMissed how many of them finished after it or not at all
 * @param sloMissRate {@code sloMissed / sloJobs}, 0 without SLO jobs
 * @param goodputHours task-hours of the SLO jobs that met their deadline and of the best-effort
 *     jobs that finished
 * @param beMeanLatencySeconds mean time from submission to finish of the best-effort jobs
 * @param beP90LatencySeconds its 90th percentile, interpolated linearly between the closest ranks
 * @param meanJctSeconds mean time from submission to finish of all jobs
 */
public record RunMetrics(
    int jobs,
    int unfinished,
    int sloJobs,
    int sloMissed,
    double sloMissRate,
    double goodputHours,
    OptionalDouble beMeanLatencySeconds,
    OptionalDouble beP90LatencySeconds,
    OptionalDouble meanJctSeconds) {

  /** Computes the figures of a run. */
  public static RunMetrics of(List<JobRun> runs) {
    // None of these figures asks which jobs are short.
    MetricsCollector collector = new MetricsCollector(job -> false);
    runs.forEach(collector::add);
    SimulationMetrics metrics = collector.metrics();
    return new RunMetrics(
        Math.toIntExact(metrics.jobs()),
        Math.toIntExact(metrics.unfinished()),
        Math.toIntExact(metrics.sloJobs()),
        Math.toIntExact(metrics.sloMissed()),
        metrics.sloMissRate().orElse(0.0),
        metrics.goodputHours(),
        metrics.bestEffort().meanSeconds(),
        metrics.bestEffort().p90Seconds(),
        metrics.all().meanSeconds());
  }
}
