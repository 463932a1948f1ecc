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

  /** The runs by their seeds. */
  ImmutableMap<Long, RunRecord> bySeed() {
    return runs.stream().collect(toImmutableMap(run -> run.key().seed(), Function.identity()));
  }
}
