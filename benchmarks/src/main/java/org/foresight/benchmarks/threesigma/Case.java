package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/**
 * A workload and the value of a knob.
 *
 * @param x the value of the knob on the experiment's axis; {@link #ANY_X} where the knob changes
 *     nothing for these systems
 * @param variant what tells cases of the same value apart; empty where the systems do
 * @param workload the jobs
 * @param systems which are run
 * @param estimates what the systems are told of the runtimes; empty where a predictor tells them
 * @param learns whether the predictor learns from the jobs that end meanwhile
 */
record Case(
    String x,
    String variant,
    PaperWorkload workload,
    ImmutableList<PaperSystem> systems,
    Optional<SyntheticEstimates> estimates,
    boolean learns) {

  /** Stands for all values of the knob. */
  static final String ANY_X = "any";

  /** A case whose systems ask the predictor. */
  static Case of(String x, PaperWorkload workload, ImmutableList<PaperSystem> systems) {
    return new Case(x, "", workload, systems, Optional.empty(), true);
  }

  /** Unique in its experiment. */
  String name() {
    return variant.isEmpty() ? x : x + " " + variant;
  }

  /** What a table calls the results of a system here. */
  String series(PaperSystem system) {
    return variant.isEmpty() ? system.title() : variant;
  }
}
