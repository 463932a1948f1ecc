package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;

/**
 * A workload on a cluster of one-slot nodes, and what is compared on it.
 *
 * @param name by which it is asked for
 * @param title for people
 * @param source where it is in the thesis
 * @param workload the jobs
 * @param nodes how many nodes
 * @param cutoffSeconds mean task runtime from which on a job is long
 * @param shortShare share of the nodes for short jobs alone
 * @param reportMillis how often nodes report to the schedulers without a centre
 * @param loads offered loads that the published systems are run at, in ascending order
 * @param variants other systems, at {@link #variantLoad} only
 * @param seeds how many seeds at most
 */
record Trial(
    String name,
    String title,
    String source,
    TrialWorkload workload,
    int nodes,
    double cutoffSeconds,
    double shortShare,
    long reportMillis,
    ImmutableList<Double> loads,
    ImmutableList<HybridSystem> systems,
    ImmutableList<HybridSystem> variants,
    int seeds) {

  private static final double HIGH_LOAD = 0.9;

  /** The load that variants are run at: 0.9, or the nearest that there is. */
  double variantLoad() {
    double nearest = loads.get(0);
    for (double load : loads) {
      nearest = Math.abs(load - HIGH_LOAD) < Math.abs(nearest - HIGH_LOAD) ? load : nearest;
    }
    return nearest;
  }

  /** All runs, with the seeds from 1 on. */
  ImmutableList<RunSpec> runs(int wantedSeeds) {
    ImmutableList.Builder<RunSpec> runs = ImmutableList.builder();
    for (int seed = 1; seed <= Math.min(seeds, wantedSeeds); seed++) {
      for (HybridSystem system : systems) {
        for (double load : loads) {
          runs.add(new RunSpec(this, system, load, seed));
        }
      }
      for (HybridSystem variant : variants) {
        runs.add(new RunSpec(this, variant, variantLoad(), seed));
      }
    }
    return runs.build();
  }
}
