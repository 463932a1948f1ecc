package org.foresight.planner.placement;

import com.google.common.collect.ImmutableSet;
import org.foresight.planner.solver.PlanInstance;

/**
 * A placement option of a job: from a slot on, at most so many tasks at once, on some of the nodes.
 *
 * @param set the set of nodes, see {@link NodeSets}
 * @param nodeClasses classes of its nodes; empty for the whole partition
 * @param startSlot the slot it starts in
 * @param parallelism how many tasks run at once
 * @param successProbability probability of ending before the deadline; NaN without one
 * @param column what it is worth and what it consumes
 */
public record PlacementOption(
    int set,
    ImmutableSet<String> nodeClasses,
    int startSlot,
    int parallelism,
    double successProbability,
    PlanInstance.Option column) {}
