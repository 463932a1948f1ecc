package org.foresight.cli.simulate;

/**
 * Which of a folder's runs.
 *
 * @param policy name of the policy
 * @param seed of all random draws
 */
record RunKey(String policy, long seed) {

  /** Name of the folder of its files. */
  String folderName() {
    return policy + "-seed-" + seed;
  }

  /** For people. */
  String title() {
    return policy + ", seed " + seed;
  }
}
