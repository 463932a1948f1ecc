package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.foresight.traces.SharedData;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads real logs; the numbers expected were counted without this project's code. */
final class RealLogsTest {

  private static final String HISTORIES = "hadoop-history-samples/";
  private static final String SLEEP_JOB =
      HISTORIES
          + "job_1329348432655_0001-1329348443227-user-Sleep_job-1329348468601-10-1-SUCCEEDED"
          + "-default.jhist.gz";
  private static final String TERA_GEN =
      HISTORIES
          + "job_1416424547277_0002-1416424775281-root-TeraGen-1416424785433-2-0-SUCCEEDED"
          + "-default-1416424779349.jhist.gz";
  private static final String EVENT_LOGS = "spark-event-logs/raw/";

  @Test
  void readsAJobOfHadoop023WithItsConfiguration() throws IOException {
    LogText.Read read = LogText.strict(MapReduceHistoryReader::open, SharedData.require(SLEEP_JOB));
    WorkloadJob job = read.onlyJob();
    assertThat(job.id()).isEqualTo("job_1329348432655_0001");
    assertThat(job.submitMillis()).isZero();
    assertThat(job.user()).isEqualTo("user");
    assertThat(job.name()).isEqualTo("Sleep job");
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.stages()).hasSize(2);
    assertThat(LogText.millis(job.stages().get(0)))
        .containsExactly(
            12077L, 11594L, 11415L, 11599L, 11553L, 11371L, 11371L, 3874L, 4656L, 3571L);
    assertThat(LogText.millis(job.stages().get(1))).containsExactly(3605L, 3605L);
    assertThat(LogText.parents(job.stages().get(1))).containsExactly(0);
    assertThat(job.stages()).extracting(WorkloadStage::demand).containsOnly(demand(512, 1));
    assertThat(read.report().noteCount()).isZero();
  }

  @Test
  void readsAMapOnlyJobOfHadoop2() throws IOException {
    WorkloadJob job =
        LogText.strict(MapReduceHistoryReader::open, SharedData.require(TERA_GEN)).onlyJob();
    assertThat(job.name()).isEqualTo("TeraGen");
    assertThat(job.user()).isEqualTo("root");
    assertThat(job.stages()).hasSize(1);
    assertThat(LogText.millis(job.stages().get(0))).containsExactly(2981L, 2975L);
    assertThat(job.stages().get(0).demand()).isEqualTo(WorkloadStage.ONE_SLOT);
  }

  @ParameterizedTest
  @CsvSource({
    "job_0.23.9-FAILED.jhist.gz, 8",
    "job_2.0.3-alpha-FAILED.jhist.gz, 4",
    "job_2.4.0-FAILED.jhist.gz, 4",
    "job_1393307629410_0001-1393307687476-user-Sleep_job-1393307723835-0-0-FAILED-default-"
        + "1393307693920.jhist.gz, 1",
  })
  void leavesOutAJobThatFailed(String name, int attempts) throws IOException {
    LogText.Read read =
        LogText.strict(MapReduceHistoryReader::open, SharedData.require(HISTORIES + name));
    assertThat(read.jobs()).isEmpty();
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(attempts);
    assertThat(read.report().leftOut())
        .isEqualTo(ImmutableSortedMap.of("the job failed, and no task of it succeeded", 1L));
  }

  @Test
  void readsADirectoryOfHistoriesInTheOrderOfSubmission() throws IOException {
    Path folder = SharedData.require(TERA_GEN).resolveSibling("");
    LogText.Read read = LogText.strict(MapReduceHistoryReader::open, folder);
    assertThat(read.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("job_1329348432655_0001", "job_1416424547277_0002");
    assertThat(read.jobs())
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(0L, 87_076_332_054L);
    assertThat(read.report().jobs()).isEqualTo(2);
    assertThat(read.report().tasks()).isEqualTo(14);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(17);
    assertThat(read.report().leftOut().values()).containsExactly(4L);
  }

  @Test
  void readsARumenTraceOfTwoJobs() throws IOException {
    LogText.Read read =
        LogText.strict(
            RumenReader::open, SharedData.require(HISTORIES + "2jobs2min-rumen-jh.json.gz"));
    assertThat(read.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("job_1369942127770_1205", "job_1369942127770_1206");
    assertThat(read.jobs()).extracting(WorkloadJob::submitMillis).containsExactly(0L, 105_204L);
    assertThat(read.jobs())
        .extracting(WorkloadJob::workMillis)
        .containsExactly(2_024_885L, 1_961_401L);
    assertThat(read.jobs()).extracting(WorkloadJob::spanMillis).containsExactly(47_021L, 32_847L);
    assertThat(read.jobs())
        .allSatisfy(
            job -> {
              assertThat(job.width()).isEqualTo(96);
              assertThat(job.user()).isEqualTo("jenkins");
              assertThat(job.queue()).isEqualTo("sls_queue_1");
              assertThat(job.stages()).hasSize(1);
            });
  }

  @Test
  void readsOldRumenTraces() throws IOException {
    LogText.Read one =
        LogText.strict(
            RumenReader::open, SharedData.require(HISTORIES + "wordcount-rumen.json.gz"));
    WorkloadJob job = one.onlyJob();
    assertThat(LogText.millis(job.stages().get(0))).containsExactly(6896L, 6528L, 4058L);
    assertThat(LogText.millis(job.stages().get(1))).containsExactly(9952L);
    LogText.Read two =
        LogText.strict(
            RumenReader::open, SharedData.require(HISTORIES + "wordcount2-rumen.json.gz"));
    assertThat(two.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("job_201009241532_0001", "job_201009241532_0001-2");
    assertThat(two.jobs().get(1).stages()).isEqualTo(job.stages());
    assertThat(two.report().noteCount()).isEqualTo(1);
  }

  @Test
  void readsASparkApplicationOnYarn() throws IOException {
    WorkloadJob job =
        LogText.strict(
                SparkEventLogReader::open,
                SharedData.require(EVENT_LOGS + "emr_yarn_attempt1.json.gz"))
            .onlyJob();
    assertThat(job.id()).isEqualTo("application_1724877841851_0016");
    assertThat(job.name()).isEqualTo("ProcessLargeDataset");
    assertThat(job.user()).isEqualTo("hadoop");
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.stages()).extracting(WorkloadStage::width).containsExactly(1, 30, 30, 30, 16);
    assertThat(job.stages())
        .extracting(WorkloadStage::workMillis)
        .containsExactly(2455L, 78_294L, 2167L, 155_111L, 34_967L);
    // The second and third job ran side by side; the last stage's parent was skipped.
    assertThat(job.stages())
        .extracting(LogText::parents)
        .containsExactly(List.of(), List.of(0), List.of(0), List.of(1, 2), List.of(3));
    assertThat(job.spanMillis()).isEqualTo(26_070);
    // 9397 MiB and their tenth, for three tasks at once.
    assertThat(job.stages()).extracting(WorkloadStage::demand).containsOnly(demand(3446, 1));
  }

  @Test
  void readsASparkShellOfManyJobs() throws IOException {
    LogText.Read read =
        LogText.strict(
            SparkEventLogReader::open,
            SharedData.require(EVENT_LOGS + "shell_dynamic_allocation.json.gz"));
    WorkloadJob job = read.onlyJob();
    assertThat(job.id()).isEqualTo("application_1707709865217_0493");
    assertThat(job.user()).isEqualTo("user1");
    assertThat(job.name()).isEqualTo("Spark shell");
    assertThat(job.stages()).hasSize(20);
    assertThat(job.width()).isEqualTo(235);
    assertThat(job.workMillis()).isEqualTo(222_888);
    assertThat(job.spanMillis()).isEqualTo(36_533);
    assertThat(job.stages().stream().map(LogText::parents).toList())
        .hasToString(
            "[[], [], [0, 1], [2], [3], [3], [4, 5], [6], [7], [7], [8, 9], [10], [11], [11],"
                + " [12, 13], [14], [15], [15], [16, 17], [18]]");
    assertThat(job.stages()).extracting(WorkloadStage::demand).containsOnly(demand(7168, 1));
    assertThat(read.report().unsuccessfulAttempts()).isZero();
  }

  @Test
  void readsADirectoryOfEventLogs() throws IOException {
    Path folder = SharedData.require(EVENT_LOGS + "emr_yarn_attempt1.json.gz").resolveSibling("");
    LogText.Read read = LogText.strict(SparkEventLogReader::open, folder);
    assertThat(read.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("application_1724877841851_0016", "application_1707709865217_0493");
    assertThat(read.jobs())
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(0L, 1_727_965_992_605L - 1_724_884_534_755L);
  }

  private static ImmutableSortedMap<String, Long> demand(long memoryMib, long vcores) {
    return ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, memoryMib, WorkloadStage.VCORES, vcores);
  }
}
