package org.foresight.testbed;

/**
 * How far a workload has got.
 *
 * @param jobs number of jobs in the workload
 * @param submitted how many have been submitted
 * @param running how many have started a task and not ended
 * @param done how many have ended, well or badly
 */
public record RunProgress(int jobs, int submitted, int running, int done) {}
