package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.node.SuspensionTags;
import org.junit.jupiter.api.Test;

class NodeReportsTest {
  private static final NodeStatistics TOLD = new NodeStatistics(4, 2, 1, 3, 1, 12, 9, 2_048);

  private final FiCaSchedulerNode node = mock(FiCaSchedulerNode.class);

  @Test
  void readsWhatTheAgentTells() {
    containers(container(1, false, Set.of()), container(2, false, Set.of()));
    report(NodeReport.working(TOLD, Optional.empty()));

    assertThat(NodeReports.las(node)).contains(TOLD);
  }

  @Test
  void countsWhatHasBeenSentMeanwhile() {
    containers(
        container(1, true, Set.of()),
        container(2, false, Set.of(SuspensionTags.SUSPENDABLE)),
        container(0, false, Set.of("a", SuspensionTags.SUSPENDABLE)),
        container(2, false, Set.of()));
    report(NodeReport.working(TOLD, Optional.empty()));

    assertThat(NodeReports.las(node)).contains(TOLD.withTasks(4, 6, 3));
  }

  @Test
  void doesNotForgetWhatTheNodeStillHas() {
    containers();
    report(NodeReport.working(TOLD, Optional.empty()));

    assertThat(NodeReports.las(node)).contains(TOLD);
  }

  @Test
  void nodesWithoutAWorkingAgentTellNothing() {
    containers();
    assertThat(NodeReports.of(node)).isEmpty(); // Of a node that has told nothing at all yet.
    when(node.getNodeUtilization()).thenReturn(ResourceUtilization.newInstance(1, 2, 0.5f));
    assertThat(NodeReports.of(node)).isEmpty();

    report(NodeReport.of(NodeCondition.NO_CGROUPS));
    assertThat(NodeReports.of(node).orElseThrow().condition()).isEqualTo(NodeCondition.NO_CGROUPS);
    assertThat(NodeReports.las(node)).isEmpty();
    assertThat(NodeReports.vcores(node)).isEmpty();
  }

  @Test
  void aNodeWhoseAgentDoesNothingOffersTheCoresThatItHas() {
    containers(container(1, false, Set.of()), container(2, false, Set.of()));
    report(NodeReport.of(NodeCondition.FAILED, 4));
    when(node.getNodeID()).thenReturn(NodeId.newInstance("node", 1));
    when(node.getPartition()).thenReturn("");
    when(node.getTotalResource()).thenReturn(Resource.newInstance(8_192, 8));
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(6_144, 5));

    NodeView view =
        Applications.view(
            node, NodeClasses.NONE, Vectors.mindedBy(new DominantResourceCalculator()));

    assertThat(view.las()).isEmpty();
    assertThat(view.total().amount(1)).isEqualTo(4);
    assertThat(view.free().amount(1)).isEqualTo(1);
    assertThat(view.free().amount(0)).isEqualTo(6_144);
  }

  @Test
  void opportunisticContainersDoNotCount() {
    RMContainer opportunistic = container(2, false, Set.of());
    when(opportunistic.getExecutionType()).thenReturn(ExecutionType.OPPORTUNISTIC);
    containers(container(1, false, Set.of()), opportunistic);
    when(node.getNumContainers()).thenReturn(1); // YARN does not count them either.
    report(NodeReport.working(new NodeStatistics(4, 0, 0, 0, 0, 0, 0, 2_048), Optional.empty()));

    assertThat(NodeReports.las(node).orElseThrow().unsuspendableVcores()).isEqualTo(1);
    assertThat(NodeReports.sentVcores(node)).isEqualTo(1);
  }

  private void report(NodeReport report) {
    Map<String, Float> numbers = new HashMap<>(report.toNumbers());
    numbers.put("gpu", 1.0f);
    when(node.getNodeUtilization())
        .thenReturn(ResourceUtilization.newInstance(1, 2, 0.5f, numbers));
  }

  private void containers(RMContainer... containers) {
    when(node.getNumContainers()).thenReturn(containers.length);
    when(node.getCopiedListOfRunningContainers()).thenReturn(List.of(containers));
  }

  private static RMContainer container(int vcores, boolean isMaster, Set<String> tags) {
    RMContainer container = mock(RMContainer.class);
    when(container.getAllocatedResource()).thenReturn(Resource.newInstance(1_024, vcores));
    when(container.isAMContainer()).thenReturn(isMaster);
    when(container.getAllocationTags()).thenReturn(tags);
    return container;
  }
}
