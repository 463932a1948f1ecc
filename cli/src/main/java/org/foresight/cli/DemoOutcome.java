package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.JobRun;

/**
 * What a run of the demo's workload on a real cluster gave.
 *
 * @param jobs what became of each job
 * @param queues the queues of the cluster, by the configuration that its scheduler obeyed
 * @param latencies what YARN's own work took; empty if no task succeeded
 */
record DemoOutcome(
    ImmutableList<JobRun> jobs, CapacityQueues queues, Optional<YarnLatencies> latencies) {}
