package org.foresight.yarn;

import java.util.OptionalLong;

/**
 * A planner and what it has published.
 *
 * @param mode of the queues that it is for
 * @param isInCharge whether its plan counts now
 * @param failuresInARow how often planning has failed since it last went well
 * @param lane what it published with its last plan
 */
record PlannerStatus(Mode mode, boolean isInCharge, int failuresInARow, LaneStatus lane) {

  /** How old the last plan is, not below 0 after a step of the clock; empty before the first. */
  OptionalLong ageMillis(long nowMillis) {
    return lane.planMillis().isPresent()
        ? OptionalLong.of(Math.max(0, nowMillis - lane.planMillis().getAsLong()))
        : OptionalLong.empty();
  }
}
