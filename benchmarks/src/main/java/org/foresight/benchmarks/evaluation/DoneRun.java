package org.foresight.benchmarks.evaluation;

/** The record of a run that has been done. */
public interface DoneRun {

  /** Which run: equal to that of the {@link PlannedRun}. */
  Object key();

  /** Of what decided what came out: that of the {@link PlannedRun} at that time. */
  String fingerprint();

  /** For people, when it has ended. */
  String summary();
}
