package org.foresight.benchmarks.threesigma;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * A run that is to be done, or was.
 *
 * @param experiment name of the experiment
 * @param theCase what is run
 * @param system under which scheduler
 * @param seed of all random draws
 */
record RunSpec(String experiment, Case theCase, PaperSystem system, long seed) {

  /** Measured once, for the order and the time left: there is no plan to solve. */
  private static final double COST_WITHOUT_PLANNING = 0.1;

  private static final int FINGERPRINT_LENGTH = 16;

  RunKey key() {
    return new RunKey(experiment, theCase.name(), system.policy(), seed);
  }

  /** Roughly how long it takes, in units of a job that is planned. */
  double cost() {
    double jobs = theCase.workload().expectedJobs();
    return system.plans() ? jobs : COST_WITHOUT_PLANNING * jobs;
  }

  /**
   * Of all that decides what comes out, but for the code: the settings, the case, and the form of
   * the record.
   */
  String fingerprint() {
    String all =
        String.join(
            "\n",
            Integer.toString(RunRecord.FORMAT),
            PaperRuns.describe(),
            theCase.workload().describe(),
            theCase.estimates().map(SyntheticEstimates::describe).orElse(PaperRuns.PREDICTOR),
            Boolean.toString(theCase.learns()));
    return Hashing.sha256()
        .hashString(all, StandardCharsets.UTF_8)
        .toString()
        .substring(0, FINGERPRINT_LENGTH);
  }
}
