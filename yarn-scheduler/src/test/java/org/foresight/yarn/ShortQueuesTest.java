package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerQueueManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.foresight.planner.Precedence;
import org.junit.jupiter.api.Test;

class ShortQueuesTest {
  private static final String DEFAULT = "";
  private static final String LABELLED = "gpu";
  private static final Resource TASK = slots(1);
  private static final Resource GUARANTEE = slots(10);

  private final CapacityScheduler scheduler = mock(CapacityScheduler.class);
  private final ResourceUsage usage = new ResourceUsage();
  private final ResourceUsage usageOfApplication = new ResourceUsage();
  private final AbstractLeafQueue queue = mock(AbstractLeafQueue.class);
  private long nowNanos;
  private boolean isWithoutPlan = true;
  private final ShortQueues queues =
      new ShortQueues(scheduler, path -> isWithoutPlan, new Precedence(() -> nowNanos, text -> {}));

  ShortQueuesTest() {
    CapacitySchedulerQueueManager manager = mock(CapacitySchedulerQueueManager.class);
    when(manager.getQueues()).thenReturn(Map.of("root.off", queue));
    when(scheduler.getCapacitySchedulerQueueManager()).thenReturn(manager);
    when(scheduler.getResourceCalculator()).thenReturn(new DominantResourceCalculator());
    when(scheduler.getClusterResource()).thenReturn(slots(100));
    RMContext context = mock(RMContext.class);
    when(context.getNodeLabelManager()).thenReturn(mock(RMNodeLabelsManager.class));
    when(scheduler.getRMContext()).thenReturn(context);
    FiCaSchedulerApp application = mock(FiCaSchedulerApp.class);
    when(application.getAppAttemptResourceUsage()).thenReturn(usageOfApplication);
    when(queue.getApplications()).thenReturn(List.of(application));
    when(queue.getQueuePath()).thenReturn("root.off");
    when(queue.getQueueResourceUsage()).thenReturn(usage);
    when(queue.getEffectiveCapacity(anyString())).thenReturn(GUARANTEE);
    allowed(slots(5));
  }

  @Test
  void goFirstWhileTheyWaitAndHaveLessThanIsGuaranteed() {
    look();
    assertThat(queues.areShort(DEFAULT)).as("wants nothing").isFalse();

    waits(DEFAULT);
    look();
    assertThat(queues.areShort(DEFAULT)).isTrue();

    usage.setUsed(DEFAULT, GUARANTEE);
    assertThat(queues.areShort(DEFAULT)).as("before the next look").isFalse();
  }

  @Test
  void goFirstOnlyInThePartitionThatTheyWaitFor() {
    waits(LABELLED);

    look();

    assertThat(queues.areShort(LABELLED)).isTrue();
    assertThat(queues.areShort(DEFAULT)).isFalse();
  }

  @Test
  void doNotGoBeforeAPlanOfTheirOwn() {
    waits(DEFAULT);
    isWithoutPlan = false;

    look();

    assertThat(queues.areShort(DEFAULT)).isFalse();
  }

  /** Of what is free of one of two types nothing can start. */
  @Test
  void giveWayWhereTheirUsersMayHaveNoMore() {
    waits(DEFAULT);
    allowed(Resource.newInstance(0, 5));

    look();

    assertThat(queues.areShort(DEFAULT)).isFalse();
  }

  @Test
  void giveWayForAWhileWhereGoingFirstGetsThemNothing() {
    waits(DEFAULT);
    look();

    nowNanos += Duration.ofMinutes(1).toNanos();
    look();
    assertThat(queues.areShort(DEFAULT)).isFalse();

    usage.setUsed(DEFAULT, TASK);
    look();
    assertThat(queues.areShort(DEFAULT)).as("has got something").isTrue();
  }

  @Test
  void areServedByWhatIsGivenToOneOfThem() {
    waits(DEFAULT);
    look();

    assertThat(queues.areServed(DEFAULT, assignment("root.off"))).isTrue();
    assertThat(queues.areServed(DEFAULT, assignment("root.other"))).isFalse();
    assertThat(queues.areServed(LABELLED, assignment("root.off"))).isFalse();
    assertThat(queues.areServed(DEFAULT, new CSAssignment(TASK, null))).isFalse();
  }

  private static CSAssignment assignment(String queuePath) {
    CSAssignment assignment = new CSAssignment(TASK, null);
    assignment.getAssignmentInformation().addAllocationDetails(mock(RMContainer.class), queuePath);
    return assignment;
  }

  private void waits(String partition) {
    usage.setPending(partition, slots(1_000));
    usageOfApplication.setPending(partition, slots(1_000));
  }

  private void allowed(Resource resource) {
    when(queue.getTotalPendingResourcesConsideringUserLimit(any(), anyString(), anyBoolean()))
        .thenReturn(resource);
  }

  private void look() {
    queues.look(List.of(DEFAULT, LABELLED));
  }

  private static Resource slots(int count) {
    return Resource.newInstance(1_024L * count, count);
  }
}
