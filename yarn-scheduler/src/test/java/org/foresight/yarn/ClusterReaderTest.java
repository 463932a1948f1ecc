package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ClusterNodeTracker;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerQueueManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked") // Mocks of generic types.
class ClusterReaderTest {
  private final CapacityScheduler scheduler = mock(CapacityScheduler.class);
  private final AbstractLeafQueue queue = mock(AbstractLeafQueue.class);
  private final Submissions submissions = new Submissions();
  private boolean hasTurns;
  private final ClusterReader reader =
      new ClusterReader(
          scheduler,
          "root.etl"::equals,
          queue -> true,
          submissions,
          new HostClock(InstantSource.system(), System::nanoTime),
          () -> hasTurns);

  ClusterReaderTest() {
    CapacitySchedulerQueueManager queues = mock(CapacitySchedulerQueueManager.class);
    when(scheduler.getCapacitySchedulerQueueManager()).thenReturn(queues);
    when(queues.getQueues()).thenReturn(Map.of("root.etl", queue));
    when(queue.getQueuePath()).thenReturn("root.etl");
    ClusterNodeTracker<FiCaSchedulerNode> nodes = mock(ClusterNodeTracker.class);
    when(nodes.getAllNodes()).thenReturn(List.of());
    when(scheduler.getNodeTracker()).thenReturn(nodes);
    when(scheduler.getClusterResource()).thenReturn(Resource.newInstance(0, 0));
  }

  @Test
  void snapshotTellsWhetherAnApplicationHasItsTurn() {
    assertThat(reader.snapshot().hasTurns()).isFalse();

    hasTurns = true;

    assertThat(reader.snapshot().hasTurns()).isTrue();
  }

  @Test
  void applicationThatCantBeReadIsNotShownAndTheOthersAre() {
    FiCaSchedulerApp readable = application(1);
    FiCaSchedulerApp unreadable = application(2);
    when(unreadable.getAppSchedulingInfo()).thenThrow(new IllegalStateException("made up"));
    FiCaSchedulerApp unknown = application(3);
    FiCaSchedulerApp ended = application(4);
    when(ended.isStopped()).thenReturn(true);
    when(queue.getApplications()).thenReturn(List.of(unreadable, unknown, ended, readable));
    submit(1);
    submit(2);
    submit(4);

    assertThat(reader.snapshot().jobs()).extracting(JobView::id).containsExactly(FakeYarn.jobId(1));
    assertThat(reader.notShown()).containsExactlyInAnyOrder(FakeYarn.jobId(2), FakeYarn.jobId(3));
  }

  /** To stop these would not make the room that the scheduler allocates. */
  @Test
  void applicationWithOpportunisticContainersIsNotStopped() {
    FiCaSchedulerApp guaranteed = application(1);
    RMContainer container = container(1, ExecutionType.GUARANTEED);
    when(guaranteed.getLiveContainers()).thenReturn(List.of(container));
    FiCaSchedulerApp mixed = application(2);
    RMContainer first = container(2, ExecutionType.GUARANTEED);
    RMContainer second = container(2, ExecutionType.OPPORTUNISTIC);
    when(mixed.getLiveContainers()).thenReturn(List.of(first, second));
    when(queue.getApplications()).thenReturn(List.of(guaranteed, mixed));
    submit(1);
    submit(2);

    assertThat(reader.snapshot().jobs())
        .extracting(JobView::id, JobView::mayBeStopped)
        .containsExactly(tuple(FakeYarn.jobId(1), true), tuple(FakeYarn.jobId(2), false));
  }

  private static RMContainer container(int application, ExecutionType type) {
    RMContainer container = mock(RMContainer.class);
    when(container.getContainerId())
        .thenReturn(
            ContainerId.newContainerId(
                ApplicationAttemptId.newInstance(FakeYarn.id(application), 1), 2));
    when(container.getAllocatedNode()).thenReturn(NodeId.newInstance("gone", 8_041));
    when(container.getExecutionType()).thenReturn(type);
    return container;
  }

  private static FiCaSchedulerApp application(int number) {
    FiCaSchedulerApp application = mock(FiCaSchedulerApp.class);
    AppSchedulingInfo asks = mock(AppSchedulingInfo.class);
    when(application.getApplicationId()).thenReturn(FakeYarn.id(number));
    when(application.getUser()).thenReturn("ada");
    when(application.getAppSchedulingInfo()).thenReturn(asks);
    when(asks.getSchedulerKeys()).thenReturn(List.of());
    when(application.getLiveContainers()).thenReturn(List.of());
    return application;
  }

  private void submit(int number) {
    submissions.add(
        new ClusterEvent.JobSubmitted(
            0,
            FakeYarn.jobId(number),
            JobFeatures.builder("ada", "nightly", "root.etl").build(),
            new JobGoal(OptionalLong.empty(), false)));
  }
}
