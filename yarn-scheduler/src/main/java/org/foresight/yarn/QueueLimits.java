package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.UsersManager;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;

/**
 * The limits of CapacityScheduler that a commit checks, for the plan to keep to them: the maximum
 * capacity of every queue on the way to a leaf, and the limit of each user in a leaf. The limit on
 * application masters is none of them: an application is shown to the planner once its queue has
 * activated it, and with that its master is accounted for.
 *
 * <p>For one snapshot; not thread-safe.
 */
final class QueueLimits {

  private static final double ROUNDING = 1e-6;

  private final ImmutableSet<String> partitions;
  private final Resource clusterResource;
  private final Vectors vectors;
  private final Map<String, ResourceLimit> limits = new LinkedHashMap<>();

  /** The largest container that applications of a user ask for, by the id of his limit. */
  private final Map<String, ResourceVector> largest = new HashMap<>();

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

  /** An application of a user in a queue waits for this. */
  void wanted(AbstractLeafQueue leaf, String user, Iterable<TaskAsk> asks) {
    for (TaskAsk ask : asks) {
      largest.merge(
          userId(leaf, user, ask.partition()), ask.demand(), (one, other) -> one.max(other));
    }
  }

  /** All limits that were asked for, once all applications have been looked at. */
  ImmutableList<ResourceLimit> all() {
    return limits.values().stream().map(this::withOneMore).collect(toImmutableList());
  }

  /** YARN lets a user have one container more as long as he is not above his limit. */
  private ResourceLimit withOneMore(ResourceLimit limit) {
    ResourceVector more = largest.get(limit.id());
    if (more == null) {
      return limit;
    }
    ResourceVector nothing = more.minus(more);
    ResourceVector free =
        nothing.fitsIn(limit.free()) ? limit.free().plus(more) : limit.free().min(nothing);
    return new ResourceLimit(limit.id(), limit.holder(), limit.partition(), limit.counted(), free);
  }

  private ImmutableList<String> ids(AbstractLeafQueue leaf, String user, String partition) {
    ImmutableList.Builder<String> ids = ImmutableList.builder();
    for (CSQueue queue = leaf; queue.getParent() != null; queue = queue.getParent()) {
      CSQueue limited = queue;
      String id = "queue " + queue.getQueuePath() + "@" + partition;
      limits.computeIfAbsent(id, unseen -> ofQueue(id, limited, partition));
      ids.add(id);
    }
    String id = userId(leaf, user, partition);
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
    return limit(
        id,
        ResourceLimit.Holder.USER,
        partition,
        byDominantShare(vectors.of(limit)),
        vectors.of(used));
  }

  /**
   * What a user may hold of every type: YARN compares dominant shares of the cluster, so that one
   * may have more cores than the limit says as long as their share is below that of the memory.
   */
  private ResourceVector byDominantShare(ResourceVector limit) {
    ResourceVector total = vectors.of(clusterResource);
    double share = 0;
    for (int type = 0; type < total.types(); type++) {
      if (total.amount(type) > 0) {
        share = Math.max(share, (double) limit.amount(type) / total.amount(type));
      }
    }
    ImmutableLongArray.Builder most = ImmutableLongArray.builder(total.types());
    for (int type = 0; type < total.types(); type++) {
      most.add(
          Math.max(limit.amount(type), (long) Math.floor(share * total.amount(type) + ROUNDING)));
    }
    return new ResourceVector(most.build());
  }

  private static String userId(AbstractLeafQueue leaf, String user, String partition) {
    return "user " + user + " in " + leaf.getQueuePath() + "@" + partition;
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
