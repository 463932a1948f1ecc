package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;
import org.foresight.planner.policy.CapacityQueues;
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
 * @param varied how it says so if every job asks a little earlier or later: what no difference of
 *     one run can be told from
 */
record DemoValidity(
    DemoRun run,
    YarnLatencies latencies,
    SimulationMetrics real,
    SimulationMetrics simulated,
    ImmutableList<SimulationMetrics> varied) {

  /** How much earlier or later, in real time; far less than the time between two heartbeats. */
  static final ImmutableList<Integer> VARIATIONS_MILLIS =
      ImmutableList.of(-25, -20, -15, -10, -5, 5, 10, 15, 20, 25);

  /** Simulates what was run, in as many threads as there are processors. */
  static DemoValidity of(
      DemoRun run,
      DemoPlan plan,
      ImmutableList<JobRun> realJobs,
      CapacityQueues queues,
      YarnLatencies latencies) {
    ImmutableList<SimulationMetrics> simulated =
        Stream.concat(Stream.of(0), VARIATIONS_MILLIS.stream())
            .parallel()
            .map(latencies::withAskOff)
            .map(l -> metrics(DemoSimulation.run(run.scheduler(), plan, queues, l)))
            .collect(toImmutableList());
    return new DemoValidity(
        run,
        latencies,
        metrics(realJobs),
        simulated.get(0),
        simulated.subList(1, simulated.size()));
  }

  static SimulationMetrics metrics(ImmutableList<JobRun> jobs) {
    // None of the figures asks which jobs are short.
    MetricsCollector collector = new MetricsCollector(job -> false);
    jobs.forEach(collector::add);
    return collector.metrics();
  }
}
