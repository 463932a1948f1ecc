package org.foresight.testbed;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.NullGroupsMapping;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;

/** The YARN configuration of clusters on this machine. */
final class LocalYarnConfiguration {

  static final int SLOT_MEMORY_MB = 1024;

  private static final int MINIMUM_MEMORY_MB = 128;
  private static final String DEFAULT_RESOURCE = "foresight-testbed-default.xml";
  private static final String QUEUE_PREFIX = "yarn.scheduler.capacity.root.";

  private LocalYarnConfiguration() {}

  /** That of a {@link LocalYarnCluster}. */
  static Configuration of(LocalYarnParameters parameters, Path workFolder) {
    Configuration.addDefaultResource(DEFAULT_RESOURCE);
    Configuration conf = new YarnConfiguration();
    int memoryMb = parameters.slotsPerNode() * SLOT_MEMORY_MB;
    common(conf, workFolder.resolve("hadoop"));
    conf.set(YarnConfiguration.RM_SCHEDULER, parameters.schedulerClass());
    resourceManager(conf, parameters.nodeHeartbeat(), parameters.slotsPerNode(), memoryMb);
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, memoryMb);
    addresses(conf);
    nodeManager(conf, parameters.slotsPerNode());
    queues(conf, parameters.asynchronous());
    client(conf);
    parameters.extraConfiguration().forEach(conf::set);
    return conf;
  }

  /** Else it would listen on the address of the machine's name, which others may reach. */
  private static void addresses(Configuration conf) {
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, true);
    for (String address :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS,
          YarnConfiguration.NM_ADDRESS,
          YarnConfiguration.NM_LOCALIZER_ADDRESS,
          YarnConfiguration.NM_WEBAPP_ADDRESS
        }) {
      conf.set(address, FreePorts.HOST + ":0");
    }
  }

  /** What all need. */
  static void common(Configuration conf, Path temporary) {
    conf.set(CommonConfigurationKeys.HADOOP_TMP_DIR, temporary.toString());
    // The users of a workload need not exist on this machine.
    conf.set(
        CommonConfigurationKeys.HADOOP_SECURITY_GROUP_MAPPING, NullGroupsMapping.class.getName());
  }

  /**
   * What a ResourceManager needs.
   *
   * @param vcores that a container may have
   * @param memoryMb that a container may have
   */
  static void resourceManager(
      Configuration conf, Duration nodeHeartbeat, int vcores, int memoryMb) {
    // All nodes share one host name; with the port they are told apart.
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, true);
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, nodeHeartbeat.toMillis());
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, MINIMUM_MEMORY_MB);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, memoryMb);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, vcores);
    // An ask that crosses an allocation on its way does not count the allocated containers again.
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_AUTOCORRECT_CONTAINER_ALLOCATION, true);
    // How long a stopping ResourceManager waits for its queue of events; the default is 5 minutes.
    conf.setLong(YarnConfiguration.DISPATCHER_DRAIN_EVENTS_TIMEOUT, 2_000);
  }

  /**
   * What a NodeManager needs.
   *
   * @param vcores that it has for containers
   */
  static void nodeManager(Configuration conf, int vcores) {
    conf.setInt(YarnConfiguration.NM_VCORES, vcores);
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    // A nearly full disk does not matter to tasks that sleep.
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.5f);
    conf.setLong(YarnConfiguration.NM_MIN_PER_DISK_FREE_SPACE_MB, 0);
    // Else every container lists its folder twice before it starts.
    conf.setBoolean(YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO, false);
    conf.setBoolean(YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO_ON_ERROR, false);
    // Without aggregation, logs of containers are kept for 3 hours and stopping waits for them.
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
  }

  /** The queues, and how they are scheduled. */
  static void queues(Configuration conf, boolean asynchronous) {
    conf.setBoolean(CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE, asynchronous);
    conf.set(
        CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
        DominantResourceCalculator.class.getName());
    // An unmanaged application master runs in the driver and uses nothing of the cluster, yet
    // YARN counts one vcore for each against the limit for application masters. With 100 %, a queue
    // would run no more jobs at a time than it has vcores.
    conf.setFloat(
        CapacitySchedulerConfiguration.MAXIMUM_APPLICATION_MASTERS_RESOURCE_PERCENT, 100.0f);
    conf.set(QUEUE_PREFIX + "queues", String.join(",", LocalYarnCluster.QUEUES));
    conf.setFloat(QUEUE_PREFIX + "capacity", 100.0f);
    for (String queue : LocalYarnCluster.QUEUES) {
      String prefix = QUEUE_PREFIX + queue + ".";
      conf.setFloat(prefix + "capacity", 100.0f / LocalYarnCluster.QUEUES.size());
      conf.setFloat(prefix + "maximum-capacity", 100.0f);
      conf.setFloat(prefix + "user-limit-factor", LocalYarnCluster.QUEUES.size());
    }
  }

  /** What a driver of workloads needs. */
  static void client(Configuration conf) {
    conf.setLong(YarnConfiguration.YARN_CLIENT_APPLICATION_CLIENT_PROTOCOL_POLL_INTERVAL_MS, 20);
  }
}
