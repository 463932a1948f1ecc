package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
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
    String jobId;
    try (MapReduceCluster cluster =
        MapReduceCluster.start(folder, ForesightScheduler.class, 2, 4, ImmutableMap.of())) {
      Job job = cluster.job(3, 1, 500);
      job.getConfiguration()
          .set(MRJobConfig.JOB_TAGS, "foresight.deadline=PT5M,foresight.class=slo");

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
