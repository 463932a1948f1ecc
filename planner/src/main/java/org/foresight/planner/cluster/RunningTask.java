package org.foresight.planner.cluster;

/**
 * A task that holds resources.
 *
 * @param kind what kind of task
 * @param partition the partition of the node it runs on
 * @param held what it holds
 * @param startMillis since when
 */
public record RunningTask(
    TaskAsk.Kind kind, String partition, ResourceVector held, long startMillis) {}
