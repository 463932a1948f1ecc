package org.foresight.simulator;

/**
 * Tells when a simulation whose nodes fail for ever would not get any further: nothing has started
 * or ended for a long time, or all that starts is lost before it ends.
 */
final class Hope {
  private static final int MOST_EVENTS_IN_VAIN = 100_000;
  private static final long MOST_LOSSES_IN_A_ROW = 100_000;

  private final long patienceMillis;
  private long taskEvents;
  private long lastChangeMillis;
  private int eventsInVain;
  private long succeeded;
  private long lostBefore;

  /**
   * @param repairMillis how long a failed node is away; whoever waits for one has to wait so long
   */
  Hope(long repairMillis) {
    this.patienceMillis = 2 * repairMillis;
  }

  /** Asked after every event. */
  boolean isLost(SimCluster cluster, long nowMillis) {
    if (cluster.succeededTasks() != succeeded) {
      succeeded = cluster.succeededTasks();
      lostBefore = cluster.lostTasks();
    } else if (cluster.lostTasks() - lostBefore > MOST_LOSSES_IN_A_ROW) {
      return true;
    }
    if (cluster.taskEvents() != taskEvents || !cluster.isIdle()) {
      taskEvents = cluster.taskEvents();
      lastChangeMillis = nowMillis;
      eventsInVain = 0;
      return false;
    }
    eventsInVain++;
    return eventsInVain > MOST_EVENTS_IN_VAIN && nowMillis - lastChangeMillis > patienceMillis;
  }
}
