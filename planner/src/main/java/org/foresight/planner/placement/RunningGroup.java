package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/**
 * Running tasks of a job that are alike to the planner: a gang of hundreds is one or a few groups.
 *
 * @param partition of their nodes
 * @param kind the kind of their nodes, see {@link NodeSets}; -1 where those take no work any more,
 *     so that their room does not come back
 * @param startMillis since when they run
 * @param held what each of them holds
 * @param slowdown by how much they run longer there than on nodes that suit their job
 * @param count how many they are
 */
public record RunningGroup(
    String partition, int kind, long startMillis, ResourceVector held, double slowdown, int count) {

  /** How long its tasks have run; a clock that steps back between two looks makes it no less. */
  double elapsedMillis(long nowMillis) {
    return Math.max(0.0, (double) nowMillis - startMillis);
  }

  RunningGroup ofSize(int newCount) {
    return new RunningGroup(partition, kind, startMillis, held, slowdown, newCount);
  }

  private record Key(
      String partition, int kind, long startMillis, ResourceVector held, double slowdown) {}

  /** The working tasks of a job, the first started first. */
  public static ImmutableList<RunningGroup> of(JobView job, NodeSets sets) {
    return of(job, job.running(), sets);
  }

  /**
   * The working ones of these tasks of a job, the first started first.
   *
   * @param tasks the job's, with what they are taken to hold
   */
  public static ImmutableList<RunningGroup> of(
      JobView job, Iterable<RunningTask> tasks, NodeSets sets) {
    Map<Key, Integer> counts = new LinkedHashMap<>();
    for (RunningTask task : tasks) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        int kind = sets.kindOf(task);
        counts.merge(
            new Key(
                task.partition(),
                kind,
                task.startMillis(),
                task.held(),
                job.goal().preference().slowdownOn(task.nodeClass())),
            1,
            Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(
            group ->
                new RunningGroup(
                    group.getKey().partition,
                    group.getKey().kind,
                    group.getKey().startMillis,
                    group.getKey().held,
                    group.getKey().slowdown,
                    group.getValue()))
        .sorted(Comparator.comparingLong(RunningGroup::startMillis))
        .collect(ImmutableList.toImmutableList());
  }
}
