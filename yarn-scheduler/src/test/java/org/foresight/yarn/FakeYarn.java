package org.foresight.yarn;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.HostClock;

/** A CapacityScheduler of mocks with applications and nodes to dispatch on. */
final class FakeYarn {
  static final Resource SMALLEST = Resource.newInstance(1_024, 1);
  static final Resource CLUSTER = Resource.newInstance(65_536, 64);

  private final CapacityScheduler scheduler = mock(CapacityScheduler.class);
  private final ConcurrentMap<ApplicationId, SchedulerApplication<FiCaSchedulerApp>> applications =
      new ConcurrentHashMap<>();

  FakeYarn() {
    when(scheduler.getSchedulerApplications()).thenReturn(applications);
  }

  /** A reader that covers the queue root.etl. */
  ClusterReader reader() {
    return new ClusterReader(
        scheduler,
        "root.etl"::equals,
        queue -> false,
        new Submissions(),
        new HostClock(InstantSource.system(), System::nanoTime),
        () -> false);
  }

  static ApplicationId id(int number) {
    return ApplicationId.newInstance(1, number);
  }

  static String jobId(int number) {
    return id(number).toString();
  }

  /** Adds an application that allocates a container whenever it is asked to. */
  FiCaSchedulerApp willingApplication(int number, String queuePath) {
    return application(number, queuePath, 1);
  }

  /** Adds an application that always waits for a better node. */
  FiCaSchedulerApp waitingApplication(int number, String queuePath) {
    return application(number, queuePath, 0);
  }

  void remove(int number) {
    applications.remove(id(number));
  }

  private FiCaSchedulerApp application(int number, String queuePath, int allocations) {
    AbstractLeafQueue queue = mock(AbstractLeafQueue.class);
    when(queue.getQueuePath()).thenReturn(queuePath);
    FiCaSchedulerApp attempt = mock(FiCaSchedulerApp.class);
    when(attempt.assignContainers(any(), any(), any(), any(), any()))
        .thenAnswer(call -> assignment(allocations));
    SchedulerApplication<FiCaSchedulerApp> application =
        new SchedulerApplication<>(queue, "ada", false);
    application.setCurrentAppAttempt(attempt);
    applications.put(id(number), application);
    return attempt;
  }

  private static CSAssignment assignment(int allocations) {
    CSAssignment assignment = new CSAssignment(Resource.newInstance(1_024, 1), NodeType.OFF_SWITCH);
    assignment.getAssignmentInformation().incrAllocations(allocations);
    return assignment;
  }

  static FiCaSchedulerNode node(NodeState state) {
    RMNode rmNode = mock(RMNode.class);
    when(rmNode.getState()).thenReturn(state);
    FiCaSchedulerNode node = mock(FiCaSchedulerNode.class);
    when(node.getRMNode()).thenReturn(rmNode);
    when(node.getNodeID()).thenReturn(NodeId.newInstance("node1", 8_041));
    when(node.getPartition()).thenReturn("");
    when(node.getTotalResource()).thenReturn(Resource.newInstance(8_192, 8));
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(4_096, 4));
    return node;
  }
}
