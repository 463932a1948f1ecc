package org.foresight.planner;

/**
 * A running task that is to give its room to another job.
 *
 * @param jobId whose task it is
 * @param taskId the task
 * @param beneficiary the job that the room is made for
 * @param reason why
 */
public record Preemption(String jobId, String taskId, String beneficiary, Reason reason) {}
