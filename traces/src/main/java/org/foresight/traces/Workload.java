package org.foresight.traces;

import com.google.common.collect.ImmutableList;

/**
 * A list of jobs to run, and the earlier jobs that a predictor may learn from beforehand.
 *
 * <p>Immutable.
 *
 * @param name short name, such as {@code e2e}
 * @param description one line for people: where it comes from and its parameters, the seed included
 * @param history jobs that ended before the workload starts, by submission time
 * @param jobs the jobs to run, by submission time
 */
public record Workload(
    String name,
    String description,
    ImmutableList<WorkloadJob> history,
    ImmutableList<WorkloadJob> jobs) {}
