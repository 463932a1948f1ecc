package org.foresight.yarn;

import com.google.common.collect.MapMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.cluster.ResourceVector;

/**
 * How many tasks a queue has room for, over all partitions: what a job will ask for is not known
 * when it is submitted. Thread-safe; reads what CapacityScheduler has at hand, without its locks.
 */
final class QueueRoom {

  private final CapacityScheduler scheduler;

  /**
   * What a container took on average when a queue was last looked at while some ran in it. By queue
   * and not by path: a queue lives through refreshes, and another one of its name is a new one.
   */
  private final ConcurrentMap<AbstractLeafQueue, Resource> usualContainers =
      new MapMaker().weakKeys().makeMap();

  QueueRoom(CapacityScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * How many of the smallest containers a queue may ever hold at once, by its maximum capacity and
   * those of the queues above it; 0 if there is no such queue yet, or no node.
   */
  long mostTasks(String queuePath) {
    CSQueue leaf = scheduler.getQueue(queuePath);
    if (leaf == null) {
      return 0;
    }
    Vectors vectors = Vectors.mindedBy(scheduler.getResourceCalculator());
    ResourceVector smallest = vectors.of(scheduler.getMinimumResourceCapability());
    long tasks = 0;
    for (String partition : partitions()) {
      ResourceVector most = vectors.of(leaf.getEffectiveMaxCapacity(partition));
      for (CSQueue above = leaf.getParent(); above != null; above = above.getParent()) {
        most = most.min(vectors.of(above.getEffectiveMaxCapacity(partition)));
      }
      tasks += smallest.timesIn(most);
    }
    return tasks;
  }

  /**
   * How many containers a queue's guaranteed capacity is: of the size that those in it have on
   * average, or had when there were some, or else of the smallest. 0 if there is no such queue yet,
   * or no node.
   */
  double guaranteedTasks(String queuePath) {
    if (!(scheduler.getQueue(queuePath) instanceof AbstractLeafQueue leaf)) {
      return 0;
    }
    Vectors vectors = Vectors.mindedBy(scheduler.getResourceCalculator());
    ResourceVector usual = vectors.of(usualContainer(leaf));
    double tasks = 0;
    for (String partition : partitions()) {
      tasks += times(usual, vectors.of(leaf.getEffectiveCapacity(partition)));
    }
    return tasks;
  }

  private Resource usualContainer(AbstractLeafQueue leaf) {
    int containers = leaf.getNumContainers();
    if (containers > 0) {
      usualContainers.put(
          leaf, Resources.multiply(leaf.getQueueResourceUsage().getAllUsed(), 1.0 / containers));
    }
    return usualContainers.getOrDefault(leaf, scheduler.getMinimumResourceCapability());
  }

  private static double times(ResourceVector demand, ResourceVector room) {
    double times = Double.POSITIVE_INFINITY;
    for (int type = 0; type < demand.types(); type++) {
      if (demand.amount(type) > 0) {
        times = Math.min(times, (double) room.amount(type) / demand.amount(type));
      }
    }
    return Double.isFinite(times) ? Math.max(0, times) : 0;
  }

  private List<String> partitions() {
    List<String> partitions =
        new ArrayList<>(scheduler.getRMContext().getNodeLabelManager().getClusterNodeLabelNames());
    partitions.add(CommonNodeLabelsManager.NO_LABEL);
    return partitions;
  }
}
