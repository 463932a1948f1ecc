package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.Test;

/** A queue root.etl of 16 GiB in a cluster whose smallest container is 1 GiB. */
class QueueRoomTest {
  private static final String QUEUE = "root.etl";

  private final CapacityScheduler scheduler = mock(CapacityScheduler.class);
  private final QueueRoom room = new QueueRoom(scheduler);

  QueueRoomTest() {
    RMNodeLabelsManager labels = mock(RMNodeLabelsManager.class);
    when(labels.getClusterNodeLabelNames()).thenReturn(Set.of());
    RMContext context = mock(RMContext.class);
    when(context.getNodeLabelManager()).thenReturn(labels);
    when(scheduler.getRMContext()).thenReturn(context);
    when(scheduler.getMinimumResourceCapability()).thenReturn(gibibytes(1));
  }

  @Test
  void taskIsAsLargeAsThoseThatRunInItsQueueOrDidLast() {
    AbstractLeafQueue queue = addQueue();
    assertThat(room.guaranteedTasks(QUEUE)).isEqualTo(16);

    holds(queue, 2, gibibytes(8));
    assertThat(room.guaranteedTasks(QUEUE)).isEqualTo(4);

    holds(queue, 0, gibibytes(0));
    assertThat(room.guaranteedTasks(QUEUE)).isEqualTo(4);
  }

  @Test
  void nothingIsKnownOfAnotherQueueOfTheSameName() {
    holds(addQueue(), 2, gibibytes(8));
    assertThat(room.guaranteedTasks(QUEUE)).isEqualTo(4);

    when(scheduler.getQueue(QUEUE)).thenReturn(null);
    assertThat(room.guaranteedTasks(QUEUE)).isZero();
    AbstractLeafQueue unused = addQueue();

    assertThat(room.guaranteedTasks(QUEUE)).isEqualTo(16);
  }

  private AbstractLeafQueue addQueue() {
    AbstractLeafQueue queue = mock(AbstractLeafQueue.class);
    when(queue.getQueuePath()).thenReturn(QUEUE);
    when(queue.getEffectiveCapacity(CommonNodeLabelsManager.NO_LABEL)).thenReturn(gibibytes(16));
    when(scheduler.getQueue(QUEUE)).thenReturn(queue);
    return queue;
  }

  private static void holds(AbstractLeafQueue queue, int containers, Resource used) {
    ResourceUsage usage = mock(ResourceUsage.class);
    when(usage.getAllUsed()).thenReturn(used);
    when(queue.getQueueResourceUsage()).thenReturn(usage);
    when(queue.getNumContainers()).thenReturn(containers);
  }

  private static Resource gibibytes(int count) {
    return Resource.newInstance(count * 1_024L, count);
  }
}
