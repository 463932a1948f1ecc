package org.foresight.yarn;

import java.util.OptionalLong;

/**
 * A planner and what it has published.
 *
 * @param mode of the queues that it is for
 * @param isPlanCounted whether its plan counts now: it was made lately, by a planner that neither
 *     fails nor hangs
 * @param failuresInARow how often planning has failed since it last went well
 * @param lane what it published with its last plan
 */
record PlannerStatus(Mode mode, boolean isPlanCounted, int failuresInARow, LaneStatus lane) {

  /** Whether jobs start by its plan now; by that of a shadow planner none does. */
  boolean isInCharge() {
    return mode == Mode.ON && isPlanCounted;
  }

  /** How old the last plan is, not below 0 after a step of the clock; empty before the first. */
  OptionalLong ageMillis(long nowMillis) {
    return lane.planMillis().isPresent()
        ? OptionalLong.of(Math.max(0, nowMillis - lane.planMillis().getAsLong()))
        : OptionalLong.empty();
  }
}
