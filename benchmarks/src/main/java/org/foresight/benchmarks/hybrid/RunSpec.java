package org.foresight.benchmarks.hybrid;

import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.PlannedRun;

/**
 * A run that is to be done, or was.
 *
 * @param trial what is run
 * @param system under which scheduler
 * @param load offered load
 * @param seed of all random draws
 */
record RunSpec(Trial trial, HybridSystem system, double load, long seed) implements PlannedRun {

  @Override
  public RunKey key() {
    return new RunKey(trial.name(), system.name(), load, seed);
  }

  /** In tasks. */
  @Override
  public double cost() {
    return trial.workload().expectedTasks();
  }

  /** Of all that decides what comes out, but for the code. */
  @Override
  public String fingerprint() {
    return Evaluation.fingerprint(
        Integer.toString(RunRecord.FORMAT),
        trial.workload().describe(),
        Integer.toString(trial.nodes()),
        system.describe(trial),
        system.lowEstimate() + " " + system.highEstimate());
  }
}
