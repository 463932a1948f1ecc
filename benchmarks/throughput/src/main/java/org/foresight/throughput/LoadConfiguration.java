package org.foresight.throughput;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.sls.conf.SLSConfiguration;

/** The configuration of a ResourceManager under a load. Stateless. */
final class LoadConfiguration {

  /** What the queue of the application that asks for very much has, and may use at most. */
  static final int BIG_QUEUE_PERCENT = 5;

  /** Between two heartbeats of an application master. */
  static final int APPLICATION_HEARTBEAT_MILLIS = 1_000;

  static final int SLOT_MEMORY_MB = 1_024;

  /** Threads that play nodes: they shall not crowd out the scheduler's. */
  private static final int SIMULATOR_THREADS = 2;

  private static final String QUEUES = "yarn.scheduler.capacity.root.";

  private LoadConfiguration() {}

  static Configuration of(Subject subject, Load load, LoadFiles files) {
    Configuration conf = new YarnConfiguration();
    resourceManager(conf);
    simulator(conf, load);
    queues(conf, files);
    deadlines(conf, load);
    conf.set(YarnConfiguration.RM_SCHEDULER, subject.scheduler().getName());
    subject.settings().forEach(conf::set);
    return conf;
  }

  private static void resourceManager(Configuration conf) {
    // Whatever ports are free: nobody calls them.
    conf.set(YarnConfiguration.RM_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.RM_SCHEDULER_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.RM_ADMIN_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, "localhost:0");
    // The simulated nodes have no port to ask for a token's address.
    conf.setBoolean("hadoop.security.token.service.use_ip", false);
    conf.setInt(YarnConfiguration.RM_MAX_COMPLETED_APPLICATIONS, 100);
    // The same for all: the simulator would switch it on for CapacityScheduler alone.
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false);
  }

  private static void simulator(Configuration conf, Load load) {
    conf.setBoolean(SLSConfiguration.METRICS_SWITCH, false);
    conf.setInt(SLSConfiguration.RUNNER_POOL_SIZE, SIMULATOR_THREADS);
    conf.setInt(SLSConfiguration.NM_HEARTBEAT_INTERVAL_MS, load.heartbeatMillis());
    conf.setInt(SLSConfiguration.NM_MEMORY_MB, load.slots() * SLOT_MEMORY_MB);
    conf.setInt(SLSConfiguration.NM_VCORES, load.slots());
  }

  private static void queues(Configuration conf, LoadFiles files) {
    String names =
        IntStream.range(0, Load.QUEUES).mapToObj(Load::queue).collect(Collectors.joining(","));
    conf.set(QUEUES + "queues", names + "," + Load.BIG_QUEUE);
    for (int i = 0; i < Load.QUEUES; i++) {
      queue(conf, Load.queue(i), (100.0f - BIG_QUEUE_PERCENT) / Load.QUEUES, 100);
    }
    queue(conf, Load.BIG_QUEUE, BIG_QUEUE_PERCENT, BIG_QUEUE_PERCENT);
    conf.set("yarn.scheduler.fair.allocation.file", files.fairQueues().toString());
  }

  /** Of all jobs of a queue: the simulator has no words for that of one. */
  private static void deadlines(Configuration conf, Load load) {
    if (load.deadlineMinutes() > 0) {
      for (int i = 0; i < Load.DEADLINE_QUEUES; i++) {
        conf.set(
            "foresight.queue.root." + Load.queue(i) + ".deadline",
            Duration.ofMinutes(load.deadlineMinutes()).toString());
      }
    }
  }

  private static void queue(Configuration conf, String name, float percent, float most) {
    String prefix = QUEUES + name + ".";
    conf.setFloat(prefix + "capacity", percent);
    conf.setFloat(prefix + "maximum-capacity", most);
    conf.setFloat(prefix + "user-limit-factor", 100);
    conf.setFloat(prefix + "maximum-am-resource-percent", 1);
  }
}
