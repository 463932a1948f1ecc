package org.foresight.planner.preemption;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.SetMultimap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.preemption.Order.Victim;

/**
 * A cluster as it will be once tasks that are on their way have left: their jobs without them,
 * their nodes and the limits that they count towards with the room that they hold.
 */
final class ExpectedCluster {
  private ExpectedCluster() {}

  /**
   * What is expected.
   *
   * @param underWay the tasks that are on their way
   * @param kept the room that is kept
   * @param mayBeStopped which jobs may be stopped
   */
  static ClusterSnapshot of(
      Observation seen,
      List<Victim> underWay,
      ImmutableList<KeptRoom> kept,
      Predicate<JobView> mayBeStopped) {
    Map<String, ResourceVector> coming = new HashMap<>();
    SetMultimap<String, String> leaving = HashMultimap.create();
    for (Victim victim : underWay) {
      leaving.put(victim.preemption.jobId(), victim.task.taskId());
      coming.merge(victim.task.nodeId(), victim.task.held(), ResourceVector::plus);
    }
    ClusterSnapshot cluster = seen.cluster();
    return ClusterSnapshot.of(
        coming.isEmpty() ? cluster.nodes() : withRoom(cluster.nodes(), coming),
        cluster.jobs().stream()
            .map(job -> without(leaving.get(job.id()), job, mayBeStopped.test(job)))
            .collect(toImmutableList()),
        leaving.isEmpty() ? cluster.limits() : limitsWithout(leaving, seen),
        kept,
        cluster.hasTurns());
  }

  private static JobView without(Set<String> leaving, JobView job, boolean mayBeStopped) {
    if (leaving.isEmpty() && mayBeStopped == job.mayBeStopped()) {
      return job;
    }
    return JobView.of(
        job.id(),
        job.goal(),
        job.submitMillis(),
        job.asks(),
        job.running().stream()
            .filter(task -> !leaving.contains(task.taskId()))
            .collect(toImmutableList()),
        job.limits(),
        mayBeStopped);
  }

  private static ImmutableList<NodeView> withRoom(
      ImmutableList<NodeView> nodes, Map<String, ResourceVector> coming) {
    return nodes.stream()
        .map(
            node -> {
              ResourceVector room = coming.get(node.id());
              return room == null ? node : node.withFree(node.free().plus(room));
            })
        .collect(toImmutableList());
  }

  /** The limits without what the tasks still count towards them. */
  private static ImmutableList<ResourceLimit> limitsWithout(
      SetMultimap<String, String> leaving, Observation seen) {
    record Key(String id, String partition) {}
    Map<Key, ResourceVector> less = new HashMap<>();
    for (String id : leaving.keySet()) {
      JobView job = seen.jobs().get(id);
      if (job == null) {
        continue;
      }
      for (RunningTask task : job.running()) {
        if (leaving.containsEntry(id, task.taskId())) {
          for (String limit : job.limits()) {
            less.merge(new Key(limit, task.partition()), task.held(), ResourceVector::plus);
          }
        }
      }
    }
    return seen.cluster().limits().stream()
        .map(
            limit -> {
              ResourceVector held = less.get(new Key(limit.id(), limit.partition()));
              return held == null || limit.counted() != ResourceLimit.Counted.ALL_CONTAINERS
                  ? limit
                  : limit.withFree(limit.free().plus(held));
            })
        .collect(toImmutableList());
  }
}
