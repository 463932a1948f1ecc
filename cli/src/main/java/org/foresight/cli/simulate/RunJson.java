package org.foresight.cli.simulate;

import static java.util.Objects.requireNonNull;
import static org.foresight.cli.support.JsonNumbers.orNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.foresight.traces.SimulationMetrics;
import org.jspecify.annotations.Nullable;

/** The figures of a run, for programs; null where no job defines one. */
@JsonPropertyOrder({
  "policy",
  "seed",
  "jobs",
  "sloMissRate",
  "goodputHours",
  "beMeanLatencySeconds",
  "meanJctSeconds",
  "p50JctSeconds",
  "p90JctSeconds",
  "p99JctSeconds",
  "shortP50JctSeconds",
  "shortP90JctSeconds",
  "shortP99JctSeconds",
  "longP50JctSeconds",
  "longP99JctSeconds",
  "meanSlowdown",
  "taskEvents",
  "cpuSeconds"
})
record RunJson(
    String policy,
    long seed,
    long jobs,
    @Nullable Double sloMissRate,
    double goodputHours,
    @Nullable Double beMeanLatencySeconds,
    @Nullable Double meanJctSeconds,
    @Nullable Double p50JctSeconds,
    @Nullable Double p90JctSeconds,
    @Nullable Double p99JctSeconds,
    @Nullable Double shortP50JctSeconds,
    @Nullable Double shortP90JctSeconds,
    @Nullable Double shortP99JctSeconds,
    @Nullable Double longP50JctSeconds,
    @Nullable Double longP99JctSeconds,
    @Nullable Double meanSlowdown,
    long taskEvents,
    double cpuSeconds) {

  /** A file may have null in its place. */
  RunJson {
    requireNonNull(policy, "there is no policy");
  }

  static RunJson of(RunKey key, SimulationMetrics metrics, long taskEvents, double cpuSeconds) {
    return new RunJson(
        key.policy(),
        key.seed(),
        metrics.jobs(),
        orNull(metrics.sloMissRate()),
        metrics.goodputHours(),
        orNull(metrics.bestEffort().meanSeconds()),
        orNull(metrics.all().meanSeconds()),
        orNull(metrics.all().p50Seconds()),
        orNull(metrics.all().p90Seconds()),
        orNull(metrics.all().p99Seconds()),
        orNull(metrics.shortJobs().p50Seconds()),
        orNull(metrics.shortJobs().p90Seconds()),
        orNull(metrics.shortJobs().p99Seconds()),
        orNull(metrics.longJobs().p50Seconds()),
        orNull(metrics.longJobs().p99Seconds()),
        orNull(metrics.meanSlowdown()),
        taskEvents,
        cpuSeconds);
  }
}
