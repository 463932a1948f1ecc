package org.foresight.testbed;

import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.foresight.agent.ContainerListener;
import org.foresight.agent.ForesightNodeService;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.yarn.ForesightScheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A ResourceManager of this process, and a NodeManager in a process of its own with the agent, both
 * installed by the documented keys. Not thread-safe.
 */
final class AgentCluster {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String REQUIRE_ALL = "FORESIGHT_REQUIRE_ALL_TESTS";

  private final Path folder;
  private final String group = "foresight-it-" + ProcessHandle.current().pid();
  private final ContainerGroups groups;
  private final MiniYARNCluster yarn;
  private final YarnClients clients;
  private final Map<String, String> agent;
  private @Nullable DaemonProcess node;

  /**
   * Starts the ResourceManager; skips the test where containers can't have cgroups.
   *
   * @param folder of all files
   * @param scheduler keys of the ResourceManager
   * @param agent keys of the agent, beside those without which it does nothing
   */
  AgentCluster(Path folder, Map<String, String> scheduler, Map<String, String> agent) {
    this.folder = folder;
    this.agent = agent;
    groups = make(group);
    yarn = new MiniYARNCluster("agents", 0, 1, 1);
    yarn.init(resourceManager(scheduler));
    yarn.start();
    clients = new YarnClients(yarn.getConfig());
  }

  /** Makes a place for the cgroups of containers; a name that is nobody else's. */
  private static ContainerGroups make(String name) {
    try {
      ContainerGroups groups = ContainerGroups.named(name);
      Files.createDirectories(groups.root());
      return groups;
    } catch (IOException e) {
      String why = "This test needs root and cgroups that can be written: " + e.getMessage();
      if (Boolean.parseBoolean(System.getenv(REQUIRE_ALL))) {
        fail(why + " " + REQUIRE_ALL + " is true, so that it may not be skipped.");
      }
      return Assumptions.abort(why);
    }
  }

  /**
   * Keys of a ResourceManager in which a scheduler of Foresight's has all queues and minds cores.
   *
   * @param more keys beside these
   */
  static Map<String, String> scheduledBy(
      Class<? extends ForesightScheduler> scheduler, Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.put(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    keys.put(
        "yarn.scheduler.capacity.resource-calculator", DominantResourceCalculator.class.getName());
    keys.put("foresight.mode", "on");
    return keys;
  }

  /** The cgroups of the containers. */
  ContainerGroups groups() {
    return groups;
  }

  /** Submits an application with these tags. */
  UnmanagedApplication submit(String name, Set<String> tags) throws Exception {
    return UnmanagedApplication.start(clients, yarn.getConfig(), name, "default", tags);
  }

  void startNode() throws IOException {
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

  /** By SIGKILL; nothing where there is none. */
  void killNode() throws InterruptedException {
    if (node != null) {
      node.kill();
      node = null;
    }
  }

  /**
   * What the ResourceManager was told by the agent; a node that has only registered tells nothing.
   */
  Optional<NodeStatistics> statistics() {
    return yarn.getResourceManager().getRMContext().getRMNodes().values().stream()
        .flatMap(node -> Optional.ofNullable(node.getNodeUtilization()).stream())
        .map(ResourceUtilization::getCustomResources)
        .flatMap(numbers -> NodeReport.fromNumbers(numbers).stream())
        .flatMap(report -> report.las().stream())
        .findFirst();
  }

  /** Ends all of it. */
  void end() throws InterruptedException, IOException {
    killNode();
    clients.close();
    yarn.stop();
    await().atMost(PATIENCE).until(groups::removeAll);
  }

  private Configuration resourceManager(Map<String, String> scheduler) {
    Configuration conf = new YarnConfiguration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 200);
    conf.setLong(YarnConfiguration.DISPATCHER_DRAIN_EVENTS_TIMEOUT, 2_000);
    scheduler.forEach(conf::set);
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
    agent.forEach(conf::set);
    return conf;
  }
}
