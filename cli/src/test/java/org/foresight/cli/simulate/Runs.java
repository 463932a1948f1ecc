package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/** Runs for tests. */
final class Runs {

  private Runs() {}

  /** A run whose mean JCT and missed deadlines are given; other figures follow from nothing. */
  static RunRecord run(
      String policy, long seed, @Nullable Double meanJct, long sloJobs, long sloMissed) {
    RunInputs inputs = inputs(policy, seed);
    return new RunRecord(
        RunRecord.FORMAT,
        inputs.fingerprint(),
        inputs.values(),
        new RunJson(
            policy,
            seed,
            100,
            sloJobs == 0 ? null : (double) sloMissed / sloJobs,
            12.5,
            null,
            meanJct,
            meanJct,
            meanJct,
            meanJct,
            null,
            null,
            null,
            null,
            null,
            1.5,
            400,
            0.25),
        sloJobs,
        sloMissed,
        new RunRecord.Outcome(100, 100, 0, 0, 20, 0, 0, 3_600_000),
        List.of(),
        new UsageJson(0, 60_000, 32, List.of(1.0, 2.0), List.of(0.0, 4.0)));
  }

  /** The run with another input. */
  static RunRecord with(RunRecord run, String input, String value) {
    Map<String, String> values = new HashMap<>(run.inputs());
    values.put(input, value);
    RunInputs inputs = new RunInputs(values);
    return new RunRecord(
        run.format(),
        inputs.fingerprint(),
        inputs.values(),
        run.figures(),
        run.sloJobs(),
        run.sloMissed(),
        run.outcome(),
        run.refused(),
        run.usage());
  }

  static RunInputs inputs(String policy, long seed) {
    return new RunInputs(
        Map.of(
            RunInputs.POLICY,
            policy,
            RunInputs.SEED,
            String.valueOf(seed),
            RunInputs.WORKLOAD,
            "any, seed " + seed,
            "load",
            "1.4"));
  }

  static Column column(String policy, RunRecord... runs) {
    return new Column(policy, policy, Path.of("any"), ImmutableList.copyOf(runs));
  }

  static SimulationResult result(long jobs) {
    return new SimulationResult(
        jobs,
        jobs,
        0,
        0,
        2 * jobs,
        5,
        0,
        0,
        60_000,
        new SimulationResult.Usage(
            0, 60_000, ImmutableDoubleArray.of(8.0), ImmutableDoubleArray.of(1.0), 32));
  }

  static WorkloadJob job(String id, String user, String name, String queue) {
    return WorkloadJob.ofOneStage(
        id, 1_500, user, name, queue, OptionalLong.empty(), false, ImmutableList.of(2_000L, 500L));
  }

  /** A job that ended so long after its submission. */
  static JobRun ended(WorkloadJob job, long latencyMillis) {
    return new JobRun(
        job,
        job.submitMillis(),
        job.deadlineMillis(),
        OptionalLong.of(job.submitMillis()),
        OptionalLong.of(job.submitMillis() + latencyMillis),
        0,
        0);
  }
}
