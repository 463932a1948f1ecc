package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.testbed.Latency;
import org.foresight.testbed.TaskRun;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.JobRun;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.WorkloadJob;

/** Made-up results of runs on a cluster. */
final class DemoOutcomes {

  /** Whole milliseconds, so that simulated times can be computed by hand. */
  static final YarnLatencies LATENCIES =
      new YarnLatencies(latency(300), latency(200), latency(450), latency(100));

  /** Half for each, all for one. */
  static final CapacityQueues QUEUES = queues(100);

  private static final long HALF_AN_HOUR_MILLIS = 1_800_000;

  private DemoOutcomes() {}

  static CapacityQueues queues(int productionMaximumPercent) {
    String prefix = "yarn.scheduler.capacity.root.";
    return CapacityQueues.parse(
        ImmutableMap.of(
            prefix + "queues", "production,adhoc",
            prefix + "production.capacity", "50",
            prefix + "production.maximum-capacity", Integer.toString(productionMaximumPercent),
            prefix + "production.user-limit-factor", "2",
            prefix + "adhoc.capacity", "50",
            prefix + "adhoc.user-limit-factor", "2"));
  }

  static DemoOutcome of(JobRun... jobs) {
    return outcome(ImmutableList.copyOf(jobs), Optional.of(LATENCIES));
  }

  /** A run in which no task succeeded. */
  static DemoOutcome withoutLatencies(JobRun... jobs) {
    return outcome(ImmutableList.copyOf(jobs), Optional.empty());
  }

  private static DemoOutcome outcome(
      ImmutableList<JobRun> jobs, Optional<YarnLatencies> latencies) {
    return new DemoOutcome(
        jobs, ImmutableList.of(), ImmutableMap.of(), QUEUES, latencies, ImmutableList.of());
  }

  /** A run of which more is known than its jobs. */
  static DemoOutcome of(
      ImmutableList<JobRun> jobs,
      ImmutableList<TaskRun> tasks,
      ImmutableMap<String, JobForecast> forecasts) {
    return new DemoOutcome(
        jobs, tasks, forecasts, QUEUES, Optional.of(LATENCIES), ImmutableList.of());
  }

  /** A run in which nothing was to be stopped. */
  static DemoRun run(DemoScheduler scheduler, boolean asynchronous, RunMetrics metrics) {
    return new DemoRun(scheduler, asynchronous, metrics, Optional.empty());
  }

  /** A job with half a task-hour of work. */
  static JobRun slo(String id, long deadlineSeconds, OptionalLong latencySeconds) {
    return job(id, OptionalLong.of(deadlineSeconds * 1_000), latencySeconds);
  }

  /** A job with half a task-hour of work. */
  static JobRun bestEffort(String id, OptionalLong latencySeconds) {
    return job(id, OptionalLong.empty(), latencySeconds);
  }

  private static JobRun job(String id, OptionalLong deadlineMillis, OptionalLong latencySeconds) {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            id,
            0,
            "ana",
            id,
            "adhoc",
            deadlineMillis,
            false,
            ImmutableList.of(HALF_AN_HOUR_MILLIS));
    OptionalLong finishMillis =
        latencySeconds.isPresent()
            ? OptionalLong.of(latencySeconds.getAsLong() * 1_000)
            : OptionalLong.empty();
    return new JobRun(job, 0, deadlineMillis, OptionalLong.empty(), finishMillis, 0, 0);
  }

  private static Latency latency(int millis) {
    return new Latency(10, millis, millis);
  }
}
