package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.foresight.traces.WorkloadStage;

/**
 * Links the stages of an application. Spark gives ids in the order in which it makes stages, so
 * that a stage's parents, and the stages of jobs that ended before its own, have lesser ids.
 *
 * <p>Not thread-safe.
 */
final class SparkStages {

  private final Map<Integer, SparkStage> stages;
  private final SparkDemands demands;

  /** By id, which stages that ran must have ended before that stage may start. */
  private final Map<Integer, SortedSet<Integer>> waitsFor = new HashMap<>();

  /** Of every job so far, the stages that ran and that no other stage of it waits for. */
  private final Map<SparkJob, SortedSet<Integer>> lastOf = new HashMap<>();

  /**
   * The stages of an application.
   *
   * @param stages by id, in that order
   */
  SparkStages(Map<Integer, SparkStage> stages, SparkDemands demands) {
    this.stages = stages;
    this.demands = demands;
  }

  /** The stages that ran, each after its parents. */
  ImmutableList<WorkloadStage> toStages() {
    List<WorkloadStage> result = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    stages.forEach(
        (id, stage) -> {
          SortedSet<Integer> before = before(stage);
          waitsFor.put(id, before);
          if (stage.hasTasks()) {
            SortedSet<Integer> last = lastOf.computeIfAbsent(stage.job(), job -> new TreeSet<>());
            last.removeAll(before);
            last.add(id);
            places.put(id, result.size());
            result.add(
                new WorkloadStage(
                    stage.taskMillis(),
                    before.stream()
                        .mapToInt(parent -> Objects.requireNonNull(places.get(parent)))
                        .collect(
                            ImmutableIntArray::builder,
                            ImmutableIntArray.Builder::add,
                            (left, right) -> left.addAll(right.build()))
                        .build(),
                    demands.ofTask(stage.profile()),
                    ""));
          }
        });
    return ImmutableList.copyOf(result);
  }

  /** What a stage waits for; through stages that were skipped, what those would have waited for. */
  private SortedSet<Integer> before(SparkStage stage) {
    SortedSet<Integer> before = new TreeSet<>();
    for (int parent : stage.parents()) {
      SparkStage parentStage = stages.get(parent);
      if (parentStage != null && parentStage.hasTasks()) {
        before.add(parent);
      } else {
        before.addAll(waitsFor.getOrDefault(parent, ImmutableSortedSet.of()));
      }
    }
    boolean behindOwn =
        before.stream()
            .anyMatch(id -> Objects.requireNonNull(stages.get(id)).job().equals(stage.job()));
    if (!behindOwn) {
      addLastOf(stage.job(), before, new HashSet<>());
    }
    return before;
  }

  /** The last stages of the jobs that a job waits for; beyond jobs of which nothing ran. */
  private void addLastOf(SparkJob job, Set<Integer> before, Set<SparkJob> seen) {
    List<SparkJob> open = new ArrayList<>(job.waitsFor());
    while (!open.isEmpty()) {
      SparkJob earlier = open.remove(open.size() - 1);
      if (!seen.add(earlier)) {
        continue;
      }
      SortedSet<Integer> last = lastOf.get(earlier);
      if (last == null) {
        open.addAll(earlier.waitsFor());
      } else {
        before.addAll(last);
      }
    }
  }
}
