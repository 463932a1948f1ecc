package org.apache.hadoop.yarn.server.resourcemanager.scheduler;

import java.util.LinkedList;
import java.util.List;
import org.apache.commons.collections4.list.SetUniqueList;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Opens to others what an application attempt keeps to itself: the list of the containers that were
 * allocated since its master last asked. Whenever a container ends, that list is searched for it,
 * under the locks that every allocation needs, and each container that the master fetches is taken
 * out of its front. Of a master that is given a thousand containers a second, both are most of what
 * there is to do, in an {@link java.util.ArrayList}; in a list that is a set too they take a
 * moment.
 */
public final class ApplicationAttemptBridge {

  private ApplicationAttemptBridge() {}

  /** Makes that list one that finds and removes in a moment; nothing else changes. Thread-safe. */
  @SuppressWarnings("JdkObsolete") // Of all lists its iterator alone removes in a moment.
  public static void findNewContainersFast(SchedulerApplicationAttempt attempt) {
    attempt.writeLock.lock(); // Before its monitor, as where containers are added.
    try {
      synchronized (attempt) {
        List<RMContainer> copy = new LinkedList<>(attempt.newlyAllocatedContainers);
        attempt.newlyAllocatedContainers = SetUniqueList.setUniqueList(copy);
      }
    } finally {
      attempt.writeLock.unlock();
    }
  }
}
