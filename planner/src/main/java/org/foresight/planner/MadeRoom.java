package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.KeptRoom;

/**
 * Room that a plan makes for one job by stopping tasks of others: all of it or, if that is not
 * possible any more, nothing. For a gang it is the room for all of its tasks, also for those that
 * need nothing stopped, since it starts whole or not at all; for any other job, as a rule, that for
 * one container.
 *
 * @param beneficiary the job that it is made for
 * @param places where its containers are to start, one for each; together the tasks stopped on a
 *     node and the room that is free there make room for those that are to start on it
 * @param preemptions the tasks to stop; of a gang also those on other nodes, for it is stopped
 *     whole
 */
public record MadeRoom(
    String beneficiary, ImmutableList<KeptRoom> places, ImmutableList<Preemption> preemptions) {}
