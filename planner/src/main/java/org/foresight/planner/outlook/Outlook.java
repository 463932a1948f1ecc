package org.foresight.planner.outlook;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a job is expected to start and to end.
 *
 * @param startedMillis when its first task started; empty while none has
 * @param start when its first task is to start; empty where it has, or where that is unknown
 * @param startsAfterMillis if the plan has no start for it: the end of what is planned, before
 *     which it is not expected to start
 * @param finish when it is to end; empty where that is unknown
 * @param basis what the answer rests on, or why it is unknown; one sentence
 */
public record Outlook(
    OptionalLong startedMillis,
    Optional<TimeRange> start,
    OptionalLong startsAfterMillis,
    Optional<TimeRange> finish,
    String basis) {}
