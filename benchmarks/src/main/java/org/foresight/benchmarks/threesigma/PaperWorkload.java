package org.foresight.benchmarks.threesigma;

import java.time.Duration;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;

/**
 * A workload of the evaluation, another one for every seed.
 *
 * <p>Implementations are immutable and thread-safe.
 */
interface PaperWorkload {

  /** The cluster that it runs on. */
  ClusterHint cluster();

  /** The time in which its jobs arrive, from 0 on. */
  Duration window();

  /** About how many jobs it has, for the time that it takes. */
  double expectedJobs();

  /** Its jobs, and those that ended before. The same for the same seed. */
  WorkloadSource of(long seed);

  /** All that the jobs of a seed depend on, in one line for people. */
  String describe();

  /** Whether its jobs start whole or not at all, as the paper's do. */
  default boolean isOfGangs() {
    return true;
  }
}
