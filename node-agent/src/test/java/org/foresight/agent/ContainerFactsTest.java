package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.foresight.planner.node.SuspensionTags;
import org.junit.jupiter.api.Test;

class ContainerFactsTest {
  private static final ContainerId ID = ContainerId.fromString("container_1_0001_01_000002");

  @Test
  void byDefaultOnlyWhatIsMarkedIsSuspended() {
    assertThat(isSuspendable(AgentKeys.Suspends.MARKED, ContainerType.TASK)).isFalse();
    assertThat(
            isSuspendable(
                AgentKeys.Suspends.MARKED, ContainerType.TASK, "a", SuspensionTags.SUSPENDABLE))
        .isTrue();
  }

  @Test
  void ofAllThoseAreLeftOutThatMayNever() {
    assertThat(isSuspendable(AgentKeys.Suspends.ALL, ContainerType.TASK, "a")).isTrue();
    assertThat(
            isSuspendable(
                AgentKeys.Suspends.ALL, ContainerType.TASK, SuspensionTags.NEVER_SUSPENDED))
        .isFalse();
  }

  @Test
  void applicationMastersAreNeverSuspended() {
    for (AgentKeys.Suspends suspends : AgentKeys.Suspends.values()) {
      assertThat(
              isSuspendable(suspends, ContainerType.APPLICATION_MASTER, SuspensionTags.SUSPENDABLE))
          .isFalse();
    }
  }

  @Test
  void whatWasHereBeforeHasRunSinceItsStart() {
    Container container = container(ContainerType.TASK);

    assertThat(facts(AgentKeys.Suspends.ALL).of(container, 5_000).attainedMillis()).isZero();
    assertThat(new ContainerFacts(AgentKeys.Suspends.ALL, ImmutableSet.of(ID)).of(container, 5_000))
        .isEqualTo(new TaskFacts(ID.toString(), "application_1_0001", 2, 1_024, true, 4_000));
  }

  @Test
  void opportunisticContainersDoNotCount() {
    assertThat(ContainerFacts.counts(container(ContainerType.TASK))).isTrue();
    assertThat(ContainerFacts.counts(container(ContainerType.TASK, ExecutionType.OPPORTUNISTIC)))
        .isFalse();
  }

  private static boolean isSuspendable(
      AgentKeys.Suspends suspends, ContainerType type, String... tags) {
    return facts(suspends).of(container(type, tags), 0).suspendable();
  }

  private static ContainerFacts facts(AgentKeys.Suspends suspends) {
    return new ContainerFacts(suspends, ImmutableSet.of());
  }

  private static Container container(ContainerType type, String... tags) {
    return container(type, ExecutionType.GUARANTEED, tags);
  }

  private static Container container(
      ContainerType type, ExecutionType executionType, String... tags) {
    Container container = mock(Container.class);
    when(container.getContainerId()).thenReturn(ID);
    when(container.getContainerStartTime()).thenReturn(1_000L);
    when(container.getResource()).thenReturn(Resource.newInstance(1_024, 2));
    when(container.getContainerTokenIdentifier())
        .thenReturn(
            new ContainerTokenIdentifier(
                ID,
                0,
                "host:1",
                "user",
                Resource.newInstance(1_024, 2),
                0,
                0,
                0,
                Priority.newInstance(0),
                0,
                null,
                "",
                type,
                executionType,
                -1,
                Set.of(tags)));
    return container;
  }
}
