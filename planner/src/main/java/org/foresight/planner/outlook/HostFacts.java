package org.foresight.planner.outlook;

/**
 * What a host knows of a job that waits, beyond the snapshot.
 *
 * @param planHolds whether the plan decides when it starts; else the host's own order does
 * @param leftToHost whether the host serves it by its own rules for the moment, although the plan
 *     holds its queue
 * @param refused whether the host has refused the last container that was to be started
 */
public record HostFacts(boolean planHolds, boolean leftToHost, boolean refused) {

  /** A job that the plan holds. */
  public static final HostFacts HELD = new HostFacts(true, false, false);

  /** A job whose queue is left alone. */
  public static final HostFacts LEFT_ALONE = new HostFacts(false, false, false);

  /** Whether the plan decides when it starts. */
  boolean isByPlan() {
    return planHolds && !leftToHost;
  }
}
