package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RumenReaderTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"\n", " ", "", "\n\n\n", "\r\n"})
  void readsJobsHoweverTheyAreSeparated(String between) throws IOException {
    LogText.Read read = strict(write(job("a", 1000) + between + job("b", 3000)));
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("a", "b");
    assertThat(read.jobs()).extracting(WorkloadJob::submitMillis).containsExactly(0L, 2000L);
  }

  @Test
  void readsMapsThenReducesOfSuccessfulAttempts() throws IOException {
    LogText.Read read =
        strict(
            write(
                """
                {"jobID": "j", "submitTime": 1000, "user": "ann", "jobName": "sort",
                 "queue": "night",
                 "jobProperties": {"mapreduce.map.memory.mb": "2048",
                                   "mapreduce.reduce.cpu.vcores": "4", "other": "x"},
                 "mapTasks": [
                   {"taskID": "m0", "taskStatus": "SUCCESS", "attempts": [
                     {"result": "FAILED", "startTime": 1, "finishTime": 2},
                     {"result": "SUCCESS", "startTime": 1100, "finishTime": 1400},
                     {"result": "KILLED", "startTime": 1100, "finishTime": 1500}]},
                   {"taskID": "m1", "taskStatus": "FAILED", "attempts": [
                     {"result": null, "startTime": -1, "finishTime": -1}]}],
                 "reduceTasks": [
                   {"taskID": "r0", "taskStatus": "SUCCESS", "attempts": [
                     {"result": "SUCCESS", "startTime": 1500, "finishTime": 1500}]}],
                 "otherTasks": [{"attempts": [{"result": "SUCCESS"}]}]}
                """));
    WorkloadJob job = read.onlyJob();
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.name()).isEqualTo("sort");
    assertThat(job.queue()).isEqualTo("night");
    assertThat(job.stages()).hasSize(2);
    assertThat(LogText.millis(job.stages().get(0))).containsExactly(300L);
    assertThat(LogText.millis(job.stages().get(1))).containsExactly(1L);
    assertThat(LogText.parents(job.stages().get(1))).containsExactly(0);
    assertThat(job.stages())
        .extracting(WorkloadStage::demand)
        .containsExactly(
            ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, 2048L, WorkloadStage.VCORES, 1L),
            ImmutableSortedMap.of(WorkloadStage.MEMORY_MIB, 1024L, WorkloadStage.VCORES, 4L));
    assertThat(read.report().unsuccessfulAttempts()).isEqualTo(3);
  }

  @Test
  void leavesOutAJobOfWhichNoTaskSucceeded() throws IOException {
    LogText.Read read =
        strict(write("{\"jobID\": \"j\", \"submitTime\": 1000}\n" + job("k", 2000)));
    assertThat(read.onlyJob().id()).isEqualTo("k");
    assertThat(read.onlyJob().submitMillis()).isZero();
    assertThat(read.report().leftOut()).containsEntry("no task of the job succeeded", 1L);
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, 'no task of the job succeeded'",
    "FAILED, 'the job failed, and no task of it succeeded'",
    "KILLED, 'the job was killed, and no task of it succeeded'",
  })
  void saysHowAJobEndedOfWhichNoTaskSucceeded(String outcome, String reason) throws IOException {
    LogText.Read read =
        strict(write("{\"jobID\": \"j\", \"submitTime\": 1000, \"outcome\": \"" + outcome + "\"}"));
    assertThat(read.jobs()).isEmpty();
    assertThat(read.report().leftOut()).isEqualTo(ImmutableSortedMap.of(reason, 1L));
  }

  @Test
  void sortsJobsBySubmission() throws IOException {
    LogText.Read read =
        strict(
            write(
                job("d", 4000)
                    + job("b", 2000)
                    + job("a", 1000)
                    + job("c", 3000)
                    + job("c2", 3000)));
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("a", "b", "c", "c2", "d");
    assertThat(read.jobs())
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(0L, 1000L, 2000L, 2000L, 3000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "submitTime": 1000 | "submitTime": -1   | field submitTime: found "-1"; accepted: a whole number from 1 to 10000000000000.
          "submitTime": 1000 | "x": 1             | field submitTime: found none; accepted: a whole number from 1 to 10000000000000.
          "jobID": "j"       | "jobID": 7         | field jobID: found "7"; accepted: a string.
          "mapTasks": [      | "mapTasks": 7, "x": [ | field mapTasks: found "7"; accepted: an array.
          "mapTasks": [      | "mapTasks": [7,    | field mapTasks: found "[7,{"taskStatus":"SUCCESS","attempts":[{"result":"SUCCESS","…"; accepted: an array of objects.
          """)
  void leavesOutAJobThatIsNone(String old, String bad, String problem) throws IOException {
    Path file = write(job("i", 900) + "\n" + job("j", 1000).replace(old, bad) + job("k", 3000));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 2: " + problem);
    LogText.Read read = skipping(file);
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("i", "k");
    assertThat(read.skipped().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "startTime": -1, "finishTime": 5    | field mapTasks[0].attempts[0].startTime: found "-1"; accepted: a whole number from 1 to 10000000000000.
          "startTime": 5, "finishTime": 0     | field mapTasks[0].attempts[0].finishTime: found "0"; accepted: a whole number from 1 to 10000000000000.
          "startTime": 5, "finishTime": 4     | mapTasks[0].attempts[0]: found the start 5 and the finish 4; accepted: a finish from 0 to 1000000000000 ms after the start.
          """)
  void leavesOutATaskWithoutTimes(String times, String problem) throws IOException {
    Path file =
        write(
            "{\"jobID\": \"j\", \"submitTime\": 1000, \"mapTasks\": [{\"attempts\":"
                + " [{\"result\": \"SUCCESS\", "
                + times
                + "}]}, {\"attempts\": [{\"result\": \"SUCCESS\", \"startTime\": 5,"
                + " \"finishTime\": 9}]}]}");
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(4L);
    assertThat(read.skipped().first()).containsExactly(file + ", line 1: " + problem);
    assertThatThrownBy(() -> strict(file)).hasMessage(file + ", line 1: " + problem);
  }

  @Test
  void tellsATaskThatSucceededInNoAttempt() throws IOException {
    Path file =
        write(
            job("j", 1000)
                .replace("\"mapTasks\": [", "\"mapTasks\": [{\"taskStatus\": \"SUCCESS\"},"));
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().width()).isEqualTo(1);
    assertThat(read.skipped().first())
        .containsExactly(
            file
                + ", line 1: field mapTasks[0].attempts: found none; accepted: an attempt with the"
                + " result SUCCESS, as the task has.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // No comma; not closed; closed by the wrong bracket; no quotation mark; cut off in a value.
        "{\n \"jobID\" \"x\"\n}\n",
        "{\n \"jobID\": \"x\",\n \"mapTasks\": [ 5\n",
        "{\n \"mapTasks\": [ {\n }\n}\n",
        "{\n \"jobID: \"x\"\n}\n",
        "{\n \"jobID\": \"x\n",
        "]\n",
        "nonsense\n",
        "17\n",
      })
  void goesOnBehindMalformedText(String malformed) throws IOException {
    Path file = write(job("a", 1000) + "\n" + malformed + job("b", 2000) + "\n" + job("c", 3000));
    LogText.Read read = skipping(file);
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsExactly("a", "b", "c");
    assertThat(read.skipped().count()).isPositive();
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("; accepted: a JSON object.");
  }

  @Test
  void goesOnBehindTheBraceThatClosesMalformedText() throws IOException {
    Path file = write("{\n \"jobID\" 7\n} {\n" + job("b", 2000).substring(1));
    assertThat(skipping(file).onlyJob().id()).isEqualTo("b");
  }

  @Test
  void countsLinesAcrossMalformedTextAndBuffers() throws IOException {
    String big = job("a", 1000).replace("}]", "}]" + " \n".repeat(20_000));
    Path file = write(big + "\n{\n \"jobID\" 7\n}\n" + big + "\n{\n \"jobID\" 8\n}\n");
    assertThat(skipping(file).skipped().first())
        .satisfiesExactly(
            first -> assertThat(first).startsWith(file + ", line 40003: found no JSON ("),
            second -> assertThat(second).startsWith(file + ", line 80007: found no JSON ("));
  }

  @Test
  void keepsTheJobsBeforeTheDamageOfAGzipFile() throws IOException {
    byte[] whole = LogText.gzip(job("a", 1000) + "\n" + job("b", 2000));
    Path file = Files.write(folder.resolve("a.json.gz"), Arrays.copyOf(whole, whole.length - 12));
    LogText.Read read = skipping(file);
    assertThat(read.jobs()).extracting(WorkloadJob::id).startsWith("a").doesNotContain("b");
    assertThat(read.skipped().first())
        .singleElement()
        .asString()
        .endsWith(": the gzip data ends too early; accepted: a whole gzip file.");
  }

  @Test
  void refusesAFileWithoutJobs() throws IOException {
    Path file = write(" ");
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ": the file has no jobs; accepted: at least one JSON object.");
  }

  @Test
  void refusesADirectory() {
    assertThatThrownBy(() -> skipping(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            folder
                + ": found a directory; accepted: a Rumen trace of JSON objects, plain or"
                + " compressed by gzip.");
  }

  /** A job of one map, on one line. */
  private static String job(String id, long submit) {
    return "{\"jobID\": \""
        + id
        + "\", \"submitTime\": "
        + submit
        + ", \"mapTasks\": [{\"taskStatus\": \"SUCCESS\", \"attempts\": [{\"result\": \"SUCCESS\","
        + " \"startTime\": 10, \"finishTime\": 30}]}]}";
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("a.json"), text);
  }

  private static LogText.Read strict(Path file) throws IOException {
    return LogText.strict(RumenReader::open, file);
  }

  private static LogText.Read skipping(Path file) throws IOException {
    return LogText.skipping(RumenReader::open, file);
  }
}
