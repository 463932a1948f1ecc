package org.foresight.benchmarks.hybrid;

import java.util.Locale;

/**
 * Which run.
 *
 * @param trial name of the trial
 * @param system name of the system
 * @param load offered load
 * @param seed of all random draws
 */
record RunKey(String trial, String system, double load, long seed) {

  /** Such as {@code google, hawk, load 0.90, seed 3}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, %s, load %.2f, seed %d", trial, system, load, seed);
  }
}
