package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitorImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentCaptor;

/** That the service starts and ends whatever is wrong, and says what is. */
class ForesightNodeServiceTest {
  private static final int VCORES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The quota that the throttled container had before. */
  private static final String FOUND = "80000";

  @TempDir Path folder;

  private final Configuration conf = new YarnConfiguration();
  private final NodeManager.NMContext context = mock(NodeManager.NMContext.class);
  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  private final NodeResourceMonitorImpl own = mock(NodeResourceMonitorImpl.class);
  private final ContainerListener listener = new ContainerListener();
  private final ForesightNodeService service = new ForesightNodeService();

  /** The limit of a container that an agent before this one has throttled. */
  private Path quota;

  @BeforeEach
  void throttled() throws IOException {
    Path cgroup = Files.createDirectories(folder.resolve("cgroups/container_1"));
    quota = Files.writeString(cgroup.resolve("cpu.cfs_quota_us"), "5000");
    Files.writeString(cgroup.resolve("cpu.cfs_period_us"), "100000");
    writeDown(folder.resolve("foresight-agent"));
  }

  /** What was done to it, as that agent has written it down. */
  private void writeDown(Path agent) throws IOException {
    Files.writeString(
        Files.createDirectories(agent).resolve("container_1.changed"),
        """
        foresight-change=1
        kind=quota
        cgroup-version=V1
        folder=%s
        found-quota-micros=80000
        found-period-micros=100000
        quota-micros=5000
        """
            .formatted(quota.getParent()));
  }

  @BeforeEach
  void nodeManager() {
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, folder.toString());
    when(context.getConf()).thenReturn(conf);
    when(context.getContainers()).thenReturn(containers);
    when(context.getNodeResourceMonitor()).thenReturn(own);
    when(own.getUtilization()).thenReturn(ResourceUtilization.newInstance(1, 2, 0.5f));
    executor(mock(DefaultContainerExecutor.class));
    conf.setInt(AgentKeys.VCORES.name(), VCORES);
  }

  @Test
  void doesNothingIfItIsSwitchedOff() {
    conf.setInt(YarnConfiguration.NM_VCORES, 99); // What may be booked, not what there is.
    conf.set(AgentKeys.CPU_CONTROL.name(), "off");
    assertGivesBackAndIs(NodeCondition.SWITCHED_OFF);
  }

  @Test
  void doesNothingIfItsConfigurationIsNotAccepted() {
    conf.set(AgentKeys.CPU_CONTROL.name(), "magic");
    assertGivesBackAndIs(NodeCondition.MISCONFIGURED);
  }

  @Test
  void doesNothingForAnExecutorThatItDoesNotKnow() {
    executor(mock(ContainerExecutor.class));
    assertGivesBackAndIs(NodeCondition.WRONG_EXECUTOR);
  }

  @Test
  void doesNothingWhereNoCgroupsCanBeMade() {
    conf.set(AgentKeys.CPU_CONTROL.name(), "cgroups");
    conf.set(AgentKeys.CGROUP.name(), "/../../proc/none");
    assertGivesBackAndIs(NodeCondition.NO_CGROUPS);
  }

  @Test
  void doesNothingIfTheUnforeseenHappens() {
    when(context.getContainers()).thenThrow(new NoClassDefFoundError("Gone."));
    conf.set(AgentKeys.CPU_CONTROL.name(), "signals");
    assertGivesBackAndIs(NodeCondition.FAILED);
  }

  @Test
  void doesNothingIfTheUnforeseenHappensEarly() {
    when(context.getContainerExecutor()).thenThrow(new NoClassDefFoundError("Gone."));
    assertGivesBackAndIs(NodeCondition.FAILED);
  }

  @Test
  void startsWithoutAListener() {
    start();
    assertThat(quota).hasContent(FOUND);
    service.stop();
  }

  @Test
  void givesBackWhatIsWrittenDownInTheFolderThatIsNamed() throws IOException {
    conf.set(AgentKeys.FOLDER.name(), folder.resolve("named").toString());
    conf.set(AgentKeys.QUANTUM.name(), "long");
    Files.delete(folder.resolve("foresight-agent/container_1.changed"));
    writeDown(folder.resolve("named"));
    assertGivesBackAndIs(NodeCondition.MISCONFIGURED);
  }

  @Test
  void looksIntoTheUsualFolderIfTheOneThatIsNamedIsNotAccepted() {
    conf.set(AgentKeys.FOLDER.name(), "foresight-agent");
    assertGivesBackAndIs(NodeCondition.MISCONFIGURED);
  }

  @Test
  void startsWithoutAnyFolder() {
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, "");
    assertThat(condition()).isEqualTo(NodeCondition.MISCONFIGURED);
  }

  @Test
  void startsIfNothingCanBeGivenBack() throws IOException {
    conf.set(AgentKeys.FOLDER.name(), Files.createFile(folder.resolve("file")).toString());
    conf.set(AgentKeys.CPU_CONTROL.name(), "off");
    assertThat(condition()).isEqualTo(NodeCondition.SWITCHED_OFF);
  }

  @Test
  void countsWhatRunsAlready() {
    ContainerImpl runs = container(1);
    when(runs.getContainerState()).thenReturn(ContainerState.RUNNING);
    ContainerImpl waits = container(2);
    when(waits.getContainerState()).thenReturn(ContainerState.SCHEDULED);
    ContainerImpl ends = container(3);
    // It ends as soon as it was looked at.
    when(ends.getContainerState())
        .thenAnswer(
            call -> {
              kill(ends);
              return ContainerState.RUNNING;
            })
        .thenReturn(ContainerState.KILLING);
    conf.set(AgentKeys.CPU_CONTROL.name(), "signals");

    listener.init(context);
    start();

    NodeResourceMonitorImpl monitor = monitor();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(report(monitor).las().orElseThrow().tasks()).isEqualTo(1));
    assertThat(quota).hasContent(FOUND);
    service.stop();
  }

  private ContainerImpl container(int number) {
    ContainerId id = ContainerId.fromString("container_1_0001_01_00000" + number);
    ContainerTokenIdentifier token = mock(ContainerTokenIdentifier.class);
    when(token.getContainerType()).thenReturn(ContainerType.TASK);
    ContainerImpl container = mock(ContainerImpl.class);
    when(container.getContainerId()).thenReturn(id);
    when(container.getResource()).thenReturn(Resource.newInstance(1_024, 1));
    when(container.getContainerTokenIdentifier()).thenReturn(token);
    containers.put(id, container);
    return container;
  }

  private void kill(ContainerImpl container) {
    ContainerEvent event =
        new ContainerEvent(container.getContainerId(), ContainerEventType.KILL_CONTAINER);
    listener.preTransition(container, ContainerState.RUNNING, event);
    listener.postTransition(container, ContainerState.RUNNING, ContainerState.KILLING, event);
  }

  private void assertGivesBackAndIs(NodeCondition condition) {
    assertThat(condition()).isEqualTo(condition);
    assertThat(quota).hasContent(FOUND);
  }

  /** What is reported after the start. */
  private NodeCondition condition() {
    listener.init(context);
    start();
    NodeResourceMonitorImpl monitor = monitor();
    assertThat(monitor.getUtilization().getCPU()).isEqualTo(0.5f);
    NodeReport report = report(monitor);
    service.stop();
    assertThat(report.vcores()).hasValue(VCORES);
    return report.condition();
  }

  private void start() {
    service.init(conf);
    service.start();
    assertThat(service.isInState(Service.STATE.STARTED)).isTrue();
  }

  /** Through which the service reports. */
  private NodeResourceMonitorImpl monitor() {
    ArgumentCaptor<NodeResourceMonitorImpl> monitor =
        ArgumentCaptor.forClass(NodeResourceMonitorImpl.class);
    verify(context).setNodeResourceMonitor(monitor.capture());
    return monitor.getValue();
  }

  private static NodeReport report(NodeResourceMonitorImpl monitor) {
    return NodeReport.fromNumbers(monitor.getUtilization().getCustomResources()).orElseThrow();
  }

  private void executor(ContainerExecutor executor) {
    when(context.getContainerExecutor()).thenReturn(executor);
  }
}
