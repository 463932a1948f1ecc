package org.foresight.simulator;

import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;

/**
 * Follows a simulation. Called by the simulation's thread, in virtual time order; what it throws
 * ends the simulation.
 */
public interface SimulationListener {

  /** Hears nothing. */
  SimulationListener NONE = new SimulationListener() {};

  /** A job has ended; its run says whether to success. */
  default void jobEnded(JobRun run) {}

  /** A job was refused at submission, since no empty cluster could run it. */
  default void jobRefused(WorkloadJob job, String reason) {}
}
