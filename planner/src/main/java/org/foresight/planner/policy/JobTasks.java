package org.foresight.planner.policy;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/** What the tasks of one job have done so far, stage by stage. Not thread-safe. */
final class JobTasks {

  private static final StageTasks NO_TASKS = new StageTasks();

  /** In the order in which they began. */
  private final Map<String, StageTasks> stages = new LinkedHashMap<>();

  private final Map<String, StageTasks> stageOfRunning = new LinkedHashMap<>();

  /** Whether some were there before the host began. */
  private boolean wasFound;

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.TaskStarted started) {
      StageTasks stage = stages.computeIfAbsent(started.stage(), unseen -> new StageTasks());
      stage.started(started.taskId(), started.atMillis());
      stageOfRunning.put(started.taskId(), stage);
      wasFound |= started.wasFound();
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      StageTasks stage = stageOfRunning.remove(finished.taskId());
      if (stage != null) {
        boolean well = finished.end() == ClusterEvent.TaskEnd.SUCCEEDED;
        stage.ended(finished.taskId(), finished.atMillis(), well);
      }
    }
  }

  /** The stages that have begun, in that order. */
  ImmutableSet<String> stages() {
    return ImmutableSet.copyOf(stages.keySet());
  }

  /** A stage; one without tasks if it has not begun. */
  StageTasks stage(String name) {
    return stages.getOrDefault(name, NO_TASKS);
  }

  /** The stage that began first; one without tasks if none has. */
  StageTasks firstStage() {
    return stages.isEmpty() ? NO_TASKS : stages.values().iterator().next();
  }

  /** The stage that began first of all but one; one without tasks if none has. */
  StageTasks firstStageBut(String name) {
    for (Map.Entry<String, StageTasks> stage : stages.entrySet()) {
      if (!stage.getKey().equals(name)) {
        return stage.getValue();
      }
    }
    return NO_TASKS;
  }

  /**
   * How many of the tasks that the job holds have not been told of: they have been given to it and
   * do not run yet, or began before anybody looked.
   */
  int untold(JobView job) {
    int untold = 0;
    for (RunningTask task : job.running()) {
      untold += isUntold(task) ? 1 : 0;
    }
    return untold;
  }

  private boolean isUntold(RunningTask task) {
    return task.kind() == TaskAsk.Kind.TASK && !stageOfRunning.containsKey(task.taskId());
  }

  /**
   * Whether nothing is known of the job but that some of its tasks run: its host has found them,
   * and its application has not said again what it waits for.
   */
  boolean isToBeHeardOf(JobView job) {
    return wasFound && job.asks().isEmpty() && succeeded() == 0;
  }

  /**
   * How long the one of a stage's running tasks that started first has run, where those of which
   * was not told count as of any stage; 0 if none runs.
   */
  long oldestMillis(StageTasks stage, JobView job, long nowMillis) {
    long oldestMillis = 0;
    for (RunningTask task : job.running()) {
      if (stage.isRunning(task.taskId()) || isUntold(task)) {
        oldestMillis = Math.max(oldestMillis, nowMillis - task.startMillis());
      }
    }
    return oldestMillis;
  }

  /** How many tasks have ended well. */
  int succeeded() {
    int succeeded = 0;
    for (StageTasks stage : stages.values()) {
      succeeded += stage.succeeded();
    }
    return succeeded;
  }

  /** How many tasks the job has, as far as it has asked for them. */
  int width(JobView job) {
    return succeeded() + job.runningTasks() + job.pendingTasks();
  }
}
