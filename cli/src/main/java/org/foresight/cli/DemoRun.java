package org.foresight.cli;

import org.foresight.traces.RunMetrics;

/**
 * One row of the demo's result.
 *
 * @param scheduler who scheduled
 * @param asynchronous whether it allocated from threads of its own rather than on node heartbeats
 * @param metrics how it did
 */
record DemoRun(DemoScheduler scheduler, boolean asynchronous, RunMetrics metrics) {

  /** How the scheduler allocated. */
  String mode() {
    return asynchronous ? "asynchronous" : "on heartbeats";
  }
}
