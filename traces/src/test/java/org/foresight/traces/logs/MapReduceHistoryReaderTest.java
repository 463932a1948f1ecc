package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

final class MapReduceHistoryReaderTest {

  private static final String SUBMITTED =
      event(
          "JOB_SUBMITTED",
          "'jobid':'job_1_0001','jobName':'sort','userName':'ann','submitTime':1000,"
              + "'jobQueueName':'default'");
  private static final String FINISHED = event("JOB_FINISHED", "'jobid':'job_1_0001'");

  @TempDir private Path folder;

  @Test
  void readsMapsThenReduces() throws IOException {
    Path file =
        write(
            SUBMITTED,
            started("r_0", 0, 1500),
            started("m_0", 0, 1100),
            started("m_1", 0, 1200),
            finished("m_1", 0, 1700),
            finished("m_0", 0, 1400),
            finished("r_0", 0, 2500),
            FINISHED);
    WorkloadJob job = strict(file).onlyJob();
    assertThat(job.id()).isEqualTo("job_1_0001");
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.name()).isEqualTo("sort");
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.deadlineMillis()).isEmpty();
    assertThat(job.gang()).isFalse();
    assertThat(job.stages()).hasSize(2);
    assertThat(LogText.millis(job.stages().get(0))).containsExactly(300L, 500L);
    assertThat(LogText.parents(job.stages().get(0))).isEmpty();
    assertThat(LogText.millis(job.stages().get(1))).containsExactly(1000L);
    assertThat(LogText.parents(job.stages().get(1))).containsExactly(0);
    assertThat(job.stages().get(0).demand()).isEqualTo(WorkloadStage.ONE_SLOT);
  }

  @Test
  void readsAJobOfReducesOnly() throws IOException {
    WorkloadJob job =
        strict(write(SUBMITTED, started("r_0", 0, 1500), finished("r_0", 0, 1600), FINISHED))
            .onlyJob();
    assertThat(job.stages()).hasSize(1);
    assertThat(LogText.parents(job.stages().get(0))).isEmpty();
  }

  @Test
  void countsATaskOnceHoweverManyAttemptsItTook() throws IOException {
    LogText.Read read =
        strict(
            write(
                SUBMITTED,
                started("m_0", 0, 1100),
                unsuccessful("FAILED", "m_0", 0),
                started("m_0", 1, 1300),
                started("m_0", 2, 1400),
                finished("m_0", 2, 1600),
                unsuccessful("KILLED", "m_0", 1),
                FINISHED));
    assertThat(read.onlyJob().taskMillis()).containsExactly(200L);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(2);
    assertThat(read.report().tasks()).isEqualTo(1);
  }

  @Test
  void takesTheRerunOfAMapWhoseOutputWasLost() throws IOException {
    LogText.Read read =
        strict(
            write(
                SUBMITTED,
                started("m_0", 0, 1100),
                finished("m_0", 0, 1200),
                unsuccessful("KILLED", "m_0", 0),
                started("m_0", 1, 2000),
                finished("m_0", 1, 2700),
                FINISHED));
    assertThat(read.onlyJob().taskMillis()).containsExactly(700L);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'attempt_m_0_1'", "{'string':'attempt_m_0_1'}"})
  void takesTheAttemptThatTheTaskNames(String attempt) throws IOException {
    LogText.Read read =
        strict(
            write(
                SUBMITTED,
                started("m_0", 0, 1100),
                started("m_0", 1, 1100),
                finished("m_0", 0, 1200),
                finished("m_0", 1, 1300),
                event("TASK_FINISHED", "'taskid':'task_m_0','successfulAttemptId':" + attempt),
                FINISHED));
    assertThat(read.onlyJob().taskMillis()).containsExactly(200L);
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(1);
  }

  @Test
  void takesATaskOfNoTimeForAMillisecond() throws IOException {
    Path file = write(SUBMITTED, started("m_0", 0, 1100), finished("m_0", 0, 1100), FINISHED);
    assertThat(strict(file).onlyJob().taskMillis()).containsExactly(1L);
  }

  @Test
  void followsAJobToAnotherQueue() throws IOException {
    Path file =
        write(
            SUBMITTED,
            event("JOB_QUEUE_CHANGED", "'jobid':'job_1_0001','jobQueueName':'night'"),
            started("m_0", 0, 1100),
            finished("m_0", 0, 1200),
            FINISHED);
    assertThat(strict(file).onlyJob().queue()).isEqualTo("night");
  }

  @Test
  void ignoresWhatItDoesNotKnowAndMissesNothingItDoesNotNeed() throws IOException {
    Path file =
        write(
            "{'type':'record','name':'Event'}".replace('\'', '"'),
            "",
            event("JOB_SUBMITTED", "'jobid':'job_1_0001','submitTime':1000,'new':[{'a':1}]"),
            event("SOMETHING_NEW", "'taskid':7"),
            started("m_0", 0, 1100),
            finished("m_0", 0, 1200),
            FINISHED);
    WorkloadJob job = strict(file).onlyJob();
    assertThat(job.user()).isEqualTo("user-unknown");
    assertThat(job.name()).isEmpty();
    assertThat(job.queue()).isEqualTo("default");
  }

  @ParameterizedTest
  @CsvSource({
    "JOB_FINISHED, 'no task of the job succeeded'",
    "JOB_FAILED, 'the job failed, and no task of it succeeded'",
    "JOB_ERROR, 'the job failed, and no task of it succeeded'",
    "JOB_KILLED, 'the job was killed, and no task of it succeeded'",
    "JOB_INITED, 'the log has no end, and no task in it succeeded'",
  })
  void leavesOutAJobOfWhichNoTaskSucceeded(String lastEvent, String reason) throws IOException {
    LogText.Read read =
        strict(
            write(
                SUBMITTED,
                started("m_0", 0, 1100),
                unsuccessful("FAILED", "m_0", 0),
                event(lastEvent, "'jobid':'job_1_0001'")));
    assertThat(read.jobs()).isEmpty();
    assertThat(read.report().leftOut()).isEqualTo(ImmutableSortedMap.of(reason, 1L));
    assertThat(Iterables.getLast(read.report().notes()))
        .endsWith(": the job job_1_0001 is left out: no task succeeded.");
  }

  @Test
  void acceptsTheHistoryOfAJobThatRuns() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.jhist"),
            String.join(
                "\n",
                "Avro-Json",
                SUBMITTED,
                started("m_0", 0, 1100),
                finished("m_0", 0, 1200),
                "{\"type\":\"TASK_FINI"));
    LogText.Read read = strict(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L);
    assertThat(read.report().notes())
        .containsExactly(
            file + ": line 5 is cut off; the log is read up to there.",
            file + ": the history has no end; the job was running, or the file is cut off.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {                                     | found no JSON (Unexpected end-of-input: expected close marker for Object (start marker at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 1])); accepted: a JSON object.
          [1]                                   | found "["; accepted: a JSON object.
          {"type":"X"} 7                        | found "more behind the object: 7"; accepted: a JSON object.
          {"no":1}                              | field type: found none; accepted: a string.
          {"type":7}                            | field type: found "7"; accepted: a string.
          {"type":"MAP_ATTEMPT_STARTED"}        | field event: found none; accepted: an object.
          {"type":"MAP_ATTEMPT_STARTED","event":{"a":1}} | field event: found "{"a":1}"; accepted: an object with one object in it.
          {"type":"MAP_ATTEMPT_STARTED","event":{"E":{"taskid":"t","attemptId":"a","startTime":-1}}} | field event.E.startTime: found "-1"; accepted: a whole number from 1 to 10000000000000.
          {"type":"MAP_ATTEMPT_STARTED","event":{"E":{"taskid":"t","attemptId":"a","startTime":1e3}}} | field event.E.startTime: found "1000.0"; accepted: a whole number from 1 to 10000000000000.
          {"type":"MAP_ATTEMPT_FINISHED","event":{"E":{"taskid":"t","finishTime":99999999999999999999}}} | field event.E.finishTime: found "99999999999999999999"; accepted: a whole number from 1 to 10000000000000.
          {"type":"MAP_ATTEMPT_FINISHED","event":{"E":{"taskid":"t","finishTime":5}}} | field event.E.attemptId: found none; accepted: a string.
          {"type":"JOB_SUBMITTED","event":{"E":{"jobid":"job_2","submitTime":5}}} | field event.E.jobid: found "\\"job_2\\""; accepted: one job a file, here "job_1_0001".
          """)
  void tellsABadLineAndGoesOn(String line, String problem) throws IOException {
    Path file = write(SUBMITTED, line, started("m_0", 0, 1100), finished("m_0", 0, 1200), FINISHED);
    String expected = file + ", line 3: " + problem.replace("\\\\", "\\");
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(expected.replace("\\\"", "\""));
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L);
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @Test
  void leavesOutATaskWhoseTimesAreImpossible() throws IOException {
    Path file =
        write(
            SUBMITTED,
            started("m_0", 0, 1100),
            finished("m_0", 0, 1200),
            started("m_1", 0, 1100),
            finished("m_1", 0, 1000),
            finished("m_2", 0, 1300),
            FINISHED);
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L);
    assertThat(read.skipped().first())
        .containsExactly(
            file
                + ", line 6: task \"task_m_1\": found the start 1100 and the finish 1000; accepted: a"
                + " finish from 0 to 1000000000000 ms after the start.",
            file
                + ", line 7: task \"task_m_2\": found no start of the attempt that finished; accepted:"
                + " attempts that start before they finish.");
  }

  /** The file was written by the EventWriter of Hadoop 3.5.0. */
  @Test
  void readsTheJsonFormOfHadoop35() throws Exception {
    LogText.Read read = strict(LogText.resource("hadoop-3.5-json.jhist"));
    WorkloadJob job = read.onlyJob();
    assertThat(job.id()).isEqualTo("job_1700000000000_0001");
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.queue()).isEqualTo("root.default");
    assertThat(job.stages())
        .extracting(LogText::millis)
        .containsExactly(List.of(1000L), List.of(300L));
    assertThat(read.report().noteCount()).isZero();
  }

  /** The files were written by the EventWriter of Hadoop 3.5.0, of the same events. */
  @Test
  void readsTheBinaryFormOfHadoop35AsTheJsonForm() throws Exception {
    LogText.Read binary = strict(LogText.resource("hadoop-3.5-binary.jhist"));
    LogText.Read json = strict(LogText.resource("hadoop-3.5-json.jhist"));
    assertThat(binary.jobs()).hasSize(1).isEqualTo(json.jobs());
    assertThat(binary.report()).isEqualTo(json.report());
  }

  @Test
  void tellsNoCharactersThatATerminalWouldObey() throws IOException {
    String id = "\\u001b[2J\\n";
    Path file =
        write(
            event("JOB_SUBMITTED", "'jobid':'" + id + "','submitTime':1000"),
            event("MAP_ATTEMPT_FINISHED", "'taskid':'m','attemptId':7").replace("org.", id),
            finished(id, 0, 1200));
    LogText.Read read = skipping(file);
    assertThat(read.skipped().count()).isEqualTo(2);
    assertThat(read.report().noteCount()).isEqualTo(2);
    assertThat(Iterables.concat(read.skipped().first(), read.report().notes()))
        .allSatisfy(
            told -> assertThat(told).doesNotContainPattern("[\\p{Cntrl}]").contains("a.jhist"));
  }

  @Test
  void refusesAnotherFile() throws IOException {
    assertProblem(
        LogText.write(folder, "a.jhist", "# a readme"),
        ", line 1: found \"# a readme\"; accepted: Avro-Json or Avro-Binary.");
  }

  @Test
  void refusesAHistoryWithoutSubmission() throws IOException {
    assertProblem(
        write(started("m_0", 0, 1100)),
        ": found no event JOB_SUBMITTED; accepted: the history of a job.");
  }

  @Test
  void refusesAnEmptyFileAndOneThatIsNotThere() throws IOException {
    assertProblem(
        Files.createFile(folder.resolve("a.jhist")),
        ": the file is empty; accepted: a MapReduce history (.jhist), plain or compressed"
            + " by gzip.");
    assertProblem(
        folder.resolve("none.jhist"),
        ": there is no such file; accepted: a MapReduce history (.jhist), plain or"
            + " compressed by gzip.");
  }

  @Test
  void keepsWhatCameBeforeTheDamageOfAGzipFile() throws IOException {
    String text =
        String.join("\n", "Avro-Json", SUBMITTED, started("m_0", 0, 1100), finished("m_0", 0, 1200))
            + "\n";
    byte[] whole = LogText.gzip(text);
    Path file = Files.write(folder.resolve("a.jhist.gz"), Arrays.copyOf(whole, whole.length - 4));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageEndingWith(": the gzip data ends too early; accepted: a whole gzip file.");
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(100L);
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @Test
  void readsTheDemandsOfTheConfigurationBeside() throws IOException {
    LogText.write(
        folder,
        "job_1_0001_conf.xml",
        "<?xml version='1.0'?><configuration>",
        "<property><name>mapreduce.map.memory.mb</name><value>2048</value></property>",
        "<property><!-- x --><name>mapreduce.map.cpu.vcores</name><value>2</value>"
            + "<source>job.xml</source></property>",
        "<property><name>mapreduce.reduce.memory.mb</name><value>-1</value></property>",
        "<property><name>mapreduce.reduce.cpu.vcores</name><value>${x}</value></property>",
        "</configuration>");
    LogText.Read read = strict(mapAndReduce("a.jhist", "job_1_0001", 1000));
    assertThat(read.onlyJob().stages())
        .extracting(WorkloadStage::demand)
        .containsExactly(
            ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, 2048L, WorkloadStage.VCORES, 2L),
            WorkloadStage.ONE_SLOT);
    assertThat(read.report().notes())
        .containsExactly(
            folder.resolve("job_1_0001_conf.xml")
                + ": the property mapreduce.reduce.cpu.vcores is no amount (${x}); taken as 1.");
  }

  @Test
  void tellsAConfigurationThatIsNoXmlAndTakesOneSlot() throws IOException {
    Path conf = LogText.write(folder, "job_1_0001_conf.xml", "<configuration>", "<property>");
    Path file = mapAndReduce("a.jhist", "job_1_0001", 1000);
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(conf + ", line 3: found no XML (");
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().stages())
        .extracting(WorkloadStage::demand)
        .containsOnly(WorkloadStage.ONE_SLOT);
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @Test
  void readsNoFileThatAConfigurationNames() throws IOException {
    Path secret = LogText.write(folder, "secret", "4096");
    LogText.write(
        folder,
        "job_1_0001_conf.xml",
        "<!DOCTYPE c [<!ENTITY s SYSTEM '" + secret.toUri() + "'>]><configuration>",
        "<property><name>mapreduce.map.memory.mb</name><value>&s;</value></property>",
        "</configuration>");
    LogText.Read read = skipping(mapAndReduce("a.jhist", "job_1_0001", 1000));
    assertThat(read.onlyJob().stages().get(0).demand()).isEqualTo(WorkloadStage.ONE_SLOT);
  }

  @Test
  void readsADirectoryInTheOrderOfSubmission() throws IOException {
    Files.createDirectories(folder.resolve("2026/11"));
    mapAndReduce("a.jhist", "job_1_0003", 3000);
    mapAndReduce("2026/11/b.jhist", "job_1_0001", 1000);
    mapAndReduce("c.jhist", "job_1_0002", 2000);
    LogText.write(folder, "job_1_0009.summary", "no history");
    LogText.write(folder, ".a.jhist.crc", "no history");
    LogText.Read read = strict(folder);
    assertThat(read.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("job_1_0001", "job_1_0002", "job_1_0003");
    assertThat(read.jobs()).extracting(WorkloadJob::submitMillis).containsExactly(0L, 1000L, 2000L);
  }

  @Test
  void namesASecondHistoryOfTheSameJobAnotherWay() throws IOException {
    mapAndReduce("a.jhist", "job_1_0001", 1000);
    mapAndReduce("b.jhist", "job_1_0001", 1000);
    LogText.Read read = strict(folder);
    assertThat(read.jobs())
        .extracting(WorkloadJob::id)
        .containsExactly("job_1_0001", "job_1_0001-2");
    assertThat(read.report().noteCount()).isEqualTo(1);
  }

  @Test
  void doesNotLoseTheOtherFilesOfADirectory() throws IOException {
    mapAndReduce("a.jhist", "job_1_0001", 1000);
    LogText.write(folder, "b.jhist", "no history");
    mapAndReduce("c.jhist", "job_1_0002", 2000);
    LogText.Read read = skipping(folder);
    assertThat(read.jobs()).hasSize(2);
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @Test
  void refusesADirectoryWithoutHistories() {
    assertProblem(
        folder, ": found no history in the directory; accepted: files *.jhist and *.jhist.gz.");
  }

  private Path mapAndReduce(String name, String id, long submit) throws IOException {
    return LogText.write(
        folder,
        name,
        "Avro-Json",
        event("JOB_SUBMITTED", "'jobid':'" + id + "','submitTime':" + submit),
        started("m_0", 0, 1100),
        finished("m_0", 0, 1200),
        started("r_0", 0, 1200),
        finished("r_0", 0, 1300),
        FINISHED);
  }

  private Path write(String... events) throws IOException {
    List<String> lines = new ArrayList<>(List.of("Avro-Json"));
    lines.addAll(Arrays.asList(events));
    return LogText.write(folder, "a.jhist", lines.toArray(String[]::new));
  }

  private static String event(String type, String fields) {
    return ("{'type':'" + type + "','event':{'org.example." + type + "':{" + fields + "}}}")
        .replace('\'', '"');
  }

  private static String started(String task, int attempt, long millis) {
    return event(kind(task) + "_ATTEMPT_STARTED", ids(task, attempt) + ",'startTime':" + millis);
  }

  private static String finished(String task, int attempt, long millis) {
    return event(kind(task) + "_ATTEMPT_FINISHED", ids(task, attempt) + ",'finishTime':" + millis);
  }

  private static String unsuccessful(String how, String task, int attempt) {
    return event(kind(task) + "_ATTEMPT_" + how, ids(task, attempt) + ",'finishTime':1");
  }

  private static String kind(String task) {
    return task.startsWith("m") ? "MAP" : "REDUCE";
  }

  private static String ids(String task, int attempt) {
    return "'taskid':'task_" + task + "','attemptId':'attempt_" + task + "_" + attempt + "'";
  }

  private static LogText.Read strict(Path file) throws IOException {
    return LogText.strict(MapReduceHistoryReader::open, file);
  }

  private static LogText.Read skipping(Path file) throws IOException {
    return LogText.skipping(MapReduceHistoryReader::open, file);
  }

  private static void assertProblem(Path file, String problem) {
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + problem);
  }
}
