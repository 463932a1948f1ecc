package org.foresight.yarn;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Ints;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/**
 * Working tasks in a partition.
 *
 * @param running how many are held
 * @param pending how many are waited for
 */
record PartitionTasks(int running, int pending) {

  private static final PartitionTasks NONE = new PartitionTasks(0, 0);

  /** What a job has in every partition. */
  static ImmutableSortedMap<String, PartitionTasks> of(JobView job) {
    Map<String, PartitionTasks> tasks = new TreeMap<>();
    for (RunningTask task : job.running()) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        tasks.merge(task.partition(), new PartitionTasks(1, 0), PartitionTasks::plus);
      }
    }
    for (TaskAsk ask : job.asks()) {
      if (ask.kind() == TaskAsk.Kind.TASK) {
        tasks.merge(ask.partition(), new PartitionTasks(0, ask.count()), PartitionTasks::plus);
      }
    }
    return ImmutableSortedMap.copyOf(tasks);
  }

  /** Tasks in the partition of the nodes without a label alone. */
  static ImmutableSortedMap<String, PartitionTasks> withoutLabel(int running, int pending) {
    return ImmutableSortedMap.of(
        CommonNodeLabelsManager.NO_LABEL, new PartitionTasks(running, pending));
  }

  static PartitionTasks sum(Iterable<PartitionTasks> all) {
    PartitionTasks sum = NONE;
    for (PartitionTasks each : all) {
      sum = sum.plus(each);
    }
    return sum;
  }

  PartitionTasks plus(PartitionTasks other) {
    return new PartitionTasks(
        Ints.saturatedCast((long) running + other.running),
        Ints.saturatedCast((long) pending + other.pending));
  }
}
