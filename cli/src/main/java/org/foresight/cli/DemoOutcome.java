package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.testbed.TaskRun;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.JobRun;

/**
 * What a run of the demo's workload on a real cluster gave.
 *
 * @param jobs what became of each job
 * @param tasks when each of their tasks ran
 * @param forecasts by the job, what the scheduler said of it beforehand; none if it foretells
 *     nothing
 * @param queues the queues of the cluster, by the configuration that its scheduler obeyed
 * @param latencies what YARN's own work took; empty if no task succeeded
 * @param remarks lines for people on what of this is not whole
 */
record DemoOutcome(
    ImmutableList<JobRun> jobs,
    ImmutableList<TaskRun> tasks,
    ImmutableMap<String, JobForecast> forecasts,
    CapacityQueues queues,
    Optional<YarnLatencies> latencies,
    ImmutableList<String> remarks) {}
