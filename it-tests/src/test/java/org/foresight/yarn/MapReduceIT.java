package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.SleepJob;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.traces.BadLines;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.logs.LogStream;
import org.foresight.traces.logs.MapReduceHistoryReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapReduceIT {

  @Test
  void aMapReduceJobFinishes(@TempDir Path folder) throws Exception {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, ForesightScheduler.class.getName());
    conf.set("foresight.mode", "on");
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
    String jobId;
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
      jobId = job.getJobID().toString();
    }
    // No server that is closed moves files of the history about.
    assertHistory(folder.resolve("staging/history"), jobId);
  }

  /** What the job leaves, in the encoding that Hadoop writes by default, is read as that job. */
  private static void assertHistory(Path histories, String jobId) throws IOException {
    try (LogStream stream = MapReduceHistoryReader.open(histories, BadLines.STRICT)) {
      List<WorkloadJob> jobs = new ArrayList<>();
      stream.forEachRemaining(jobs::add);
      assertThat(jobs).extracting(WorkloadJob::id).containsExactly(jobId);
      assertThat(jobs.get(0).stages()).extracting(WorkloadStage::width).containsExactly(3, 1);
      assertThat(stream.report().notes()).isEmpty();
    }
    try (Stream<Path> files = Files.walk(histories)) {
      assertThat(files.filter(file -> file.toString().endsWith(".jhist")))
          .singleElement()
          .satisfies(file -> assertThat(firstLine(file)).isEqualTo("Avro-Binary"));
    }
  }

  private static String firstLine(Path file) throws IOException {
    // Not UTF-8 further on.
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      return String.valueOf(lines.readLine());
    }
  }
}
