package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/** Shows tests outside this package what an application attempt keeps to itself. */
public final class NewContainers {
  private NewContainers() {}

  /** Those that the master has not fetched yet. */
  public static List<RMContainer> of(SchedulerApplicationAttempt attempt) {
    return attempt.newlyAllocatedContainers;
  }
}
