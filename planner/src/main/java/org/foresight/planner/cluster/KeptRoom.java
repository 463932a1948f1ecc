package org.foresight.planner.cluster;

/**
 * Room on a node that is kept for a container of a job, until it starts there or the room is given
 * up. Part of it may still be in use by tasks that are being stopped.
 *
 * @param jobId whose container it is kept for
 * @param nodeId the node
 * @param demand what the container needs
 */
public record KeptRoom(String jobId, String nodeId, ResourceVector demand) {}
