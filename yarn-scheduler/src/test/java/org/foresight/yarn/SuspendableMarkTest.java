package org.foresight.yarn;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.node.SuspensionTags;
import org.junit.jupiter.api.Test;

class SuspendableMarkTest {
  private final RMContainerImpl container = mock(RMContainerImpl.class);
  private final CSAssignment assignment = new CSAssignment(Resources.none(), NodeType.OFF_SWITCH);

  @Test
  void isAddedToTheTagsThatAreThere() {
    allocates();
    when(container.getAllocationTags()).thenReturn(Set.of("hbase"));

    SuspendableMark.add(assignment);

    verify(container).setAllocationTags(Set.of("hbase", SuspensionTags.SUSPENDABLE));
  }

  @Test
  void needsNoTags() {
    allocates();
    when(container.getAllocationTags()).thenReturn(null);

    SuspendableMark.add(assignment);

    verify(container).setAllocationTags(Set.of(SuspensionTags.SUSPENDABLE));
  }

  private void allocates() {
    Container allocated = mock(Container.class);
    when(container.getContainer()).thenReturn(allocated);
    when(container.getContainerId())
        .thenReturn(ContainerId.fromString("container_1_0001_01_000002"));
    assignment.getAssignmentInformation().addAllocationDetails(container, "root.etl");
  }
}
