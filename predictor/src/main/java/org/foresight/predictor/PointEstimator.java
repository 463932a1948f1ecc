package org.foresight.predictor;

/**
 * Condenses the runtimes seen so far into one number, in constant memory (3Sigma §4.1 names four
 * ways). Not thread-safe.
 */
interface PointEstimator {

  /** Short name for explanations. */
  String name();

  /** Takes one more runtime, in milliseconds, into account. */
  void add(double millis);

  /** The estimate, in milliseconds; NaN before the first runtime. */
  double estimate();
}
