package org.foresight.yarn;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** What CapacityScheduler's own configuration says of stopping containers. */
final class StockPreemption {
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final String DISABLED = ".disable_preemption";
  private static final String DISABLED_INSIDE = ".intra-queue-preemption.disable_preemption";

  private StockPreemption() {}

  /**
   * Whether a queue's containers are not to be stopped: of each key what is said of the queue or of
   * the closest queue above it. Read from the configuration, since a queue of CapacityScheduler's
   * says that they are not wherever its preemption monitor is off.
   *
   * @param queues CapacityScheduler's configuration
   */
  static boolean isForbidden(Configuration queues, String queuePath) {
    return said(queues, queuePath, DISABLED) || said(queues, queuePath, DISABLED_INSIDE);
  }

  private static boolean said(Configuration queues, String queuePath, String key) {
    for (String path = queuePath; !path.isEmpty(); path = QueueTree.parent(path)) {
      if (queues.get(PREFIX + path + key) != null) {
        return queues.getBoolean(PREFIX + path + key, false);
      }
    }
    return false;
  }

  /** Whether the monitor runs that stops containers by CapacityScheduler's rules. */
  static boolean isMonitorOn(Configuration conf) {
    return conf.getBoolean(
        YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_ENABLE_MONITORS);
  }
}
