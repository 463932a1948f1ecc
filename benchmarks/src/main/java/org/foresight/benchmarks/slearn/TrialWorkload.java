package org.foresight.benchmarks.slearn;

import java.io.IOException;
import org.foresight.traces.WorkloadSource;

/**
 * The jobs of a trial, others for every seed.
 *
 * <p>Implementations are immutable and thread-safe.
 */
interface TrialWorkload {

  /** About how many jobs it has. */
  double expectedJobs();

  /**
   * Its jobs, and those that ended before. The same for the same seed.
   *
   * @throws IOException if a trace cannot be read
   */
  WorkloadSource of(long seed) throws IOException;

  /** All that the jobs of a seed depend on, in one line for people. */
  String describe();
}
