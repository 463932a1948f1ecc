package org.foresight.benchmarks.threesigma;

import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.PlannedRun;

/**
 * A run that is to be done, or was.
 *
 * @param experiment name of the experiment
 * @param theCase what is run
 * @param system under which scheduler
 * @param seed of all random draws
 */
record RunSpec(String experiment, Case theCase, PaperSystem system, long seed)
    implements PlannedRun {

  /** Measured once, for the order and the time left: there is no plan to solve. */
  private static final double COST_WITHOUT_PLANNING = 0.1;

  @Override
  public RunKey key() {
    return new RunKey(experiment, theCase.name(), system.policy(), seed);
  }

  /** In units of a job that is planned. */
  @Override
  public double cost() {
    double jobs = theCase.workload().expectedJobs();
    return system.plans() ? jobs : COST_WITHOUT_PLANNING * jobs;
  }

  /**
   * Of all that decides what comes out, but for the code: the settings, the case, and the form of
   * the record.
   */
  @Override
  public String fingerprint() {
    return Evaluation.fingerprint(
        Integer.toString(RunRecord.FORMAT),
        PaperRuns.describe(),
        theCase.workload().describe(),
        theCase.estimates().map(SyntheticEstimates::describe).orElse(PaperRuns.PREDICTOR),
        Boolean.toString(theCase.learns()));
  }
}
