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
 * @param blocking what of it is kept from jobs with deadlines; less where it makes way for them
 * @param slowdown by how much they run longer there than on nodes that suit their job
 * @param count how many they are
 */
public record RunningGroup(
    String partition,
    int kind,
    long startMillis,
    ResourceVector held,
    ResourceVector blocking,
    double slowdown,
    int count) {

  /** How long its tasks have run; a clock that steps back between two looks makes it no less. */
  double elapsedMillis(long nowMillis) {
    return Math.max(0.0, (double) nowMillis - startMillis);
  }

  RunningGroup ofSize(int newCount) {
    return new RunningGroup(partition, kind, startMillis, held, blocking, slowdown, newCount);
  }

  private record Key(
      String partition,
      int kind,
      long startMillis,
      ResourceVector held,
      ResourceVector blocking,
      double slowdown) {}

  /** The working tasks of a job, the first started first. */
  public static ImmutableList<RunningGroup> of(JobView job, NodeSets sets) {
    return of(job, job.running(), sets);
  }

  /**
   * The working tasks of a job, the first started first.
   *
   * @param blocking the same tasks in the same order, with what each of them keeps from jobs with
   *     deadlines
   */
  public static ImmutableList<RunningGroup> of(
      JobView job, ImmutableList<RunningTask> blocking, NodeSets sets) {
    Map<Key, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < blocking.size(); i++) {
      RunningTask task = job.running().get(i);
      if (task.kind() == TaskAsk.Kind.TASK) {
        int kind = sets.kindOf(task);
        counts.merge(
            new Key(
                task.partition(),
                kind,
                task.startMillis(),
                task.held(),
                blocking.get(i).held(),
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
                    group.getKey().blocking,
                    group.getKey().slowdown,
                    group.getValue()))
        .sorted(Comparator.comparingLong(RunningGroup::startMillis))
        .collect(ImmutableList.toImmutableList());
  }
}
