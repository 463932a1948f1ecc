package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapReduceIT {

  @Test
  void aMapReduceJobFinishes(@TempDir Path folder) throws Exception {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, ForesightScheduler.class.getName());
    conf.set("foresight.queues", "*");
    conf.set("foresight.cycle-millis", "200");
    conf.set("foresight.slot-millis", "1000");
    conf.set(CommonConfigurationKeys.FS_DEFAULT_NAME_KEY, "file:///");
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, folder.resolve("staging").toString());
    conf.set(CommonConfigurationKeys.HADOOP_TMP_DIR, folder.resolve("tmp").toString());
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, true);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.5f);
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    try (MiniMRYarnCluster cluster = new MiniMRYarnCluster("map-reduce", 2)) {
      cluster.init(conf);
      cluster.start();
      Configuration jobConf = new Configuration(cluster.getConfig());
      jobConf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
      jobConf.set("mapreduce.job.tags", "foresight.deadline=PT5M,foresight.class=slo");
      SleepJob sleep = new SleepJob();
      sleep.setConf(jobConf);
      Job job = sleep.createJob(3, 1, 500, 1, 500, 1);
      job.setJarByClass(SleepJob.class);
      job.addFileToClassPath(new org.apache.hadoop.fs.Path(MiniMRYarnCluster.APPJAR));

      assertThat(job.waitForCompletion(false)).isTrue();

      assertThat(job.getCounters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
          .isPositive();
      assertHistory(JobHistoryUtils.getConfiguredHistoryIntermediateDoneDirPrefix(jobConf), job);
    }
  }

  /** What the job leaves, in the encoding that Hadoop writes by default, is read as that job. */
  private static void assertHistory(String folder, Job job) throws IOException {
    Path histories = Path.of(URI.create(folder).getPath());
    try (Stream<Path> files = Files.walk(histories);
        LogStream stream = MapReduceHistoryReader.open(history(files), BadLines.STRICT)) {
      WorkloadJob read = Objects.requireNonNull(stream.next());
      assertThat(read.id()).isEqualTo(job.getJobID().toString());
      assertThat(read.stages()).extracting(WorkloadStage::width).containsExactly(3, 1);
      assertThat(read.taskMillis()).allMatch(millis -> millis >= 500);
      assertThat(stream.next()).isNull();
      assertThat(stream.report().notes()).isEmpty();
    }
  }
}
