package org.foresight.benchmarks.threesigma;

/**
 * Which run.
 *
 * @param experiment name of the experiment
 * @param caseName name of the case in it
 * @param system name of the policy
 * @param seed of all random draws
 */
record RunKey(String experiment, String caseName, String system, long seed) {

  /** Such as {@code deadline, 20, threesigma, seed 3}. */
  @Override
  public String toString() {
    return experiment + ", " + caseName + ", " + system + ", seed " + seed;
  }
}
