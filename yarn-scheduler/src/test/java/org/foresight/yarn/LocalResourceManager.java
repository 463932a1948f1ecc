package org.foresight.yarn;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A whole ResourceManager without networks, in this process; its nodes and application masters are
 * what a test says they are. It schedules on the reports of nodes.
 */
final class LocalResourceManager implements AutoCloseable {

  private static final StateChangeRequestInfo BY_AN_OPERATOR =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  /** The ResourceManager's configuration, which a refresh reads anew. */
  private final Configuration conf;

  private final QueuesOnClassPath classPath;
  private final Set<NodeLabel> labels;
  private final MockRM resourceManager;

  private LocalResourceManager(
      Configuration conf,
      QueuesOnClassPath classPath,
      Set<NodeLabel> labels,
      MockRM resourceManager) {
    this.conf = conf;
    this.classPath = classPath;
    this.labels = labels;
    this.resourceManager = resourceManager;
  }

  /**
   * Initialises and starts one.
   *
   * @param queues its capacity-scheduler.xml
   * @param labels node labels that the cluster knows
   * @throws RuntimeException if it refuses its configuration
   */
  static LocalResourceManager start(
      Class<? extends CapacityScheduler> scheduler,
      Path queues,
      Set<NodeLabel> labels,
      Map<String, String> settings)
      throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler, CapacityScheduler.class);
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", false);
    QueuesOnClassPath classPath = new QueuesOnClassPath(queues);
    conf.setClassLoader(classPath);
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        Path.of("target", "node-attributes").toUri().toString());
    settings.forEach(conf::set);
    return start(conf, classPath, labels);
  }

  private static LocalResourceManager start(
      Configuration conf, QueuesOnClassPath classPath, Set<NodeLabel> labels) throws IOException {
    // Metrics are one for a process; those of another ResourceManager would be in the way.
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    ClusterMetrics.destroy();
    MockRM resourceManager = new MockRM(conf);
    GenericTestUtils.setRootLogLevel(Level.ERROR); // It has set it to debugging.
    try {
      resourceManager.getRMContext().getNodeLabelManager().addToCluserNodeLabels(labels);
      resourceManager.start();
    } catch (RuntimeException e) {
      resourceManager.stop();
      throw e;
    }
    return new LocalResourceManager(conf, classPath, labels, resourceManager);
  }

  /** Ends it and starts another one of the same configuration. */
  LocalResourceManager restart() throws IOException {
    close();
    return start(conf, classPath, labels);
  }

  /** Changes its configuration, which counts from the next refresh or restart on. */
  void set(String key, String value) {
    conf.set(key, value);
  }

  /** What {@code yarn rmadmin -refreshQueues} does. */
  void refresh(Path queues) throws IOException {
    classPath.queues = queues;
    scheduler().reinitialize(conf, context(), false);
  }

  /** Makes it the active one; on its way it reads its configuration anew. */
  void activate() throws IOException {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    caller.setContextClassLoader(classPath); // Where the new configuration is looked for.
    try {
      resourceManager.getAdminService().transitionToActive(BY_AN_OPERATOR);
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  /** Makes it stand by. */
  void standBy() throws IOException {
    resourceManager.getAdminService().transitionToStandby(BY_AN_OPERATOR);
  }

  /** Registers a node of one label, or of {@code NO_LABEL}. */
  MockNM addNode(int number, Resource total, String label) throws Exception {
    // Containers' tokens hold the addresses of their nodes; these need no look-up.
    NodeId id = NodeId.newInstance("127.0.0." + (number + 1), 8_041);
    if (!label.equals(CommonNodeLabelsManager.NO_LABEL)) {
      context().getNodeLabelManager().replaceLabelsOnNode(Map.of(id, Set.of(label)));
    }
    return register(id, total, List.of(), List.of());
  }

  /** Registers a node that was there before, with what runs on it. */
  MockNM register(
      NodeId id,
      Resource total,
      List<NMContainerStatus> containers,
      List<ApplicationId> applications)
      throws Exception {
    MockNM node = new MockNM(id.toString(), total, resourceManager.getResourceTrackerService());
    node.registerNode(containers, applications);
    resourceManager.drainEvents();
    return node;
  }

  MockRM resourceManager() {
    return resourceManager;
  }

  /** Where its web server listens, if it was told to have one. */
  int webPort() {
    return conf.getSocketAddr(
            YarnConfiguration.RM_WEBAPP_ADDRESS,
            YarnConfiguration.DEFAULT_RM_WEBAPP_ADDRESS,
            YarnConfiguration.DEFAULT_RM_WEBAPP_PORT)
        .getPort();
  }

  RMContext context() {
    return resourceManager.getRMContext();
  }

  CapacityScheduler scheduler() {
    return (CapacityScheduler) resourceManager.getResourceScheduler();
  }

  @Override
  public void close() {
    resourceManager.stop();
  }

  /** A class path on which capacity-scheduler.xml is the file that a test wants. */
  private static final class QueuesOnClassPath extends ClassLoader {
    private volatile Path queues;

    QueuesOnClassPath(Path queues) {
      super(LocalResourceManager.class.getClassLoader());
      this.queues = queues;
    }

    @Override
    public @Nullable URL getResource(String name) {
      if (!name.equals(YarnConfiguration.CS_CONFIGURATION_FILE)) {
        return super.getResource(name);
      }
      try {
        return queues.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
