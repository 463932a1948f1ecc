package org.foresight.yarn;

import org.foresight.planner.preemption.PreemptionSettings;

/**
 * What the configuration says of stopping containers.
 *
 * @param general whether containers of the queues of which nothing is said may be stopped
 * @param ofQueues what is said of queues
 * @param settings how they are stopped
 */
record PreemptionRules(boolean general, QueueTree<Boolean> ofQueues, PreemptionSettings settings) {

  /**
   * How long room is kept after the grace: enough for nodes to end what is stopped and for the job
   * to get its containers, and not so much that room is missed that nobody comes for.
   */
  static final long KEEP_MILLIS = 30_000;

  /** Whether containers of the leaf queue of this full path may be stopped. */
  boolean isOn(String queuePath) {
    return ofQueues.at(queuePath).orElse(general);
  }

  /** Whether those of any queue may be, of those that there are or may be made. */
  boolean mayBeOn() {
    return general || ofQueues.byPath().containsValue(true);
  }
}
