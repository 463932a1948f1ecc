package org.foresight.traces;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import java.util.List;
import java.util.function.Predicate;

/**
 * The figures that schedulers are compared by (3Sigma §5). All in workload time.
 *
 * <p>Jobs that did not finish have no latency, so they are missing from the latencies and the JCT;
 * {@code unfinished} says how many they are. A mean or percentile of no job at all is 0.
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
    double beMeanLatencySeconds,
    double beP90LatencySeconds,
    double meanJctSeconds) {

  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  /** Computes the figures of a run. */
  public static RunMetrics of(List<JobRun> runs) {
    int sloJobs = count(runs, JobRun::isSlo);
    int sloMissed = count(runs, JobRun::missedDeadline);
    long goodMillis =
        runs.stream()
            .filter(run -> run.succeeded() && !run.missedDeadline())
            .mapToLong(run -> run.job().workMillis())
            .sum();
    ImmutableList<Double> beLatencies = latenciesSeconds(runs, run -> !run.isSlo());
    return new RunMetrics(
        runs.size(),
        count(runs, run -> !run.succeeded()),
        sloJobs,
        sloMissed,
        sloJobs == 0 ? 0.0 : (double) sloMissed / sloJobs,
        goodMillis / MILLIS_PER_HOUR,
        mean(beLatencies),
        beLatencies.isEmpty() ? 0.0 : Quantiles.percentiles().index(90).compute(beLatencies),
        mean(latenciesSeconds(runs, run -> true)));
  }

  private static int count(List<JobRun> runs, Predicate<JobRun> condition) {
    return Math.toIntExact(runs.stream().filter(condition).count());
  }

  private static ImmutableList<Double> latenciesSeconds(
      List<JobRun> runs, Predicate<JobRun> condition) {
    return runs.stream()
        .filter(run -> run.succeeded() && condition.test(run))
        .map(run -> (run.finishMillis().orElseThrow() - run.submitMillis()) / MILLIS_PER_SECOND)
        .collect(toImmutableList());
  }

  private static double mean(ImmutableList<Double> values) {
    return values.isEmpty() ? 0.0 : Stats.meanOf(values);
  }
}
