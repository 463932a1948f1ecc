package org.foresight.planner.distributed.hybrid;

/**
 * What became of the probes and tasks that were queued so far (Eagle, table 3.2).
 *
 * @param queued short probes and short tasks that a node has queued, those that moved each time
 * @param queuedBehindLong those of them that were queued behind a long task, running or queued
 * @param startedBehindLong short tasks that started where they had been queued behind a long one
 * @param rejected probes that a node has sent back
 * @param stolen probes and tasks that an idle node has got from another one
 * @param cancelled probes that found no task waiting
 * @param longReserved long tasks that started in the short partition; none, ever
 */
public record ProbeCounts(
    long queued,
    long queuedBehindLong,
    long startedBehindLong,
    long rejected,
    long stolen,
    long cancelled,
    long longReserved) {}
