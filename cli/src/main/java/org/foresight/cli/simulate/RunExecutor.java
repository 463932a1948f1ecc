package org.foresight.cli.simulate;

import java.io.IOException;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobStream;

/** Does runs. Thread-safe. */
@FunctionalInterface
interface RunExecutor {

  /**
   * Does a run in this thread.
   *
   * @param jobs the jobs of the run's workload, not closed
   * @throws IOException if the workload cannot be read
   */
  SimulationResult execute(RunTask task, JobStream jobs, SimulationListener listener)
      throws IOException;
}
