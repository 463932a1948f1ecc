package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitor;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.junit.jupiter.api.Test;

class ReportingNodeResourceMonitorTest {
  private static final NodeReport REPORT =
      NodeReport.working(new NodeStatistics(4, 7, 3, 8, 1, 12, 9, 2048), Optional.empty());

  private final NodeResourceMonitor own = mock(NodeResourceMonitor.class);

  @Test
  void addsTheReportToWhatWasMeasured() {
    when(own.getUtilization())
        .thenReturn(ResourceUtilization.newInstance(100, 200, 0.5f, Map.of("gpu", 0.25f)));

    ResourceUtilization both = monitor(REPORT).getUtilization();

    assertThat(both.getPhysicalMemory()).isEqualTo(100);
    assertThat(both.getVirtualMemory()).isEqualTo(200);
    assertThat(both.getCPU()).isEqualTo(0.5f);
    assertThat(both.getCustomResources()).containsEntry("gpu", 0.25f);
    assertThat(NodeReport.fromNumbers(both.getCustomResources())).contains(REPORT);
  }

  @Test
  void leavesTheHeartbeatAloneIfThereIsNoReport() {
    ResourceUtilization measured = ResourceUtilization.newInstance(100, 200, 0.5f);
    when(own.getUtilization()).thenReturn(measured);
    ReportingNodeResourceMonitor failing =
        new ReportingNodeResourceMonitor(
            mock(Context.class),
            own,
            () -> {
              throw new IllegalStateException("No report.");
            });

    assertThat(failing.getUtilization()).isSameAs(measured);
  }

  private ReportingNodeResourceMonitor monitor(NodeReport report) {
    return new ReportingNodeResourceMonitor(mock(Context.class), own, () -> report);
  }
}
