package org.foresight.planner.policy;

import java.util.ArrayList;
import java.util.List;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.CapacityQueues.Queue;
import org.jspecify.annotations.Nullable;

/** A queue with what is in use of it. Not thread-safe. */
sealed class CapacityQueue permits CapacityLeaf {

  private final Queue settings;
  private final @Nullable CapacityQueue parent;
  private final List<CapacityQueue> children = new ArrayList<>();
  private final double capacity;
  private final double maximum;
  private final PartitionAmounts used = new PartitionAmounts();

  /** How many jobs in it, or below it, wait for something. */
  private int waitingJobs;

  CapacityQueue(Queue settings, @Nullable CapacityQueue parent) {
    this.settings = settings;
    this.parent = parent;
    this.capacity = settings.capacityPercent() / 100 * (parent == null ? 1 : parent.capacity);
    this.maximum = settings.maximumPercent() / 100 * (parent == null ? 1 : parent.maximum);
    for (Queue child : settings.children()) {
      children.add(child.isLeaf() ? new CapacityLeaf(child, this) : new CapacityQueue(child, this));
    }
  }

  Queue settings() {
    return settings;
  }

  List<CapacityQueue> children() {
    return children;
  }

  /** The part of the cluster that it is guaranteed. */
  double capacity() {
    return capacity;
  }

  boolean waits() {
    return waitingJobs > 0;
  }

  ResourceVector guaranteed(ResourceMeasure measure) {
    return measure.times(measure.total(), capacity);
  }

  ResourceVector most(ResourceMeasure measure) {
    return measure.times(measure.total(), maximum);
  }

  ResourceVector used(String partition, ResourceMeasure measure) {
    return used.of(partition, measure.nothing());
  }

  /**
   * The part of what it is guaranteed that is in use; of the cluster where it is guaranteed none.
   */
  double usedCapacity(String partition, ResourceMeasure measure) {
    double usedPart = measure.part(used(partition, measure));
    return capacity > 0
        ? usedPart / measure.part(measure.larger(guaranteed(measure), measure.unit()))
        : usedPart;
  }

  void use(String partition, ResourceVector amount) {
    for (CapacityQueue queue = this; queue != null; queue = queue.parent) {
      queue.used.add(partition, amount);
    }
  }

  void release(String partition, ResourceVector amount) {
    for (CapacityQueue queue = this; queue != null; queue = queue.parent) {
      queue.used.subtract(partition, amount);
    }
  }

  void addWaiting(int jobs) {
    for (CapacityQueue queue = this; queue != null; queue = queue.parent) {
      queue.waitingJobs += jobs;
    }
  }
}
