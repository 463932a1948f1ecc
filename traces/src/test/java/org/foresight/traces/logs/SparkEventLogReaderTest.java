package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SparkEventLogReaderTest {

  private static final String START = start("app_1", 1000);
  private static final String END = event("ApplicationEnd", "'Timestamp':9000");

  @TempDir private Path folder;

  @Test
  void readsTheStagesOfAJob() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    event("LogStart", "'Spark Version':'3.5.0'"),
                    START,
                    jobStart(0, stage(0), stage(1), stage(2, 0, 1)),
                    task(0, 0, 1100, 1300),
                    task(0, 1, 1100, 1200),
                    task(1, 0, 1100, 1400),
                    task(2, 0, 1500, 1500),
                    jobEnd(0),
                    END))
            .onlyJob();
    assertThat(job.id()).isEqualTo("app_1");
    assertThat(job.name()).isEqualTo("report");
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.submitMillis()).isZero();
    assertThat(job.stages())
        .extracting(LogText::millis)
        .containsExactly(List.of(200L, 100L), List.of(300L), List.of(1L));
    assertParents(job, "[[], [], [0, 1]]");
    assertThat(job.stages()).extracting(WorkloadStage::demand).containsOnly(WorkloadStage.ONE_SLOT);
  }

  @Test
  void letsAJobWaitForThoseThatHadEnded() throws IOException {
    // Job 1 and 2 run side by side after job 0; job 3 follows job 2 while job 1 still runs.
    WorkloadJob job =
        strict(
                write(
                    START,
                    jobStart(0, stage(0)),
                    task(0),
                    jobEnd(0),
                    jobStart(1, stage(1)),
                    jobStart(2, stage(2), stage(3, 2)),
                    task(1),
                    task(2),
                    task(3),
                    jobEnd(2),
                    jobStart(3, stage(4)),
                    task(4),
                    jobEnd(1),
                    jobEnd(3),
                    jobStart(4, stage(5)),
                    task(5),
                    jobEnd(4),
                    END))
            .onlyJob();
    // Stage 4 waits for job 2 only; stage 5 for job 1 and 3, and through that for job 2.
    assertParents(job, "[[], [0], [0], [2], [3], [1, 4]]");
  }

  @Test
  void linksAcrossStagesThatWereSkipped() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    START,
                    jobStart(0, stage(0), stage(1, 0)),
                    task(0),
                    task(1),
                    jobEnd(0),
                    // All of this job's stages but the last two are skipped.
                    jobStart(1, stage(2), stage(3, 2), stage(4, 3), stage(5, 4)),
                    task(4),
                    task(5),
                    jobEnd(1),
                    // Nothing of this job runs.
                    jobStart(2, stage(6)),
                    jobEnd(2),
                    jobStart(3, stage(7)),
                    task(7),
                    jobEnd(3),
                    END))
            .onlyJob();
    assertParents(job, "[[], [0], [1], [2], [3]]");
  }

  @Test
  void linksAStageThatTwoJobsShare() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    START,
                    jobStart(0, stage(0), stage(1, 0)),
                    jobStart(1, stage(0), stage(2, 0)),
                    task(0),
                    task(1),
                    task(2),
                    jobEnd(0),
                    jobEnd(1),
                    END))
            .onlyJob();
    assertParents(job, "[[], [0], [0]]");
  }

  @Test
  void countsFailedKilledAndOvertakenRunsInTheReportOnly() throws IOException {
    LogText.Read read =
        strict(
            write(
                START,
                jobStart(0, stage(0)),
                taskEnd(0, 0, "ExceptionFailure", "'Index':0,'Failed':true" + times(1, 9)),
                taskEnd(0, 0, "TaskKilled", "'Index':0,'Killed':true" + times(1, 9)),
                taskEnd(0, 0, "Success", "'Index':0,'Killed':true" + times(1, 9)),
                taskEnd(0, 0, "Success", "'Index':0" + times(100, 300)),
                taskEnd(0, 0, "Success", "'Index':0,'Speculative':true" + times(200, 301)),
                jobEnd(0),
                END));
    assertThat(read.onlyJob().taskMillis()).containsExactly(200L);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(4);
  }

  @Test
  void takesTheLaterRunOfAPartitionThatALaterAttemptAtTheStageRepeats() throws IOException {
    LogText.Read read =
        strict(
            write(
                START,
                jobStart(0, stage(0)),
                taskEnd(0, 0, "Success", "'Index':0,'Partition ID':0" + times(100, 200)),
                taskEnd(0, 0, "Success", "'Index':1,'Partition ID':1" + times(100, 300)),
                taskEnd(0, 1, "Success", "'Index':0,'Partition ID':1" + times(400, 700)),
                taskEnd(0, 1, "Success", "'Index':1,'Partition ID':2" + times(400, 800)),
                END));
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L, 300L, 400L);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(1);
  }

  @Test
  void keepsTheTasksOfEveryAttemptAtAStageOfALogWithoutPartitions() throws IOException {
    LogText.Read read =
        strict(
            write(
                START,
                jobStart(0, stage(0)),
                taskEnd(0, 0, "Success", "'Index':0" + times(100, 200)),
                taskEnd(0, 1, "Success", "'Index':0,'Partition ID':-1" + times(400, 700)),
                END));
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L, 300L);
  }

  @Test
  void readsALogThatTellsStagesOnlyAsTheyStart() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    START,
                    event("JobStart", "'Job ID':0,'Stage IDs':[1,0]"),
                    event("StageSubmitted", "'Stage Info':" + stage(0)),
                    task(0),
                    event("StageCompleted", "'Stage Info':" + stage(1, 0)),
                    task(1),
                    jobEnd(0),
                    END))
            .onlyJob();
    assertParents(job, "[[], [0]]");
  }

  @Test
  void tellsThatALogDoesNotStateParents() throws IOException {
    Path file =
        write(START, jobStart(0, "{'Stage ID':0}", "{'Stage ID':1}"), task(0), task(1), END);
    LogText.Read read = strict(file);
    assertParents(read.onlyJob(), "[[], []]");
    assertThat(read.report().notes())
        .containsExactly(
            file
                + ": the log does not state which stages wait for which, as before Spark 1.4; those"
                + " of a Spark job are taken not to.");
  }

  @Test
  void readsStagesWhoseJobIsMissing() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    START,
                    jobStart(0, stage(0)),
                    task(0),
                    jobEnd(0),
                    event("StageSubmitted", "'Stage Info':" + stage(1)),
                    task(1),
                    event("StageSubmitted", "'Stage Info':" + stage(2, 1)),
                    task(2),
                    task(3),
                    END))
            .onlyJob();
    assertParents(job, "[[], [0], [0, 1], [0]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          9397M | -    | 3 | -    | 3446 | 1
          20g   | 8g   | 4 | 1    | 7168 | 1
          4096  | 512  | 4 | 2    | 2304 | 2
          1t    | 0    | 1 | 1    | 1048576 | 1
          1048577k | 0 | 1 | 1    | 1025 | 1
          1g    | -    | - | -    | 1408 | 1
          2gb   | 0    | 1 | 4    | 2048 | 4
          """)
  void derivesTheDemandFromTheExecutor(
      String memory, String overhead, String cores, String cpus, long mib, long vcores)
      throws IOException {
    String properties =
        "'spark.executor.memory':'"
            + memory
            + "','spark.yarn.queue':'night'"
            + property("spark.executor.memoryOverhead", overhead)
            + property("spark.executor.cores", cores)
            + property("spark.task.cpus", cpus);
    WorkloadJob job =
        strict(
                write(
                    event("EnvironmentUpdate", "'Spark Properties':{" + properties + "}"),
                    START,
                    jobStart(0, stage(0)),
                    task(0),
                    END))
            .onlyJob();
    assertThat(job.queue()).isEqualTo("night");
    assertThat(job.stages().get(0).demand())
        .isEqualTo(
            ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, mib, WorkloadStage.VCORES, vcores));
  }

  @Test
  void derivesTheDemandFromTheResourceProfileOfTheStage() throws IOException {
    String profile =
        "'Resource Profile Id':7,'Executor Resource Requests':{'memory':{'Amount':8192},"
            + "'memoryOverhead':{'Amount':1024},'offHeap':{'Amount':1024},'cores':{'Amount':4}},"
            + "'Task Resource Requests':{'cpus':{'Amount':2.0},'gpu':{'Amount':0.25}}";
    WorkloadJob job =
        strict(
                write(
                    START,
                    event("ResourceProfileAdded", profile),
                    jobStart(
                        0, stage(0), "{'Stage ID':1,'Parent IDs':[0],'Resource Profile Id':7}"),
                    task(0),
                    task(1),
                    END))
            .onlyJob();
    assertThat(job.stages())
        .extracting(WorkloadStage::demand)
        .containsExactly(
            WorkloadStage.ONE_SLOT,
            ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, 5120L, WorkloadStage.VCORES, 2L));
  }

  @Test
  void takesWhoRunsTheDriverWhereNoUserIsStated() throws IOException {
    WorkloadJob job =
        strict(
                write(
                    event("ApplicationStart", "'App ID':null,'Timestamp':1000"),
                    event("EnvironmentUpdate", "'System Properties':{'user.name':'bob'}"),
                    task(0),
                    END))
            .onlyJob();
    assertThat(job.user()).isEqualTo("bob");
    assertThat(job.id()).isEqualTo("log");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nonsense                   | found no JSON (Unrecognized token 'nonsense': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')); accepted: a JSON object.
          {"Event":null}             | field Event: found "null"; accepted: a string.
          {"Event":"SparkListenerApplicationStart","App ID":"app_2","Timestamp":5} | field App ID: found ""app_2""; accepted: one application a log.
          {"Event":"SparkListenerTaskEnd","Stage ID":-1} | field Stage ID: found "-1"; accepted: a whole number from 0 to 2147483647.
          {"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":9,"Finish Time":0}} | field Task Info.Finish Time: found "0"; accepted: a whole number from 1 to 10000000000000.
          {"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":9,"Finish Time":8}} | Task Info: found the start 9 and the finish 8; accepted: a finish from 0 to 1000000000000 ms after the start.
          {"Event":"SparkListenerTaskEnd","Stage ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Failed":7}} | field Task Info.Failed: found "7"; accepted: true or false.
          {"Event":"SparkListenerStageSubmitted","Stage Info":{"Stage ID":1,"Parent IDs":[1]}} | field Stage Info.Parent IDs: found "[1]"; accepted: ids less than that of the stage, 1.
          {"Event":"SparkListenerStageSubmitted","Stage Info":{"Stage ID":1,"Parent IDs":["a"]}} | field Stage Info.Parent IDs: found "["a"]"; accepted: whole numbers from 0 to 2147483647.
          {"Event":"SparkListenerEnvironmentUpdate","Spark Properties":{"spark.executor.memory":"much"}} | field Spark Properties.spark.executor.memory: found ""much""; accepted: an amount of memory up to 1000000000m, such as 4g or 512m.
          {"Event":"SparkListenerEnvironmentUpdate","Spark Properties":{"spark.executor.memory":"999999p"}} | field Spark Properties.spark.executor.memory: found ""999999p""; accepted: an amount of memory up to 1000000000m, such as 4g or 512m.
          {"Event":"SparkListenerEnvironmentUpdate","Spark Properties":{"spark.executor.memory":"1g","spark.executor.cores":"0"}} | field Spark Properties.spark.executor.cores: found ""0""; accepted: a whole number from 1 to 999999.
          {"Event":"SparkListenerResourceProfileAdded","Resource Profile Id":0,"Executor Resource Requests":{"memory":{"Amount":-1}}} | field Executor Resource Requests.memory.Amount: found "-1"; accepted: a number from 0.0 to 1.0E9.
          """)
  void tellsABadLineAndGoesOn(String line, String problem) throws IOException {
    Path file = write(START, jobStart(0, stage(0)), line, task(0), jobEnd(0), END);
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 3: " + problem);
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().width()).isEqualTo(1);
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @Test
  void acceptsTheLogOfAnApplicationThatRuns() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("log.inprogress"),
            String.join("\n", START, jobStart(0, stage(0)), task(0), task(0, 1, 1, 2))
                .replaceAll(".{20}$", ""));
    LogText.Read read = strict(file);
    assertThat(read.onlyJob().width()).isEqualTo(1);
    assertThat(read.report().notes())
        .containsExactly(
            file + ": line 4 is cut off; the log is read up to there.",
            file + ": the log has no end; the application was running, or the file is cut off.");
  }

  @Test
  void leavesOutAnApplicationOfWhichNoTaskSucceeded() throws IOException {
    LogText.Read read = strict(write(START, jobStart(0, stage(0)), jobEnd(0), END));
    assertThat(read.jobs()).isEmpty();
    assertThat(read.report().leftOut()).containsEntry("no task of the job succeeded", 1L);
  }

  @Test
  void tellsALogWithoutEndFromAnApplicationWithoutTasks() throws IOException {
    LogText.Read read = strict(write(START, jobStart(0, stage(0))));
    assertThat(read.jobs()).isEmpty();
    assertThat(read.report().leftOut())
        .isEqualTo(ImmutableSortedMap.of("the log has no end, and no task in it succeeded", 1L));
  }

  @Test
  void refusesALogWithoutApplication() throws IOException {
    Path file = write(task(0));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ": found no event SparkListenerApplicationStart; accepted: the event log of a"
                + " Spark application.");
  }

  @ParameterizedTest
  @CsvSource({
    "'28 B5 2F FD 00', Zstandard",
    "'4C 5A 34 42 6C 6F 63 6B 15', LZ4",
    "'04 22 4D 18 60', LZ4",
    "'82 53 4E 41 50 50 59 00', Snappy",
    "'5A 56 01 00', LZF",
  })
  void namesACompressionThatIsNotAccepted(String bytes, String compression) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String octet : bytes.split(" ", -1)) {
      text.append((char) Integer.parseInt(octet, 16));
    }
    Path file =
        Files.write(folder.resolve("log"), text.toString().getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ": the file is compressed by "
                + compression
                + "; accepted: a Spark event log of JSON lines, plain or compressed by gzip.");
  }

  @Test
  void readsTheLastAttemptAtAnApplicationThatHasTasks() throws IOException {
    LogText.write(folder, "app_1_1", start("app_1", 1000), task(0, 0, 1, 2), END);
    LogText.write(folder, "app_1_2", start("app_1", 3000), task(0, 0, 100, 300), END);
    LogText.write(folder, "app_1_3", start("app_1", 5000), END);
    LogText.write(folder, "app_2", start("app_2", 2000), task(0, 0, 1, 2), END);
    LogText.Read read = strict(folder);
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("app_1", "app_2");
    assertThat(read.jobs()).extracting(WorkloadJob::submitMillis).containsExactly(0L, 1000L);
    assertThat(read.jobs().get(0).taskMillis()).containsExactly(200L);
    assertThat(read.report().leftOut()).isEmpty();
    assertThat(read.report().notes())
        .containsExactly(
            folder.resolve("app_1_3")
                + ": the application app_1 has 3 attempts; the last one with tasks is taken.",
            folder.resolve("app_1_3") + ": no task of the application app_1 succeeded.");
  }

  @Test
  void readsTheLogsOfADirectoryAndWhatIsInIt() throws IOException {
    LogText.write(folder, "b", start("app_2", 2000), task(0), END);
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_app_1"));
    LogText.write(rolling, "events_1_app_1", START, task(0));
    LogText.write(rolling, "appstatus_app_1", "");
    LogText.write(folder, ".b.crc", "checksum");
    LogText.write(folder, "_SUCCESS", "");
    Path other = Files.createDirectory(folder.resolve("tmp"));
    LogText.write(folder, "c", "no log");
    LogText.Read read = skipping(folder);
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("app_1", "app_2");
    assertThat(read.report().notes())
        .startsWith(other + ": the directory is no event log; it is left out.");
    assertThat(read.skipped().first())
        .containsExactly(
            folder.resolve("c")
                + ", line 1: found no JSON (Unrecognized token 'no': was expecting (JSON String,"
                + " Number, Array, Object or token 'null', 'true' or 'false')); accepted: a JSON"
                + " object.",
            folder.resolve("c")
                + ": found no event SparkListenerApplicationStart; accepted: the event log of a"
                + " Spark application.");
  }

  @Test
  void readsThePartsOfARolledLogByTheirNumber() throws IOException {
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_app_1"));
    LogText.write(rolling, "events_10_app_1", task(0, 2, 1, 4), jobEnd(0), END);
    LogText.write(rolling, "events_9_app_1", task(0, 1, 1, 3));
    LogText.write(rolling, "events_8_app_1", "no JSON");
    LogText.write(
        rolling, "events_8_app_1.compact", START, jobStart(0, stage(0)), task(0, 0, 1, 2));
    LogText.write(rolling, "events_7_app_1", "no JSON");
    LogText.Read read = strict(rolling);
    assertThat(read.onlyJob().taskMillis()).containsExactly(1L, 2L, 3L);
    assertThat(read.report().notes())
        .containsExactly(
            rolling + ": the parts up to 8 were compacted by Spark, which dropped events.");
  }

  @Test
  void tellsMissingPartsOfARolledLog() throws IOException {
    Path rolling = Files.createDirectory(folder.resolve("eventlog_v2_app_1"));
    LogText.write(rolling, "events_1_app_1", START, task(0));
    LogText.write(rolling, "events_4_app_1", END);
    LogText.Read read = strict(rolling);
    assertThat(read.onlyJob().width()).isEqualTo(1);
    assertThat(read.report().notes()).containsExactly(rolling + ": the parts 2 to 3 are missing.");
  }

  @Test
  void refusesADirectoryWithoutLogsAndAFileThatIsNotThere() {
    assertThatThrownBy(() -> strict(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(folder + ": found no event log in the directory; accepted: ");
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> strict(none))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(none + ": there is no such file; accepted: ");
  }

  @ParameterizedTest
  @ValueSource(ints = {10_001, 70_000, 3_000_000})
  void readsLongLines(int length) throws IOException {
    String plan = "x".repeat(length);
    LogText.Read read =
        strict(
            write(
                START,
                event("SQLExecutionStart", "'physicalPlanDescription':'" + plan + "'"),
                task(0).replace("}}", ",\"Accumulables\":\"" + plan + "\"}}"),
                END));
    assertThat(read.onlyJob().width()).isEqualTo(1);
    assertThat(read.report().noteCount()).isZero();
  }

  private Path write(String... events) throws IOException {
    return LogText.write(folder, "log", events);
  }

  private static String event(String type, String fields) {
    return ("{'Event':'SparkListener" + type + "'," + fields + "}").replace('\'', '"');
  }

  private static String start(String id, long millis) {
    return event(
        "ApplicationStart",
        "'App Name':'report','App ID':'" + id + "','Timestamp':" + millis + ",'User':'ann'");
  }

  private static String stage(int id, Integer... parents) {
    return "{'Stage ID':" + id + ",'Parent IDs':" + Arrays.toString(parents) + "}";
  }

  private static String jobStart(int id, String... stages) {
    return event(
        "JobStart", "'Job ID':" + id + ",'Stage Infos':[" + Joiner.on(',').join(stages) + "]");
  }

  private static String jobEnd(int id) {
    return event("JobEnd", "'Job ID':" + id + ",'Job Result':{'Result':'JobSucceeded'}");
  }

  private static String task(int stage) {
    return task(stage, 0, 1000, 1100);
  }

  private static String task(int stage, int index, long launch, long finish) {
    return taskEnd(stage, 0, "Success", "'Index':" + index + times(launch, finish));
  }

  private static String times(long launch, long finish) {
    return ",'Launch Time':" + launch + ",'Finish Time':" + finish;
  }

  private static String taskEnd(int stage, int attempt, String reason, String info) {
    return event(
        "TaskEnd",
        "'Stage ID':"
            + stage
            + ",'Stage Attempt ID':"
            + attempt
            + ",'Task End Reason':{'Reason':'"
            + reason
            + "'},'Task Info':{"
            + info
            + "}");
  }

  private static String property(String name, String value) {
    return value.equals("-") ? "" : ",'" + name + "':'" + value + "'";
  }

  private static void assertParents(WorkloadJob job, String parents) {
    assertThat(job.stages().stream().map(LogText::parents).toList()).hasToString(parents);
  }

  private static LogText.Read strict(Path file) throws IOException {
    return LogText.strict(SparkEventLogReader::open, file);
  }

  private static LogText.Read skipping(Path file) throws IOException {
    return LogText.skipping(SparkEventLogReader::open, file);
  }
}
