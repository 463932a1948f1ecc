package org.foresight.cli.simulate;

import java.util.Optional;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.predictor.Predictors;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.SimulationParameters;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.WorkloadSource;

/**
 * A run that is to be done.
 *
 * @param key which one
 * @param workload what is run
 * @param jobs how many jobs that are, zero while nobody has counted
 * @param cluster on what
 * @param parameters how the cluster behaves
 * @param queues its queues, for the policies that mind them
 * @param predictor name of where runtimes come from, see {@link Predictors}
 * @param cutoff which jobs are short
 * @param shortShare share of the nodes for short jobs alone, for the policies that reserve some
 * @param turns by what nodes let tasks take turns; empty where they do not
 * @param inputs all of this as text
 */
record RunTask(
    RunKey key,
    WorkloadSource workload,
    long jobs,
    ClusterSpec cluster,
    SimulationParameters parameters,
    Optional<CapacityQueues> queues,
    String predictor,
    ShortCutoff cutoff,
    double shortShare,
    Optional<KairosSettings> turns,
    RunInputs inputs) {

  RunTask withJobs(long counted) {
    return new RunTask(
        key,
        workload,
        counted,
        cluster,
        parameters,
        queues,
        predictor,
        cutoff,
        shortShare,
        turns,
        inputs);
  }

  RunTask withInputs(RunInputs newInputs) {
    return new RunTask(
        key,
        workload,
        jobs,
        cluster,
        parameters,
        queues,
        predictor,
        cutoff,
        shortShare,
        turns,
        newInputs);
  }
}
