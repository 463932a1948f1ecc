package org.foresight.benchmarks.evaluation;

/** A run that is to be done, or was. */
public interface PlannedRun {

  /** Which run, for people and unique in its evaluation. */
  Object key();

  /** Of all that decides what comes out, but for the code. */
  String fingerprint();

  /** Roughly how long it takes, in a unit of the evaluation's own. */
  double cost();

  /** Of all random draws. */
  long seed();
}
