package org.foresight.predictor;

import java.util.OptionalLong;

/**
 * What history says of one stage of a job before it runs.
 *
 * @param name what the stage is called, see {@link StageOutcome#name}
 * @param meanWidth mean number of its tasks, at least 1
 * @param taskRuntime distribution, over past jobs, of the mean runtime of its tasks
 * @param longestToMean mean of (longest task / mean task), at least 1: 1 if all are alike
 * @param memoryAskedMb memory that each task asked for the last time, in MiB
 * @param memoryUsedMb the 99th percentile, over past jobs, of the most memory that one of its tasks
 *     used, in MiB
 */
public record StageEstimate(
    String name,
    double meanWidth,
    RuntimeDistribution taskRuntime,
    double longestToMean,
    OptionalLong memoryAskedMb,
    OptionalLong memoryUsedMb) {}
