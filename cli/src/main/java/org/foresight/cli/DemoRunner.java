package org.foresight.cli;

import java.io.IOException;

/** Runs the demo's workload under one scheduler. */
@FunctionalInterface
interface DemoRunner {

  /**
   * Runs the workload to its end or to the timeout.
   *
   * @throws IOException if the cluster does not start
   */
  DemoOutcome run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException;
}
