package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitorImpl;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentCaptor;

/** That the service starts and ends whatever is wrong, and says what is. */
class ForesightNodeServiceTest {
  @TempDir Path folder;

  private final Configuration conf = new YarnConfiguration();
  private final NodeManager.NMContext context = mock(NodeManager.NMContext.class);
  private final NodeResourceMonitorImpl own = mock(NodeResourceMonitorImpl.class);
  private final ContainerListener listener = new ContainerListener();
  private final ForesightNodeService service = new ForesightNodeService();

  @BeforeEach
  void nodeManager() {
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, folder.toString());
    when(context.getConf()).thenReturn(conf);
    when(context.getContainers()).thenReturn(new ConcurrentHashMap<>());
    when(context.getNodeResourceMonitor()).thenReturn(own);
    when(own.getUtilization()).thenReturn(ResourceUtilization.newInstance(1, 2, 0.5f));
    executor(mock(DefaultContainerExecutor.class));
  }

  @Test
  void doesNothingIfItIsSwitchedOff() {
    conf.set(AgentKeys.CPU_CONTROL.name(), "off");
    assertThat(condition()).isEqualTo(NodeCondition.SWITCHED_OFF);
  }

  @Test
  void doesNothingIfItsConfigurationIsNotAccepted() {
    conf.set(AgentKeys.CPU_CONTROL.name(), "magic");
    assertThat(condition()).isEqualTo(NodeCondition.MISCONFIGURED);
  }

  @Test
  void doesNothingForAnExecutorThatItDoesNotKnow() {
    executor(mock(ContainerExecutor.class));
    assertThat(condition()).isEqualTo(NodeCondition.WRONG_EXECUTOR);
  }

  @Test
  void doesNothingWhereNoCgroupsCanBeMade() {
    conf.set(AgentKeys.CPU_CONTROL.name(), "cgroups");
    conf.set(AgentKeys.CGROUP.name(), "/../../proc/none");
    assertThat(condition()).isEqualTo(NodeCondition.NO_CGROUPS);
  }

  @Test
  void doesNothingIfTheUnforeseenHappens() {
    when(context.getContainers()).thenThrow(new NoClassDefFoundError("Gone."));
    conf.set(AgentKeys.CPU_CONTROL.name(), "signals");
    assertThat(condition()).isEqualTo(NodeCondition.FAILED);
  }

  @Test
  void startsWithoutAListener() {
    service.init(conf);
    service.start();
    assertThat(service.isInState(Service.STATE.STARTED)).isTrue();
    service.stop();
  }

  /** What is reported after the start. */
  private NodeCondition condition() {
    listener.init(context);
    service.init(conf);
    service.start();
    assertThat(service.isInState(Service.STATE.STARTED)).isTrue();
    ArgumentCaptor<NodeResourceMonitorImpl> monitor =
        ArgumentCaptor.forClass(NodeResourceMonitorImpl.class);
    verify(context).setNodeResourceMonitor(monitor.capture());
    ResourceUtilization sent = monitor.getValue().getUtilization();
    assertThat(sent.getCPU()).isEqualTo(0.5f);
    service.stop();
    return NodeReport.fromNumbers(sent.getCustomResources()).orElseThrow().condition();
  }

  private void executor(ContainerExecutor executor) {
    when(context.getContainerExecutor()).thenReturn(executor);
  }
}
