package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * Which tasks of a job wait, which run in which container, and how many are done.
 *
 * <p>Not thread-safe.
 */
final class TaskBoard {

  private final ArrayDeque<Long> waitingMillis;
  private final Map<ContainerId, Long> runningMillis = new HashMap<>();
  private final int width;
  private int rerun;

  /** All tasks wait, in the order of the list. */
  TaskBoard(ImmutableList<Long> taskMillis) {
    this.waitingMillis = new ArrayDeque<>(taskMillis);
    this.width = taskMillis.size();
  }

  /**
   * Gives the container to the task that has waited longest.
   *
   * @return that task's runtime in workload milliseconds; empty if no task waits
   */
  Optional<Long> assign(ContainerId container) {
    Optional<Long> task = Optional.ofNullable(waitingMillis.poll());
    task.ifPresent(millis -> runningMillis.put(container, millis));
    return task;
  }

  /** Notes that the container's task is done. Containers without a task are ignored. */
  void succeeded(ContainerId container) {
    runningMillis.remove(container);
  }

  /**
   * Notes that the container failed, was lost or was preempted: its task waits again, behind those
   * that wait already.
   *
   * @return whether the container had a task, so that another container is needed
   */
  boolean lost(ContainerId container) {
    Long task = runningMillis.remove(container);
    if (task == null) {
      return false;
    }
    waitingMillis.add(task);
    rerun++;
    return true;
  }

  /** Whether all tasks succeeded. */
  boolean isDone() {
    return waitingMillis.isEmpty() && runningMillis.isEmpty();
  }

  /** Share of the tasks that succeeded. */
  float progress() {
    return (float) (width - waitingMillis.size() - runningMillis.size()) / width;
  }

  /** How often a task had to wait again. */
  int rerun() {
    return rerun;
  }
}
