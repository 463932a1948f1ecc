package org.foresight.yarn;

import com.google.common.collect.ImmutableSetMultimap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.cluster.ResourceVector;
import org.jspecify.annotations.Nullable;

/**
 * The queues without a plan that go before one: those that wait for something in a partition and
 * have less of it than they are guaranteed.
 *
 * <p>One that has gone first for a while and holds no more than before can't be served, as no node
 * has what it asks for, or by a limit or a constraint. It would let whatever else CapacityScheduler
 * finds go before the plan, too; so it goes first again only after some minutes, or once it has got
 * something. Thread-safe.
 */
final class ShortQueues {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long GIVING_WAY_NANOS = TimeUnit.MINUTES.toNanos(5);

  private record Place(String queuePath, String partition) {}

  /**
   * How a queue stands in a partition.
   *
   * @param sinceNanos from when on it has gone first, or given way, and got nothing
   * @param used what it holds
   */
  private record Standing(boolean givesWay, long sinceNanos, Resource used) {}

  private final CapacityScheduler scheduler;
  private final Predicate<String> isWithoutPlan;
  private final LongSupplier nanoTime;
  private final Consumer<String> log;

  /** Under the lock of this object. */
  private final Map<Place, Standing> standings = new HashMap<>();

  /** By partition. */
  private volatile ImmutableSetMultimap<String, AbstractLeafQueue> goFirst =
      ImmutableSetMultimap.of();

  /**
   * @param isWithoutPlan whether the leaf queue of this path may be one of them; may change
   * @param log is told of queues that give way
   */
  ShortQueues(
      CapacityScheduler scheduler,
      Predicate<String> isWithoutPlan,
      LongSupplier nanoTime,
      Consumer<String> log) {
    this.scheduler = scheduler;
    this.isWithoutPlan = isWithoutPlan;
    this.nanoTime = nanoTime;
    this.log = log;
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
  synchronized void look(Collection<String> partitions) {
    long nowNanos = nanoTime.getAsLong();
    ImmutableSetMultimap.Builder<String, AbstractLeafQueue> found = ImmutableSetMultimap.builder();
    Map<Place, Standing> before = Map.copyOf(standings);
    standings.values().removeIf(standing -> !standing.givesWay || isOver(standing, nowNanos));
    ClusterReader.leafQueues(scheduler)
        .filter(queue -> isWithoutPlan.test(ClusterReader.path(queue)))
        .forEach(
            queue -> {
              for (String partition : partitions) {
                if (isShort(scheduler, queue, partition) && waits(queue, partition)) {
                  Place place = new Place(ClusterReader.path(queue), partition);
                  Standing standing = standing(place, before.get(place), queue, nowNanos);
                  standings.put(place, standing);
                  if (!standing.givesWay) {
                    found.put(partition, queue);
                  }
                }
              }
            });
    goFirst = found.build();
  }

  private static boolean isOver(Standing standing, long nowNanos) {
    return nowNanos - standing.sinceNanos > (standing.givesWay ? GIVING_WAY_NANOS : PATIENCE_NANOS);
  }

  private Standing standing(
      Place place, @Nullable Standing before, AbstractLeafQueue queue, long nowNanos) {
    Resource used = Resources.clone(queue.getQueueResourceUsage().getUsed(place.partition));
    if (before == null || !Resources.fitsIn(used, before.used)) {
      return new Standing(false, nowNanos, used);
    }
    if (!isOver(before, nowNanos)) {
      return new Standing(before.givesWay, before.sinceNanos, used);
    }
    if (!before.givesWay) {
      log.accept(
          "Queue "
              + place.queuePath
              + " has less than it is guaranteed"
              + (place.partition.isEmpty() ? "" : " of partition " + place.partition)
              + " and waits, but has got nothing for "
              + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
              + " s in which it went before the plan of the queues that are on. For "
              + TimeUnit.NANOSECONDS.toMinutes(GIVING_WAY_NANOS)
              + " min it comes after it again.");
    }
    return new Standing(!before.givesWay, nowNanos, used);
  }

  /**
   * Whether an application of the queue that is active waits for something in the partition, and
   * its user may have it.
   */
  private boolean waits(AbstractLeafQueue queue, String partition) {
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
        Vectors.mindedBy(scheduler.getResourceCalculator())
            .of(queue.getTotalPendingResourcesConsideringUserLimit(ofPartition, partition, true));
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
