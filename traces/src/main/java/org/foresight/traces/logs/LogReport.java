package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;

/**
 * What a reader of logs made of them, besides the jobs. Immutable.
 *
 * @param jobs how many jobs the stream gave
 * @param tasks how many tasks those have
 * @param unsuccessfulAttempts how many attempts at tasks, of all jobs of the logs, failed, were
 *     killed, or were not needed as another attempt at the task succeeded; none of these is a task
 * @param leftOut how many jobs were read but left out, by the reason
 * @param notes what else is worth knowing, such as a log without an end; at most the first ten
 * @param noteCount how many notes there are
 */
public record LogReport(
    long jobs,
    long tasks,
    long unsuccessfulAttempts,
    ImmutableSortedMap<String, Long> leftOut,
    ImmutableList<String> notes,
    long noteCount) {}
