package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.JobRun;
import org.foresight.traces.MetricsCollector;
import org.foresight.traces.SimulationMetrics;

/**
 * The same workload under the same scheduler, on a real YARN and in the simulator (3Sigma §6.1).
 *
 * @param run the real one
 * @param latencies what was measured in it and told to the simulator
 * @param real how it did
 * @param simulated how the simulator says that it does
 */
record DemoValidity(
    DemoRun run, YarnLatencies latencies, SimulationMetrics real, SimulationMetrics simulated) {

  static DemoValidity of(
      DemoRun run,
      YarnLatencies latencies,
      ImmutableList<JobRun> realJobs,
      ImmutableList<JobRun> simulatedJobs) {
    return new DemoValidity(run, latencies, metrics(realJobs), metrics(simulatedJobs));
  }

  private static SimulationMetrics metrics(ImmutableList<JobRun> jobs) {
    // None of the figures asks which jobs are short.
    MetricsCollector collector = new MetricsCollector(job -> false);
    jobs.forEach(collector::add);
    return collector.metrics();
  }
}
