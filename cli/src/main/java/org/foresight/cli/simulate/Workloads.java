package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.OptionalDouble;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;

/** The workload of every seed. */
interface Workloads {

  /** Short name. */
  String name();

  /** The cluster that it is made for, where it is made for one. */
  ClusterHint hint();

  /** Mean task runtime below which a job is short, where its source says so. */
  OptionalDouble shortCutoffSeconds();

  /** Share of the nodes to reserve for short jobs, where its source says so. */
  OptionalDouble shortShare();

  /** What it is made from, apart from the seed and the cluster, as inputs of a run. */
  ImmutableMap<String, String> inputs() throws IOException;

  /**
   * The workload of a seed.
   *
   * @throws org.foresight.traces.TraceFormatException if a trace is malformed
   * @throws IOException if a trace cannot be read
   */
  WorkloadSource of(long seed, ClusterSpec cluster) throws IOException;
}
