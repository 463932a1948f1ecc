package org.foresight.planner.placement;

import org.foresight.planner.solver.PlanInstance;

/**
 * A placement option of a job: from a slot on, at most so many tasks at once.
 *
 * @param startSlot the slot it starts in
 * @param parallelism how many tasks run at once
 * @param successProbability probability of ending before the deadline; NaN without one
 * @param column what it is worth and what it consumes
 */
public record PlacementOption(
    int startSlot, int parallelism, double successProbability, PlanInstance.Option column) {}
