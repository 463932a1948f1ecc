package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.foresight.planner.node.SuspensionTags;
import org.junit.jupiter.api.Test;

class SuspensionMarkTest {
  private final RMContainerImpl container = mock(RMContainerImpl.class);

  @Test
  void isAddedToTheTagsThatAreThere() {
    when(container.getAllocationTags()).thenReturn(Set.of("hbase"));

    SuspensionMark.SUSPENDABLE.putOn(container);

    verify(container).setAllocationTags(Set.of("hbase", SuspensionTags.SUSPENDABLE));
  }

  @Test
  void needsNoTags() {
    when(container.getAllocationTags()).thenReturn(null);

    SuspensionMark.NEVER_SUSPENDED.putOn(container);

    verify(container).setAllocationTags(Set.of(SuspensionTags.NEVER_SUSPENDED));
    assertThat(SuspensionMark.isAnyOn(container)).isFalse();
  }

  @Test
  void isPutOnOnce() {
    when(container.getAllocationTags()).thenReturn(Set.of(SuspensionTags.SUSPENDABLE));

    SuspensionMark.SUSPENDABLE.putOn(container);

    verify(container, never()).setAllocationTags(any());
    assertThat(SuspensionMark.SUSPENDABLE.isOn(container)).isTrue();
    assertThat(SuspensionMark.isAnyOn(container)).isTrue();
  }
}
