package org.foresight.benchmarks.slearn;

/**
 * Which run.
 *
 * @param trial name of the trial
 * @param system name of the policy
 * @param seed of all random draws
 */
record RunKey(String trial, String system, long seed) {

  /** Such as {@code slearn-2sigma, gs-las, seed 3}. */
  @Override
  public String toString() {
    return trial + ", " + system + ", seed " + seed;
  }
}
