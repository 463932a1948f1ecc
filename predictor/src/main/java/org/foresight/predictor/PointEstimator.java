package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

  /** Writes what it has seen. */
  void save(DataOutput out) throws IOException;

  /** Takes what {@link #save} of the same kind of estimator wrote in place of what it has seen. */
  void restore(DataInput in) throws IOException;
}
