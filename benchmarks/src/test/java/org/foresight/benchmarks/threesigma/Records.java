package org.foresight.benchmarks.threesigma;

/** Records for tests. */
final class Records {

  static final int SLO_JOBS = 100;

  private Records() {}

  /** A run with these figures, as if it had been done by the present settings. */
  static RunRecord of(RunSpec spec, int missed, double sloGoodputHours, double beGoodputHours) {
    RunKey key = spec.key();
    return new RunRecord(
        spec.fingerprint(),
        key.experiment(),
        key.caseName(),
        key.system(),
        key.seed(),
        2 * SLO_JOBS,
        0,
        SLO_JOBS,
        missed,
        sloGoodputHours,
        beGoodputHours,
        SLO_JOBS,
        SLO_JOBS,
        12.5,
        10.0,
        3,
        0.25,
        40,
        0.5,
        2.5,
        150,
        15,
        1.5);
  }
}
