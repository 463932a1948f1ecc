package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;

/**
 * The tasks of a job that may run at once: the maps of a MapReduce job, a stage of a Spark job.
 *
 * <p>Immutable.
 *
 * @param taskMillis runtime of each task on a node of speed 1, at least one task, each positive
 * @param parents which earlier stages of the job must have ended before this one may start, as
 *     indices into {@link WorkloadJob#stages()}
 * @param demand what each task needs of every resource it needs, by YARN's names ({@value
 *     #MEMORY_MIB} in MiB, {@value #VCORES}, others as the cluster names them); each at least 0
 * @param partition the node label that its tasks must run under; empty for none
 */
public record WorkloadStage(
    ImmutableLongArray taskMillis,
    ImmutableIntArray parents,
    ImmutableSortedMap<String, Long> demand,
    String partition) {

  /** Name of the memory resource, in MiB. */
  public static final String MEMORY_MIB = "memory-mb";

  /** Name of the resource of virtual cores. */
  public static final String VCORES = "vcores";

  /** One slot: what a task needs where the trace does not say. */
  public static final ImmutableSortedMap<String, Long> ONE_SLOT =
      ImmutableSortedMap.of(MEMORY_MIB, 1024L, VCORES, 1L);

  public WorkloadStage {
    if (taskMillis.isEmpty()) {
      throw new IllegalArgumentException("A stage must have at least one task.");
    }
    for (int i = 0; i < taskMillis.length(); i++) {
      if (taskMillis.get(i) <= 0) {
        throw new IllegalArgumentException(
            "The task runtime (" + taskMillis.get(i) + " ms) must be positive.");
      }
    }
    demand.forEach(
        (resource, amount) -> {
          if (amount < 0) {
            throw new IllegalArgumentException(
                "The demand (" + amount + ") of (" + resource + ") must not be negative.");
          }
        });
  }

  /** A first stage of one-slot tasks in no partition. */
  public static WorkloadStage of(ImmutableList<Long> taskMillis) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(taskMillis), ImmutableIntArray.of(), ONE_SLOT, "");
  }

  /** Number of tasks. */
  public int width() {
    return taskMillis.length();
  }

  /** Sum of the task runtimes, in task-milliseconds. */
  public long workMillis() {
    long sum = 0;
    for (int i = 0; i < taskMillis.length(); i++) {
      sum += taskMillis.get(i);
    }
    return sum;
  }

  /** Runtime of the longest task. */
  public long longestMillis() {
    long longest = 0;
    for (int i = 0; i < taskMillis.length(); i++) {
      longest = Math.max(longest, taskMillis.get(i));
    }
    return longest;
  }
}
