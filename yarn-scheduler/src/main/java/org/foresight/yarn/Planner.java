package org.foresight.yarn;

import org.foresight.planner.SchedulingPolicy;

/**
 * A planner that is made for one way of planning.
 *
 * @param planning how it plans
 * @param policy plans in the thread
 * @param thread not started yet when it is made
 */
record Planner(
    ForesightConfiguration.Planning planning, SchedulingPolicy policy, PlannerThread thread) {}
