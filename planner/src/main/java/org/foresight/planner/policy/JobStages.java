package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StageEstimate;

/**
 * The stages of a job: those that have begun or are asked for, in that order, and then those of
 * which history says that they follow. Tasks of an unknown stage are taken to be of the one that
 * began last.
 */
final class JobStages {

  private JobStages() {}

  /**
   * A stage of a job.
   *
   * @param name what it is called
   * @param begun whether it has begun or is asked for
   * @param tasks what its tasks have done so far
   * @param pending how many of its tasks are waited for
   * @param width how many tasks it has: so far as they are known, or as history has it
   * @param history the mean runtime of its tasks by history; empty where that knows nothing
   */
  record Stage(
      String name,
      boolean begun,
      StageTasks tasks,
      int pending,
      double width,
      Optional<RuntimeDistribution> history) {}

  /**
   * The stages of a job, at least one unless it waits for its application master and nothing is
   * known of it.
   *
   * @param estimate what history says of it; empty if it knows nothing
   */
  static ImmutableList<Stage> of(JobView job, JobTasks tasks, Optional<JobEstimate> estimate) {
    Map<String, Integer> pending = new LinkedHashMap<>();
    String last = "";
    for (String name : tasks.stages()) {
      pending.put(name, 0);
      last = name;
    }
    for (TaskAsk ask : job.asks()) {
      if (ask.kind() == TaskAsk.Kind.TASK) {
        String name = ask.stage().isEmpty() ? last : ask.stage();
        pending.merge(name, ask.count(), Integer::sum);
      }
    }
    ImmutableList.Builder<Stage> stages = ImmutableList.builder();
    pending.forEach(
        (name, count) -> {
          StageTasks done = tasks.stage(name);
          stages.add(
              new Stage(
                  name,
                  true,
                  done,
                  count,
                  (double) done.succeeded() + done.running() + count,
                  estimate.map(known -> known.taskRuntime(name))));
        });
    estimate.ifPresent(known -> addToCome(known, pending.keySet(), stages));
    return stages.build();
  }

  private static void addToCome(
      JobEstimate estimate, Iterable<String> begun, ImmutableList.Builder<Stage> stages) {
    ImmutableSet<String> names = ImmutableSet.copyOf(begun);
    for (StageEstimate stage : estimate.stages()) {
      if (!names.contains(stage.name())) {
        stages.add(toCome(stage.name(), stage.meanWidth(), stage.taskRuntime()));
      }
    }
    if (names.isEmpty() && estimate.stages().isEmpty()) {
      stages.add(toCome("", estimate.meanWidth(), estimate.taskRuntime()));
    }
  }

  private static Stage toCome(String name, double width, RuntimeDistribution history) {
    return new Stage(name, false, new StageTasks(), 0, width, Optional.of(history));
  }
}
