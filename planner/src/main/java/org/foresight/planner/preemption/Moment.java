package org.foresight.planner.preemption;

/**
 * A moment by two clocks: deadlines and plans go by the host's, graces by one that no step changes.
 *
 * @param clockMillis what the host's clock shows
 * @param steadyMillis time that passes evenly, from any beginning
 */
public record Moment(long clockMillis, long steadyMillis) {}
