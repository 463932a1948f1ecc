package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.traces.WorkloadStage;

/**
 * Which tasks of a job wait, which run in which container, and how many are done, stage by stage.
 *
 * <p>Not thread-safe.
 */
final class TaskBoard {

  private final ImmutableList<Stage> stages;
  private final Map<ContainerId, RunningTask> running = new HashMap<>();
  private final int width;
  private int succeeded;
  private int rerun;

  private static final class Stage {
    private final WorkloadStage stage;
    private final ArrayDeque<Long> waitingMillis;
    private int left;
    private boolean isOpen;

    Stage(WorkloadStage stage) {
      this.stage = stage;
      this.waitingMillis = new ArrayDeque<>(stage.taskMillis().asList());
      this.left = stage.width();
    }
  }

  private record RunningTask(int stage, long millis) {}

  /** All tasks wait, those of a stage in the order of its list. */
  TaskBoard(ImmutableList<WorkloadStage> stages) {
    this.stages = stages.stream().map(Stage::new).collect(toImmutableList());
    this.width = stages.stream().mapToInt(WorkloadStage::width).sum();
  }

  /** The stages all of whose parents have ended, and that were not among these before. */
  ImmutableList<Integer> open() {
    ImmutableList.Builder<Integer> opened = ImmutableList.builder();
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      if (!stage.isOpen && stage.stage.parents().stream().allMatch(p -> stages.get(p).left == 0)) {
        stage.isOpen = true;
        opened.add(i);
      }
    }
    return opened.build();
  }

  /**
   * Gives the container to the task of a stage that has waited longest.
   *
   * @return that task's runtime in workload milliseconds; empty if no task of it waits
   */
  Optional<Long> assign(ContainerId container, int stage) {
    Optional<Long> task = Optional.ofNullable(stages.get(stage).waitingMillis.poll());
    task.ifPresent(millis -> running.put(container, new RunningTask(stage, millis)));
    return task;
  }

  /** Notes that the container's task is done. Containers without a task are ignored. */
  void succeeded(ContainerId container) {
    RunningTask task = running.remove(container);
    if (task != null) {
      stages.get(task.stage()).left--;
      succeeded++;
    }
  }

  /**
   * Notes that the container failed, was lost or was preempted: its task waits again, behind those
   * of its stage that wait already.
   *
   * @return the stage of its task, which needs another container; empty if it had none
   */
  OptionalInt lost(ContainerId container) {
    RunningTask task = running.remove(container);
    if (task == null) {
      return OptionalInt.empty();
    }
    stages.get(task.stage()).waitingMillis.add(task.millis());
    rerun++;
    return OptionalInt.of(task.stage());
  }

  /** Whether all tasks succeeded. */
  boolean isDone() {
    return succeeded == width;
  }

  /** Share of the tasks that succeeded. */
  float progress() {
    return (float) succeeded / width;
  }

  /** How often a task had to wait again. */
  int rerun() {
    return rerun;
  }
}
