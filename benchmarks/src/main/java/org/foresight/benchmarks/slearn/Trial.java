package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;

/**
 * A workload and the systems that are compared on it.
 *
 * @param name by which it is asked for
 * @param title for people
 * @param source where it is in the paper
 * @param workload the jobs
 * @param base the system whose speed-up is measured: SLearn, or SLearn-DAG
 * @param systems all that are run, the base too
 * @param paper what the paper states of the base's speed-up in the mean, over the system of that
 *     name
 * @param paperErrors P50 and P90 of the errors of sampling and of history that the paper states, in
 *     percent; empty where it states none
 */
record Trial(
    String name,
    String title,
    String source,
    TrialWorkload workload,
    GsSystem base,
    ImmutableList<GsSystem> systems,
    ImmutableMap<GsSystem, Double> paper,
    ImmutableMap<Figure, Double> paperErrors) {

  /** Whether history knows anything of its jobs. */
  boolean hasHistory() {
    return systems.contains(GsSystem.THREE_SIGMA);
  }

  /** Those that schedule. */
  List<GsSystem> schedulers() {
    return systems.stream().filter(system -> system != GsSystem.ESTIMATES).toList();
  }

  /** All runs, with the seeds from 1 on. */
  ImmutableList<RunSpec> runs(int seeds) {
    ImmutableList.Builder<RunSpec> runs = ImmutableList.builder();
    for (GsSystem system : systems) {
      for (int seed = 1; seed <= seeds; seed++) {
        runs.add(new RunSpec(this, system, seed));
      }
    }
    return runs.build();
  }
}
