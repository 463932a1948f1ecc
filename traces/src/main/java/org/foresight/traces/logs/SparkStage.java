package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Map;
import java.util.TreeMap;

/** Collects the tasks of a stage of a Spark application. Not thread-safe. */
final class SparkStage {

  /** Which task of the stage it is: one partition of its data, or one of an attempt's tasks. */
  private record TaskKey(int attempt, int index) implements Comparable<TaskKey> {
    @Override
    public int compareTo(TaskKey other) {
      int byAttempt = Integer.compare(attempt, other.attempt);
      return byAttempt == 0 ? Integer.compare(index, other.index) : byAttempt;
    }
  }

  private record Run(int attempt, long millis) {}

  private static final int ANY_ATTEMPT = -1;

  private final SparkJob job;
  private final Map<TaskKey, Run> tasks = new TreeMap<>();
  private ImmutableList<Integer> parents = ImmutableList.of();
  private int profile;

  /**
   * A stage.
   *
   * @param job the first job that needs it
   */
  SparkStage(SparkJob job) {
    this.job = job;
  }

  void describe(ImmutableList<Integer> newParents, int newProfile) {
    parents = newParents;
    profile = newProfile;
  }

  /**
   * Takes a task that succeeded in its place, as logs before Spark 3.3 tell it. That is not the
   * same from one attempt at the stage to the next, so that none replaces another.
   *
   * @return whether it counts; not if another run of the task in this attempt came first
   */
  boolean addByIndex(int attempt, int index, long millis) {
    return tasks.putIfAbsent(new TaskKey(attempt, index), new Run(attempt, millis)) == null;
  }

  /**
   * Takes a task that succeeded for its partition. Where a later attempt at the stage ran it again,
   * since its output was lost, the later run counts.
   *
   * @return whether it counts and none came before
   */
  boolean addByPartition(int attempt, int partition, long millis) {
    TaskKey key = new TaskKey(ANY_ATTEMPT, partition);
    Run before = tasks.get(key);
    if (before == null || attempt > before.attempt) {
      tasks.put(key, new Run(attempt, millis));
    }
    return before == null;
  }

  /** The job that it belongs to. */
  SparkJob job() {
    return job;
  }

  /** Ids of the stages whose output it reads, each less than its own. */
  ImmutableList<Integer> parents() {
    return parents;
  }

  /** Id of its resource profile. */
  int profile() {
    return profile;
  }

  /** Whether it ran, and was not skipped as its output was there. */
  boolean hasTasks() {
    return !tasks.isEmpty();
  }

  ImmutableLongArray taskMillis() {
    ImmutableLongArray.Builder millis = ImmutableLongArray.builder(tasks.size());
    tasks.values().forEach(run -> millis.add(run.millis()));
    return millis.build();
  }
}
