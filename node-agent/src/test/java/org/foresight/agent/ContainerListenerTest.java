package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContainerListenerTest {
  private static final ContainerId ID = ContainerId.fromString("container_1_0001_01_000002");

  private final ContainerImpl container = mock(ContainerImpl.class);
  private final ContainerListener listener = new ContainerListener();
  private final List<String> heard = new ArrayList<>();

  @BeforeEach
  void listen() {
    listener.tell(
        new ContainerListener.Listener() {
          @Override
          public void runs(Container told) {
            heard.add("runs");
          }

          @Override
          public void ends(Container told) {
            heard.add("ends");
          }
        });
  }

  @Test
  void tellsWhoRuns() {
    transition(
        ContainerState.SCHEDULED, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertThat(heard).containsExactly("runs");
  }

  @Test
  void tellsOfAnEndBeforeAnythingIsDoneAboutIt() {
    listener.preTransition(
        container,
        ContainerState.RUNNING,
        new ContainerEvent(ID, ContainerEventType.KILL_CONTAINER));
    assertThat(heard).containsExactly("ends");
  }

  @Test
  void whatIsPausedDoesNotRunUntilItIsResumed() {
    transition(ContainerState.RUNNING, ContainerState.PAUSING, ContainerEventType.PAUSE_CONTAINER);
    transition(
        ContainerState.RESUMING, ContainerState.RUNNING, ContainerEventType.CONTAINER_RESUMED);
    assertThat(heard).containsExactly("ends", "ends", "runs");
  }

  @Test
  void anEndThatDidNotComeIsTakenBack() {
    transition(
        ContainerState.RUNNING, ContainerState.RUNNING, ContainerEventType.REINITIALIZE_CONTAINER);
    assertThat(heard).containsExactly("ends", "runs");
  }

  @Test
  void keepsQuietAboutAllElse() {
    transition(
        ContainerState.RUNNING, ContainerState.RUNNING, ContainerEventType.UPDATE_DIAGNOSTICS_MSG);
    transition(ContainerState.NEW, ContainerState.LOCALIZING, ContainerEventType.INIT_CONTAINER);
    assertThat(heard).isEmpty();
  }

  @Test
  void noFailureReachesYarn() {
    listener.tell(
        new ContainerListener.Listener() {
          @Override
          public void runs(Container told) {
            throw new IllegalStateException("No.");
          }

          @Override
          public void ends(Container told) {
            throw new NoClassDefFoundError("No.");
          }
        });
    transition(
        ContainerState.SCHEDULED, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    transition(ContainerState.RUNNING, ContainerState.KILLING, ContainerEventType.KILL_CONTAINER);
    listener.tell(null);
    transition(ContainerState.RUNNING, ContainerState.KILLING, ContainerEventType.KILL_CONTAINER);
    assertThat(heard).isEmpty();
  }

  private void transition(ContainerState before, ContainerState after, ContainerEventType type) {
    ContainerEvent event = new ContainerEvent(ID, type);
    listener.preTransition(container, before, event);
    listener.postTransition(container, before, after, event);
  }
}
