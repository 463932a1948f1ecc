package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.UsersManager;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;

/**
 * The limits of CapacityScheduler that a commit checks, for the plan to keep to them: the maximum
 * capacity of every queue on the way to a leaf, and the limit of each user in a leaf. The limit on
 * application masters is none of them: an application is shown to the planner once its queue has
 * activated it, and with that its master is accounted for.
 *
 * <p>For one snapshot; not thread-safe.
 */
final class QueueLimits {

  private final ImmutableSet<String> partitions;
  private final Resource clusterResource;
  private final Vectors vectors;
  private final Map<String, ResourceLimit> limits = new LinkedHashMap<>();

  /**
   * @param partitions those that have nodes
   */
  QueueLimits(ImmutableSet<String> partitions, Resource clusterResource, Vectors vectors) {
    this.partitions = partitions;
    this.clusterResource = clusterResource;
    this.vectors = vectors;
  }

  /** Ids of the limits that an application of a user in a queue counts towards. */
  ImmutableList<String> of(AbstractLeafQueue leaf, String user) {
    return partitions.stream()
        .flatMap(partition -> ids(leaf, user, partition).stream())
        .collect(toImmutableList());
  }

  /** All limits that were asked for. */
  ImmutableList<ResourceLimit> all() {
    return ImmutableList.copyOf(limits.values());
  }

  private ImmutableList<String> ids(AbstractLeafQueue leaf, String user, String partition) {
    ImmutableList.Builder<String> ids = ImmutableList.builder();
    for (CSQueue queue = leaf; queue.getParent() != null; queue = queue.getParent()) {
      CSQueue limited = queue;
      String id = "queue " + queue.getQueuePath() + "@" + partition;
      limits.computeIfAbsent(id, unseen -> ofQueue(id, limited, partition));
      ids.add(id);
    }
    String id = "user " + user + " in " + leaf.getQueuePath() + "@" + partition;
    limits.computeIfAbsent(id, unseen -> ofUser(id, leaf, user, partition));
    return ids.add(id).build();
  }

  private ResourceLimit ofQueue(String id, CSQueue queue, String partition) {
    return limit(
        id,
        ResourceLimit.Holder.QUEUE,
        partition,
        vectors.of(queue.getEffectiveMaxCapacity(partition)),
        vectors.of(queue.getQueueResourceUsage().getUsed(partition)));
  }

  private ResourceLimit ofUser(String id, AbstractLeafQueue leaf, String user, String partition) {
    Resource limit =
        leaf.getResourceLimitForActiveUsers(
            user, clusterResource, partition, SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY);
    UsersManager.User known = leaf.getUser(user);
    Resource used = known == null ? Resource.newInstance(0, 0) : known.getUsed(partition);
    // YARN lets a user have one container more as long as the limit is not exceeded.
    ResourceVector most = vectors.of(limit).plus(vectors.of(leaf.getMaximumAllocation()));
    return limit(id, ResourceLimit.Holder.USER, partition, most, vectors.of(used));
  }

  private static ResourceLimit limit(
      String id,
      ResourceLimit.Holder holder,
      String partition,
      ResourceVector most,
      ResourceVector used) {
    return new ResourceLimit(
        id, holder, partition, ResourceLimit.Counted.ALL_CONTAINERS, most.minus(used));
  }
}
