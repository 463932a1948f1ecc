package org.foresight.benchmarks.slearn;

import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.PlannedRun;

/**
 * A run that is to be done, or was.
 *
 * @param trial what is run
 * @param system under which scheduler
 * @param seed of all random draws
 */
record RunSpec(Trial trial, GsSystem system, long seed) implements PlannedRun {

  @Override
  public RunKey key() {
    return new RunKey(trial.name(), system.policy(), seed);
  }

  /** In jobs; what plans anew with every task that ends takes longest. */
  @Override
  public double cost() {
    return switch (system) {
      case SLEARN, SLEARN_DAG, POSTERIOR -> 4.0 * trial.workload().expectedJobs();
      default -> trial.workload().expectedJobs();
    };
  }

  /** Of all that decides what comes out, but for the code. */
  @Override
  public String fingerprint() {
    return Evaluation.fingerprint(
        Integer.toString(RunRecord.FORMAT),
        GsRuns.PREDICTOR,
        Long.toString(GsRuns.CYCLE_MILLIS),
        trial.workload().describe());
  }
}
