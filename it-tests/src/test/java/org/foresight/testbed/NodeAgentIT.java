package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.foresight.agent.ContainerListener;
import org.foresight.agent.ForesightNodeService;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent in a NodeManager of its own process, with containers that burn processor time:
 * installed by the documented keys, under a ResourceManager that knows nothing of it.
 */
class NodeAgentIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String USER = "somebody";
  private static final String BURN = "exec bash -c 'while :; do :; done'";

  private final String group = "foresight-it-" + ProcessHandle.current().pid();
  private final Map<ContainerId, Integer> ended = new HashMap<>();
  private final List<Container> allocated = new ArrayList<>();
  private final ContainerGroups groups;
  private final Path folder;
  private final MiniYARNCluster yarn;
  private final YarnClients clients;
  private final MasterSession master;
  private @Nullable DaemonProcess node;

  NodeAgentIT(@TempDir Path folder) throws Exception {
    this.folder = folder;
    groups = ContainerGroups.make(group);
    yarn = new MiniYARNCluster("node-agent", 0, 1, 1);
    yarn.init(resourceManager());
    yarn.start();
    clients = new YarnClients(yarn.getConfig());
    master = register(submit());
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    killNode();
    master.close();
    clients.close();
    yarn.stop();
    await().atMost(PATIENCE).until(groups::removeAll);
  }

  @Test
  void whatComesOvertakesWhatRanBeforeIt() throws Exception {
    startNode();
    ContainerId longOne = launch(BURN);
    await().atMost(PATIENCE).until(() -> groups.has(longOne));
    assertThat(groups.isThrottled(longOne)).isFalse();

    Path enough = folder.resolve("enough");
    ContainerId shortOne = launch("exec bash -c 'while [[ ! -e \"" + enough + "\" ]]; do :; done'");
    await().atMost(PATIENCE).until(() -> groups.has(shortOne));
    assertThat(groups.isThrottled(longOne)).isTrue();
    assertThat(groups.isThrottled(shortOne)).isFalse();
    await()
        .atMost(PATIENCE)
        .until(
            () -> statistics().filter(las -> las.tasks() == 2 && las.suspended() == 1).isPresent());

    Files.createFile(enough);
    await().atMost(PATIENCE).until(() -> heartbeat().containsKey(shortOne));
    assertThat(ended).containsEntry(shortOne, 0).doesNotContainKey(longOne);
    await().atMost(PATIENCE).until(() -> !groups.isThrottled(longOne));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              NodeStatistics las = statistics().orElseThrow();
              assertThat(las.tasks()).isEqualTo(1);
              assertThat(las.suspended()).isZero();
              assertThat(las.vcores()).isEqualTo(1);
              assertThat(las.attainedSumSeconds()).isPositive();
            });

    master.release(longOne);
    await().atMost(PATIENCE).until(() -> heartbeat().containsKey(longOne));
    await().atMost(PATIENCE).until(() -> !groups.folder(longOne).toFile().exists());
  }

  @Test
  void aNodeManagerThatWasKilledLeavesNothingThatItsNextLifeKeeps() throws Exception {
    startNode();
    ContainerId older = launch(BURN);
    await().atMost(PATIENCE).until(() -> groups.has(older));
    ContainerId younger = launch(BURN);
    await().atMost(PATIENCE).until(() -> groups.has(younger) && groups.isThrottled(older));
    killNode();
    // Nobody is there to give it back: this is what the next life finds.
    assertThat(groups.has(older)).isTrue();
    assertThat(groups.isThrottled(older)).isTrue();

    startNode();
    await().atMost(PATIENCE).until(() -> !groups.isThrottled(older));
    assertThat(groups.isThrottled(younger)).isFalse();
  }

  private void startNode() throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    try (OutputStream site = Files.newOutputStream(conf.resolve("yarn-site.xml"))) {
      nodeManager().writeXml(site);
    }
    node =
        DaemonProcess.start(
            NodeManager.class.getName(),
            DaemonProcess.SMALL,
            conf + File.pathSeparator + System.getProperty("java.class.path"),
            folder.resolve("node-manager.log"),
            ImmutableMap.of());
  }

  private void killNode() throws InterruptedException {
    if (node != null) {
      node.kill();
      node = null;
    }
  }

  // --- an application ----------------------------------------------------------------------------

  private ApplicationId submit() throws Exception {
    YarnClient client = clients.of(USER);
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setApplicationName("burns");
    context.setQueue("default");
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
    return client.submitApplication(context);
  }

  private MasterSession register(ApplicationId application) throws Exception {
    YarnClient client = clients.of(USER);
    await().atMost(PATIENCE).until(() -> client.getAMRMToken(application) != null);
    return MasterSession.register(
        yarn.getConfig(),
        client.getApplicationReport(application).getCurrentApplicationAttemptId(),
        client.getAMRMToken(application));
  }

  /** Runs a command in a container of its own. */
  private ContainerId launch(String command) throws Exception {
    master.ask(1);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              heartbeat();
              return !allocated.isEmpty();
            });
    Container container = allocated.remove(0);
    master.launch(container, command);
    return container.getId();
  }

  /** Talks to the ResourceManager; returns the containers that have ended, with their status. */
  private Map<ContainerId, Integer> heartbeat() throws YarnException, IOException {
    AllocateResponse response = master.allocate(0);
    allocated.addAll(response.getAllocatedContainers());
    response
        .getCompletedContainersStatuses()
        .forEach(status -> ended.put(status.getContainerId(), status.getExitStatus()));
    return ended;
  }

  /** What the ResourceManager was told by the agent. */
  private Optional<NodeStatistics> statistics() throws YarnException, IOException {
    heartbeat();
    return yarn.getResourceManager().getRMContext().getRMNodes().values().stream()
        .map(RMNode::getNodeUtilization)
        .map(ResourceUtilization::getCustomResources)
        .flatMap(numbers -> NodeReport.fromNumbers(numbers).stream())
        .flatMap(report -> report.las().stream())
        .findFirst();
  }

  // --- configuration -----------------------------------------------------------------------------

  private Configuration resourceManager() {
    Configuration conf = new YarnConfiguration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 200);
    conf.setLong(YarnConfiguration.DISPATCHER_DRAIN_EVENTS_TIMEOUT, 2_000);
    return conf;
  }

  /** As conf/yarn-site-nodemanager.xml says it, and what a small machine needs. */
  private Configuration nodeManager() {
    Configuration conf = new Configuration(yarn.getConfig());
    conf.set(YarnConfiguration.NM_AUX_SERVICES, "foresight_agent");
    conf.set(
        "yarn.nodemanager.aux-services.foresight_agent.class",
        ForesightNodeService.class.getName());
    conf.set(
        "yarn.nodemanager.container-state-transition-listener.classes",
        ContainerListener.class.getName());
    conf.set("foresight.agent.suspends", "all");
    conf.set("foresight.agent.vcores", "1");
    conf.set("foresight.agent.quantum-millis", "3600000");
    conf.set("foresight.agent.cpu-control", "cgroups");
    conf.set("foresight.agent.cgroup", "/" + group);
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, folder.resolve("local").toString());
    conf.set(YarnConfiguration.NM_LOG_DIRS, folder.resolve("logs").toString());
    conf.set(YarnConfiguration.NM_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, "localhost:0");
    conf.setInt(YarnConfiguration.NM_PMEM_MB, 8_192);
    conf.setInt(YarnConfiguration.NM_VCORES, 4);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.5f);
    conf.setLong(YarnConfiguration.NM_MIN_PER_DISK_FREE_SPACE_MB, 0);
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    return conf;
  }
}
