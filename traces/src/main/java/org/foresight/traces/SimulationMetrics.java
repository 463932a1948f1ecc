package org.foresight.traces;

import java.util.OptionalDouble;

/**
 * The figures of a run of any length, see {@link MetricsCollector}. All in workload time. What no
 * job defines is empty.
 *
 * <p>Jobs that did not finish have no latency, so they are missing from all latencies; {@code
 * unfinished} says how many they are.
 *
 * @param jobs number of jobs
 * @param unfinished number of jobs that did not finish
 * @param sloJobs number of jobs with a deadline
 * @param sloMissed how many of them finished after it or not at all
 * @param goodputHours task-hours of the SLO jobs that met their deadline and of the best-effort
 *     jobs that finished
 * @param bestEffort latencies of the best-effort jobs
 * @param all latencies of all jobs
 * @param shortJobs latencies of the short jobs
 * @param longJobs latencies of the other jobs
 * @param meanSlowdown mean latency of a job ÷ its runtime had it never waited
 */
public record SimulationMetrics(
    long jobs,
    long unfinished,
    long sloJobs,
    long sloMissed,
    double goodputHours,
    LatencyFigures bestEffort,
    LatencyFigures all,
    LatencyFigures shortJobs,
    LatencyFigures longJobs,
    OptionalDouble meanSlowdown) {

  /** {@code sloMissed / sloJobs}; empty without SLO jobs. */
  public OptionalDouble sloMissRate() {
    return sloJobs == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) sloMissed / sloJobs);
  }
}
