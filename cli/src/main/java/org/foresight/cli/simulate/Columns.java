package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Makes the columns of tables from the runs of a folder. */
final class Columns {

  private Columns() {}

  /**
   * One column for every policy of the runs.
   *
   * @param first policies whose columns come first, if they have runs; the others follow in the
   *     order of the runs
   */
  static ImmutableList<Column> of(
      Path folder, ImmutableList<RunRecord> runs, ImmutableList<String> first) {
    ImmutableSet<String> policies =
        Stream.concat(
                first.stream().filter(policy -> !runs(policy, runs).isEmpty()),
                runs.stream().map(run -> run.key().policy()))
            .collect(ImmutableSet.toImmutableSet());
    return policies.stream()
        .map(policy -> new Column(policy, policy, folder, runs(policy, runs)))
        .collect(toImmutableList());
  }

  /** Runs that are the same for all seeds are one run: counted twice it would seem certain. */
  private static ImmutableList<RunRecord> runs(String policy, ImmutableList<RunRecord> runs) {
    ImmutableList<RunRecord> all =
        runs.stream().filter(run -> run.key().policy().equals(policy)).collect(toImmutableList());
    boolean one = all.size() > 1 && all.get(0).runInputs().sameForAllSeeds();
    return one ? all.subList(0, 1) : all;
  }
}
