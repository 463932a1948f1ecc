package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.TaskRuntimes;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.predictor.Counts;

/**
 * What the tasks of one stage of a job have done so far, in the order in which they started. Not
 * thread-safe.
 */
final class StageTasks {

  private final TaskRuntimes runtimes = new TaskRuntimes();
  private final Map<String, Start> running = new HashMap<>();
  private int succeeded;
  private long succeededMillis;
  private double squaresMillis;

  private record Start(int task, long atMillis) {}

  void started(String taskId, long atMillis) {
    Start before = running.put(taskId, new Start(runtimes.start(), atMillis));
    if (before != null) {
      runtimes.lose(before.task); // A host that tells a start twice knows of no end.
    }
  }

  void ended(String taskId, long atMillis, boolean well) {
    Start start = running.remove(taskId);
    if (start == null) {
      return;
    }
    if (!well) {
      runtimes.lose(start.task);
      return;
    }
    long runtimeMillis = Math.max(0, atMillis - start.atMillis); // A host's clock may step back.
    runtimes.end(start.task, runtimeMillis);
    succeeded++;
    succeededMillis += runtimeMillis;
    squaresMillis += (double) runtimeMillis * runtimeMillis;
  }

  /** How many have ended well. */
  int succeeded() {
    return succeeded;
  }

  /** How many run. */
  int running() {
    return running.size();
  }

  boolean isRunning(String taskId) {
    return running.containsKey(taskId);
  }

  /** The mean runtime of those that have ended well; 0 if none has. */
  double meanMillis() {
    return succeeded == 0 ? 0 : (double) succeededMillis / succeeded;
  }

  /** The coefficient of variation of the same runtimes; 0 for fewer than two. */
  double cov() {
    double mean = meanMillis();
    if (succeeded < 2 || mean == 0) {
      return 0;
    }
    double variance = (squaresMillis - succeeded * mean * mean) / (succeeded - 1);
    return Math.sqrt(Math.max(0, variance)) / mean;
  }

  /** The runtimes of those that have ended well, in the order in which they started. */
  ImmutableLongArray runtimesMillis() {
    return runtimes.ended();
  }

  /** How long the one of the running tasks that started first has run; 0 if none runs. */
  long oldestRunningMillis(JobView job, long nowMillis) {
    long oldestMillis = 0;
    for (RunningTask task : job.running()) {
      if (isRunning(task.taskId())) {
        oldestMillis = Math.max(oldestMillis, nowMillis - task.startMillis());
      }
    }
    return oldestMillis;
  }

  /** How long the one of the running tasks that started last has run; 0 if none runs. */
  long youngestRunningMillis(JobView job, long nowMillis) {
    return job.running().stream()
        .filter(task -> isRunning(task.taskId()))
        .mapToLong(task -> Math.max(0, nowMillis - task.startMillis()))
        .min()
        .orElse(0);
  }

  /**
   * How the first of the tasks fare; a task that was lost is no pilot, another one takes its place.
   *
   * @param count how many tasks are pilots
   */
  Pilots pilots(int count) {
    int seen = 0;
    int ended = 0;
    long sumMillis = 0;
    for (int task = 0; task < runtimes.started() && seen < count; task++) {
      if (!runtimes.isLost(task)) {
        seen++;
        if (!runtimes.isRunning(task)) {
          ended++;
          sumMillis += runtimes.millis(task);
        }
      }
    }
    return new Pilots(count, seen, ended, ended == 0 ? 0 : (double) sumMillis / ended);
  }

  /**
   * How the pilots of a stage fare.
   *
   * @param wanted how many there are to be
   * @param started how many of them have started
   * @param ended how many of these have ended well
   * @param meanMillis the mean runtime of these; 0 if there are none
   */
  record Pilots(int wanted, int started, int ended, double meanMillis) {
    boolean areDone() {
      return ended >= wanted;
    }

    /** The same with so many more that have started. */
    Pilots withStarted(int more) {
      return new Pilots(wanted, Math.min(wanted, started + more), ended, meanMillis);
    }

    /** How many of so many tasks that wait are to stay waiting. */
    int held(int waiting) {
      return Math.max(0, waiting - (wanted - started));
    }

    /** How they fare, in words. */
    String text(int width) {
      return ended
          + " of "
          + Counts.of(wanted, "pilot")
          + " ended, "
          + (started - ended)
          + " running, for "
          + Counts.of(width, "task");
    }
  }
}
