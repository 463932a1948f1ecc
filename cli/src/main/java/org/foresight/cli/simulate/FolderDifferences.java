package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.List;
import java.util.Objects;

/** Says in what the runs of two folders differ beyond their policies and seeds. */
final class FolderDifferences {

  /** Where these differ, more than a setting of the scheduler does. */
  private static final ImmutableSet<String> WORKLOAD_AND_CLUSTER =
      ImmutableSet.of(
          RunInputs.WORKLOAD,
          RunInputs.GENERATOR,
          "trace",
          "trace SHA-256",
          "format",
          RunInputs.LOAD,
          RunInputs.MAX_JOBS,
          RunInputs.SLO_SHARE,
          RunInputs.CLUSTER,
          RunInputs.CUTOFF);

  private FolderDifferences() {}

  /**
   * A warning if workload or cluster are others, and a line for each input that is another one.
   *
   * @param before columns of a folder
   * @param after columns of another one
   */
  static ImmutableList<String> lines(ImmutableList<Column> before, ImmutableList<Column> after) {
    List<RunRecord> first = runs(before);
    List<RunRecord> second = runs(after);
    ImmutableSortedSet<String> differing =
        first.stream()
            .flatMap(run -> second.stream().flatMap(other -> differing(run, other).stream()))
            .collect(ImmutableSortedSet.toImmutableSortedSet(String::compareTo));
    String folders = before.get(0).folder() + " and " + after.get(0).folder();
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    if (differing.stream().anyMatch(WORKLOAD_AND_CLUSTER::contains)) {
      lines.add(
          "Warning: "
              + folders
              + " are not of the same workload on the same cluster, so their ratio is not the"
              + " effect of a setting alone.");
    }
    for (String name : differing) {
      lines.add(
          folders
              + " differ in the "
              + name
              + ": ("
              + values(name, first)
              + ") and ("
              + values(name, second)
              + ").");
    }
    return lines.build();
  }

  private static ImmutableList<RunRecord> runs(ImmutableList<Column> columns) {
    return columns.stream().flatMap(column -> column.runs().stream()).collect(toImmutableList());
  }

  /** What two runs differ in that are comparable: the workload is only of the same seed. */
  private static ImmutableSet<String> differing(RunRecord run, RunRecord other) {
    boolean samePolicy = run.key().policy().equals(other.key().policy());
    boolean sameSeed = run.key().seed() == other.key().seed();
    ImmutableSet.Builder<String> names = ImmutableSet.builder();
    for (String name :
        ImmutableSet.<String>builder()
            .addAll(run.inputs().keySet())
            .addAll(other.inputs().keySet())
            .build()) {
      boolean comparable =
          switch (name) {
            case RunInputs.POLICY, RunInputs.SEED -> false;
            case RunInputs.WORKLOAD -> sameSeed;
            case RunInputs.QUEUES -> samePolicy;
            default -> true;
          };
      if (comparable && !Objects.equals(run.inputs().get(name), other.inputs().get(name))) {
        names.add(name);
      }
    }
    return names.build();
  }

  private static String values(String name, List<RunRecord> runs) {
    return runs.stream()
        .map(run -> run.inputs().getOrDefault(name, RunInputs.NOTHING))
        .distinct()
        .reduce((one, two) -> one + "; " + two)
        .orElse(RunInputs.NOTHING);
  }
}
