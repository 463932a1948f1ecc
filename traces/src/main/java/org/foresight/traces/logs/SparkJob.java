package org.foresight.traces.logs;

import com.google.common.collect.ImmutableSet;

/**
 * A job of a Spark application: what one action of its program runs. Compared by identity.
 *
 * <p>Immutable.
 */
final class SparkJob {

  private final ImmutableSet<SparkJob> waitsFor;

  /**
   * A job.
   *
   * @param waitsFor the jobs that had ended when it was submitted, without those that these waited
   *     for
   */
  SparkJob(ImmutableSet<SparkJob> waitsFor) {
    this.waitsFor = waitsFor;
  }

  /** The jobs that must have ended before it may start. */
  ImmutableSet<SparkJob> waitsFor() {
    return waitsFor;
  }
}
