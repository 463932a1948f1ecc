package org.foresight.yarn;

import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/** How the stages of an application show in what it asks for. */
enum StageNames {
  /** A stage is the tasks of one YARN priority. */
  BY_PRIORITY {
    @Override
    String of(int priority) {
      return Integer.toString(priority);
    }
  },

  /**
   * The same, but that MapReduce asks for maps again that have failed, and for those that are to
   * run in opportunistic containers, at priorities of their own.
   */
  OF_MAP_REDUCE {
    @Override
    String of(int priority) {
      return Integer.toString(
          priority == FAILED_MAPS || priority == OPPORTUNISTIC_MAPS ? MAPS : priority);
    }
  };

  /** The type of MapReduce's applications. */
  static final String MAP_REDUCE = "MAPREDUCE";

  // RMContainerAllocator's, of MapReduce's application master.
  private static final int FAILED_MAPS = 5;
  private static final int OPPORTUNISTIC_MAPS = 19;
  private static final int MAPS = 20;

  /** Those of applications of a type; null where that is unknown. */
  static StageNames of(@Nullable String type) {
    return MAP_REDUCE.equalsIgnoreCase(type) ? OF_MAP_REDUCE : BY_PRIORITY;
  }

  /** The name of the stage that a request is of; empty where it has no priority. */
  String of(SchedulerRequestKey key) {
    Priority priority = key.getPriority();
    return priority == null ? "" : of(priority.getPriority());
  }

  abstract String of(int priority);
}
