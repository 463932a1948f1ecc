package org.foresight.yarn;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.Precedence;
import org.foresight.planner.Precedence.QueuePart;
import org.foresight.planner.cluster.ResourceVector;

/**
 * Finds the queues without a plan that wait for something and have less than they are guaranteed,
 * for {@link Precedence} to say which of them go before a plan. {@link #look} is for one thread,
 * the rest for any.
 */
final class ShortQueues {
  private final CapacityScheduler scheduler;
  private final Predicate<String> isWithoutPlan;
  private final Precedence precedence;

  /** By partition; as of the last look. */
  private volatile ImmutableListMultimap<String, AbstractLeafQueue> goFirst =
      ImmutableListMultimap.of();

  /**
   * @param isWithoutPlan whether the leaf queue of this path may be one of them; may change
   */
  ShortQueues(CapacityScheduler scheduler, Predicate<String> isWithoutPlan, Precedence precedence) {
    this.scheduler = scheduler;
    this.isWithoutPlan = isWithoutPlan;
    this.precedence = precedence;
  }

  /** Whether the queue has less of the partition than it is guaranteed. */
  static boolean isShort(CapacityScheduler scheduler, AbstractLeafQueue queue, String partition) {
    return Resources.lessThan(
        scheduler.getResourceCalculator(),
        scheduler.getClusterResource(),
        queue.getQueueResourceUsage().getUsed(partition),
        queue.getEffectiveCapacity(partition));
  }

  /** Finds out which queues go first from now on. */
  void look(Collection<String> partitions) {
    Vectors vectors = Vectors.mindedBy(scheduler.getResourceCalculator());
    Map<QueuePart, AbstractLeafQueue> found = new HashMap<>();
    Map<QueuePart, ResourceVector> used = new HashMap<>();
    ClusterReader.leafQueues(scheduler)
        .filter(queue -> isWithoutPlan.test(ClusterReader.path(queue)))
        .forEach(
            queue -> {
              for (String partition : partitions) {
                if (isShort(scheduler, queue, partition) && waits(queue, partition, vectors)) {
                  QueuePart part = new QueuePart(ClusterReader.path(queue), partition);
                  found.put(part, queue);
                  used.put(part, vectors.of(queue.getQueueResourceUsage().getUsed(partition)));
                }
              }
            });
    ImmutableSet<QueuePart> preferred = precedence.review(used);
    ImmutableListMultimap.Builder<String, AbstractLeafQueue> first =
        ImmutableListMultimap.builder();
    found.forEach(
        (part, queue) -> {
          if (preferred.contains(part)) {
            first.put(part.partition(), queue);
          }
        });
    goFirst = first.build();
  }

  /**
   * Whether an application of the queue that is active waits for something in the partition, and
   * its user may have it.
   */
  private boolean waits(AbstractLeafQueue queue, String partition, Vectors vectors) {
    if (Resources.isNone(queue.getQueueResourceUsage().getPending(partition))
        || queue.getApplications().stream()
            .allMatch(
                app -> Resources.isNone(app.getAppAttemptResourceUsage().getPending(partition)))) {
      return false;
    }
    Resource ofPartition =
        scheduler
            .getRMContext()
            .getNodeLabelManager()
            .getResourceByLabel(partition, scheduler.getClusterResource());
    ResourceVector allowed =
        vectors.of(
            queue.getTotalPendingResourcesConsideringUserLimit(ofPartition, partition, true));
    return allowed.amount(0) > 0 && (allowed.types() < 2 || allowed.amount(1) > 0);
  }

  /** Whether one of the queues that go first still has less of the partition than guaranteed. */
  boolean areShort(String partition) {
    return goFirst.get(partition).stream().anyMatch(queue -> isShort(scheduler, queue, partition));
  }

  /** Whether this gives one of the queues that go first something of the partition. */
  boolean areServed(String partition, CSAssignment assignment) {
    return assignment.getAssignmentInformation().getAllocationDetails().stream()
        .anyMatch(
            given ->
                goFirst.get(partition).stream()
                    .anyMatch(queue -> ClusterReader.path(queue).equals(given.queue)));
  }
}
