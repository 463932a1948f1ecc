package org.foresight.yarn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * A small YARN that runs MapReduce, with its history server and a quick planner for all queues.
 * Every container is a slot of 1024 MB.
 */
final class MapReduceCluster implements AutoCloseable {
  private static final int SLOT_MEMORY_MB = 1024;

  /** A JVM that starts fast; on a small machine that is most of what a short task does. */
  private static final String JVM_OPTIONS =
      "-Xmx96m -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final MiniMRYarnCluster cluster;

  private MapReduceCluster(MiniMRYarnCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Boots a cluster.
   *
   * @param folder where it keeps its files
   * @param settings of YARN and the scheduler, beside those that all such clusters have
   */
  static MapReduceCluster start(
      Path folder,
      Class<? extends ForesightScheduler> scheduler,
      int nodes,
      int slotsPerNode,
      Map<String, String> settings)
      throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    conf.set("foresight.mode", "on");
    conf.set("foresight.cycle-millis", "200");
    conf.set("foresight.slot-millis", "500");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "file:///");
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, folder.resolve("staging").toString());
    conf.set(CommonConfigurationKeys.HADOOP_TMP_DIR, folder.resolve("tmp").toString());
    conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, slotsPerNode * SLOT_MEMORY_MB);
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, true);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.5f);
    conf.setLong(YarnConfiguration.NM_MIN_PER_DISK_FREE_SPACE_MB, 0);
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    settings.forEach(conf::set);
    MiniMRYarnCluster cluster = new MiniMRYarnCluster("map-reduce", nodes);
    try {
      cluster.init(conf);
      cluster.start();
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return new MapReduceCluster(cluster);
  }

  /** The configuration with which clients are made; a copy. */
  Configuration configuration() {
    return new Configuration(cluster.getConfig());
  }

  ResourceManager resourceManager() {
    return cluster.getResourceManager();
  }

  /** Ends the ResourceManager and starts another one at the same addresses. */
  void restartResourceManager() throws InterruptedException {
    cluster.restartResourceManager(0);
  }

  /** A job, not submitted yet, whose tasks sleep. */
  Job job(int maps, int reduces, long mapMillis) throws Exception {
    Configuration conf = configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, SLOT_MEMORY_MB);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, SLOT_MEMORY_MB);
    conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, SLOT_MEMORY_MB);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, JVM_OPTIONS);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, JVM_OPTIONS);
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, JVM_OPTIONS);
    conf.setInt(MRJobConfig.IO_SORT_MB, 8);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, 200);
    SleepJob sleep = new SleepJob();
    sleep.setConf(conf);
    Job job = sleep.createJob(maps, reduces, mapMillis, 1, 1, 1);
    job.setJarByClass(SleepJob.class);
    job.addFileToClassPath(new org.apache.hadoop.fs.Path(MiniMRYarnCluster.APPJAR));
    return job;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
