package org.foresight.kairosyarn;

import static java.util.Objects.requireNonNull;

/**
 * Something of which a run measured the time.
 *
 * @param of a job's category, or what else it is of
 * @param seconds how long it took
 */
record Sample(String of, double seconds) {

  /** A short task on an idle node. */
  static final String ALONE = "alone";

  /** A short task on a node full of long ones. */
  static final String BESIDE = "beside";

  /** From one sign of life of a JVM that is suspended to the next. */
  static final String SILENCE = "silence";

  /** A file may have null in place of the name. */
  Sample {
    requireNonNull(of, "a sample is of nothing");
  }
}
