package org.foresight.cli;

import java.io.IOException;
import org.foresight.traces.RunMetrics;

/** Runs the demo's workload under one scheduler. */
@FunctionalInterface
interface DemoRunner {

  /**
   * Runs the workload to its end or to the timeout.
   *
   * @throws IOException if the cluster does not start
   */
  RunMetrics run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException;
}
