package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The runs of one policy in one folder: a column of the tables.
 *
 * @param title for people
 * @param policy name of the policy
 * @param folder where the runs are kept
 * @param runs at least one, of different seeds
 */
record Column(String title, String policy, Path folder, ImmutableList<RunRecord> runs) {

  /** The same column, whose title names the folder too. */
  Column named() {
    return new Column(folder + ": " + policy, policy, folder, runs);
  }

  /** Whether nothing in the runs is drawn at random; there is one run then, of any seed. */
  boolean sameForAllSeeds() {
    return runs.get(0).runInputs().sameForAllSeeds();
  }

  /** The runs by their seeds. */
  ImmutableMap<Long, RunRecord> bySeed() {
    return runs.stream().collect(toImmutableMap(run -> run.key().seed(), Function.identity()));
  }
}
