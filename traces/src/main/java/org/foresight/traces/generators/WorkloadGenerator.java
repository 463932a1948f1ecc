package org.foresight.traces.generators;

import java.util.OptionalDouble;
import org.foresight.traces.WorkloadSource;

/**
 * Generates one workload for given parameters.
 *
 * <p>Stateless and thread-safe.
 */
public interface WorkloadGenerator {

  /** Name of the workload, such as {@code 3sigma-deadline-60}. */
  String name();

  /** The cluster that the workload is made for, with the slots asked for if there are any. */
  ClusterHint cluster(GeneratorParameters parameters);

  /**
   * The workload. Its streams draw the jobs as they are read.
   *
   * @throws IllegalArgumentException if the workload does not take one of the parameters
   */
  WorkloadSource source(GeneratorParameters parameters);

  /** Mean task runtime below which its source counts a job as short, where it says so. */
  default OptionalDouble shortCutoffSeconds() {
    return OptionalDouble.empty();
  }

  /** Share of the nodes that its source reserves for short jobs, where it says so. */
  default OptionalDouble shortShare() {
    return OptionalDouble.empty();
  }
}
