package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

class RunningContainersTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 10 * HOUR;

  private long hostMillis = START;
  private long passedMillis;
  private final RunningContainers containers =
      new RunningContainers(
          new HostClock(
              () -> Instant.ofEpochMilli(hostMillis),
              () -> TimeUnit.MILLISECONDS.toNanos(passedMillis)));
  private final FiCaSchedulerNode node = FakeYarn.node(NodeState.RUNNING);

  @Test
  void containerIsATaskOfItsNode() {
    RMContainer container = container(7);

    assertThat(look(container))
        .containsExactly(
            new RunningTask(
                container.getContainerId().toString(),
                "node1:8041",
                TaskAsk.Kind.TASK,
                "",
                "",
                ResourceVector.of(1_024, 1),
                START));
  }

  @Test
  void whatMayChangeIsReadAnew() {
    RMContainer container = container(7);
    look(container);
    when(container.isAMContainer()).thenReturn(true);
    when(container.getAllocatedResource()).thenReturn(Resource.newInstance(2_048, 2));
    when(node.getPartition()).thenReturn("gpu");

    RunningTask task = look(container).get(0);

    assertThat(task.kind()).isEqualTo(TaskAsk.Kind.APPLICATION_MASTER);
    assertThat(task.held()).isEqualTo(ResourceVector.of(2_048, 2));
    assertThat(task.partition()).isEqualTo("gpu");
  }

  @Test
  void whatNeverChangesIsReadOnce() {
    RMContainer container = container(7);

    assertThat(look(container)).isEqualTo(look(container));

    verify(container, times(1)).getContainerId();
    verify(container, times(1)).getCreationTime();
  }

  @Test
  void containerHasRunAsLongAfterAStepOfTheClockAsBefore() {
    RMContainer container = container(7);
    look(container);
    hostMillis += HOUR;

    assertThat(look(container).get(0).startMillis()).isEqualTo(START + HOUR);
  }

  @Test
  void containersThatHaveEndedAreForgotten() {
    RMContainer container = container(7);
    look(container);
    look();
    hostMillis += HOUR;

    // It is as if it had been seen for the first time, after the step.
    assertThat(look(container).get(0).startMillis()).isEqualTo(START);
  }

  @Test
  void containersOfNodesThatAreGoneAreNoTasks() {
    RMContainer container = container(7);
    when(container.getAllocatedNode()).thenReturn(NodeId.newInstance("gone", 8_041));

    assertThat(look(container)).isEmpty();
  }

  private ImmutableList<RunningTask> look(RMContainer... live) {
    RunningContainers.Look look =
        containers.look(List.of(node), NodeClasses.NONE, Vectors.ALL_TYPES);
    ImmutableList<RunningTask> tasks = look.tasks(List.of(live));
    look.end();
    return tasks;
  }

  private static RMContainer container(long number) {
    ContainerId id =
        ContainerId.newContainerId(ApplicationAttemptId.newInstance(FakeYarn.id(1), 1), number);
    RMContainer container = mock(RMContainer.class);
    when(container.getContainerId()).thenReturn(id);
    when(container.getAllocatedNode()).thenReturn(NodeId.newInstance("node1", 8_041));
    when(container.getAllocatedResource()).thenReturn(Resource.newInstance(1_024, 1));
    when(container.getCreationTime()).thenReturn(START);
    return container;
  }
}
