package org.foresight.throughput;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.sls.scheduler.Tracker;

/** CapacityScheduler, measured. */
public final class MeteredCapacityScheduler extends CapacityScheduler implements MeteredScheduler {

  private final Tracker tracker = new Tracker();

  /** For the ResourceManager, which makes its scheduler by reflection. */
  public MeteredCapacityScheduler() {
    Meter.ofThisProcess().attach(this, () -> rmContext.getResourceManager());
  }

  @Override
  public Tracker getTracker() {
    return tracker;
  }

  @Override
  public String getRealQueueName(String queue) {
    return queue;
  }

  @Override
  public void handle(SchedulerEvent event) {
    Meter.ofThisProcess().handle(event.getType(), () -> super.handle(event));
  }

  @Override
  public void propagatedHandle(SchedulerEvent event) {
    super.handle(event);
  }

  @Override
  public Allocation allocate(
      ApplicationAttemptId attempt,
      List<ResourceRequest> asks,
      List<SchedulingRequest> schedulingRequests,
      List<ContainerId> releases,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    return Meter.ofThisProcess()
        .allocate(
            attempt,
            () ->
                allocatePropagated(
                    attempt,
                    asks,
                    schedulingRequests,
                    releases,
                    blacklistAdditions,
                    blacklistRemovals,
                    updates));
  }

  @Override
  public Allocation allocatePropagated(
      ApplicationAttemptId attempt,
      List<ResourceRequest> asks,
      List<SchedulingRequest> schedulingRequests,
      List<ContainerId> releases,
      List<String> blacklistAdditions,
      List<String> blacklistRemovals,
      ContainerUpdates updates) {
    return super.allocate(
        attempt,
        asks,
        schedulingRequests,
        releases,
        blacklistAdditions,
        blacklistRemovals,
        updates);
  }
}
