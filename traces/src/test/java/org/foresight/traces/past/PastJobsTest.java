package org.foresight.traces.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.foresight.traces.BadLines;
import org.foresight.traces.SharedData;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.formats.TraceFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastJobsTest {

  @TempDir private Path folder;

  @Test
  void anSwfJobKeepsAllThatWasKnownAtItsSubmission() throws IOException {
    Path swf =
        write("log.swf", "; UnixStartTime: 1000", "7 10 5 60 4 -1 -1 8 3600 -1 1 3 2 9 1 -1 -1 -1");

    PastJob job = read(swf, TraceFormat.SWF).get(0);

    assertThat(job.submitMillis()).isEqualTo(1_010_000);
    assertThat(job.endMillis()).isEqualTo(1_075_000);
    assertThat(job.end()).isEqualTo(PastJob.End.COMPLETED);
    assertThat(job.user()).isEqualTo("user3");
    assertThat(job.name()).isNotEmpty();
    assertThat(job.request().group()).hasValue("group2");
    assertThat(job.request().slots()).hasValue(8);
    assertThat(job.request().requestedMillis()).hasValue(3_600_000);
    assertThat(job.spanMillis()).isEqualTo(60_000);
    assertThat(job.width()).isEqualTo(4);
    assertThat(job.workMillis()).isEqualTo(240_000);
  }

  @Test
  void howAnSwfJobEndedIsKept() throws IOException {
    Path swf =
        write(
            "log.swf",
            "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1",
            "2 1 0 60 1 -1 -1 1 60 -1 0 1 1 -1 1 -1 -1 -1",
            "3 2 0 60 1 -1 -1 1 60 -1 5 1 1 -1 1 -1 -1 -1",
            "4 3 0 60 1 -1 -1 1 60 -1 -1 1 1 -1 1 -1 -1 -1",
            "5 4 0 -1 1 -1 -1 1 60 -1 5 1 1 -1 1 -1 -1 -1",
            "6 5 -1 60 1 -1 -1 -1 -1 -1 1 1 1 -1 1 -1 -1 -1");

    List<PastJob> jobs = read(swf, TraceFormat.SWF);

    assertThat(jobs)
        .extracting(PastJob::end)
        .containsExactly(
            PastJob.End.COMPLETED,
            PastJob.End.FAILED,
            PastJob.End.CANCELLED,
            PastJob.End.COMPLETED,
            PastJob.End.COMPLETED);
    PastJob last = jobs.get(4);
    assertThat(last.name()).isEmpty();
    assertThat(last.request().requestedMillis()).isEmpty();
    assertThat(last.request().slots()).hasValue(1);
    assertThat(last.endMillis()).isEqualTo(65_000);
  }

  @Test
  void aJobOfWhichNothingElseIsSaidRanToSuccess() throws IOException {
    Path lines =
        write(
            "log.jsonl",
            "{\"submitMillis\":5,\"user\":\"ann\",\"name\":\"etl\",\"stages\":["
                + "{\"taskMillis\":[100,300]},{\"taskMillis\":[50],\"parents\":[0]}]}");

    PastJob job = read(lines, TraceFormat.JSON_LINES).get(0);

    assertThat(job.end()).isEqualTo(PastJob.End.COMPLETED);
    assertThat(job.spanMillis()).isEqualTo(350);
    assertThat(job.endMillis()).isEqualTo(355);
    assertThat(job.width()).isEqualTo(3);
    assertThat(job.stages()).hasSize(2);
    assertThat(job.stages().get(0).longestMillis()).isEqualTo(300);
    assertThat(job.stages().get(0).memoryAskedMb()).hasValue(1_024);
  }

  @Test
  void anSwfJobThatNeverRanIsCounted() throws IOException {
    Path swf =
        write(
            "log.swf",
            "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1",
            "2 4 0 -1 1 -1 -1 1 60 -1 5 1 1 -1 1 -1 -1 -1",
            "3 4 0 0 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1",
            "4 5 0 60 -1 -1 -1 -1 60 -1 1 1 1 -1 1 -1 -1 -1");

    assertThat(leftOut(swf, TraceFormat.SWF))
        .containsOnly(
            Map.entry("the job never ran, or for an unknown time", 2L),
            Map.entry("the processors of the job are unknown", 1L));
  }

  @Test
  void aLineOfJsonMaySayAllThatAPredictorLearnsFrom() throws IOException {
    Path lines =
        write(
            "log.jsonl",
            "{\"submitMillis\":-5000,\"user\":\"ann\",\"name\":\"etl\",\"taskMillis\":[100],"
                + "\"group\":\"bi\",\"type\":\"SPARK\",\"priority\":-2,\"slots\":8,"
                + "\"requestedMillis\":3600000,\"endMillis\":-1000,\"status\":\"failed\"}",
            "{\"submitMillis\":7000,\"taskMillis\":[100],\"status\":\"cancelled\"}",
            "{\"submitMillis\":6000,\"taskMillis\":[100],\"status\":\"unfinished\"}");

    List<PastJob> jobs = read(lines, TraceFormat.JSON_LINES);

    PastJob first = jobs.get(0);
    assertThat(first.submitMillis()).isEqualTo(-5_000);
    assertThat(first.endMillis()).isEqualTo(-1_000);
    assertThat(first.end()).isEqualTo(PastJob.End.FAILED);
    assertThat(first.request().group()).hasValue("bi");
    assertThat(first.request().type()).hasValue("SPARK");
    assertThat(first.request().priority()).isEqualTo(OptionalInt.of(-2));
    assertThat(first.request().slots()).hasValue(8);
    assertThat(first.request().requestedMillis()).hasValue(3_600_000);
    assertThat(first.spanMillis()).isEqualTo(100);
    assertThat(jobs.get(1).end()).isEqualTo(PastJob.End.CANCELLED);
    assertThat(jobs.get(1).endMillis()).isEqualTo(7_100);
    assertThat(jobs).hasSize(2);
    assertThat(leftOut(lines, TraceFormat.JSON_LINES))
        .containsOnly(Map.entry("the log has no end of the job", 1L));
  }

  @Test
  void aMapReduceHistorySaysWhenAndHowItsJobEnded() throws IOException {
    Path history = write("job.jhist", history("JOB_FINISHED", 9_000).toArray(String[]::new));

    PastJob job = read(history, TraceFormat.JHIST).get(0);

    assertThat(job.id()).isEqualTo("job_1_0001");
    assertThat(job.submitMillis()).isEqualTo(1_000);
    assertThat(job.endMillis()).isEqualTo(9_000);
    assertThat(job.end()).isEqualTo(PastJob.End.COMPLETED);
    assertThat(job.request().type()).hasValue("MAPREDUCE");
    assertThat(job.spanMillis()).isEqualTo(400);
    // As a ResourceManager tells them: by the priorities of their containers.
    assertThat(job.stages()).extracting(PastJob.PastStage::name).containsExactly("20", "10");
  }

  @ParameterizedTest
  @CsvSource({"JOB_FAILED, FAILED", "JOB_ERROR, FAILED", "JOB_KILLED, CANCELLED"})
  void aMapReduceJobOfWhichSomeTasksSucceededMayHaveFailed(String event, PastJob.End end)
      throws IOException {
    Path history = write("job.jhist", history(event, -1).toArray(String[]::new));

    PastJob job = read(history, TraceFormat.JHIST).get(0);

    assertThat(job.end()).isEqualTo(end);
    // No time is stated, so it ended as if it had never waited.
    assertThat(job.endMillis()).isEqualTo(1_400);
  }

  @Test
  void aMapReduceJobWithoutAnEndIsCounted() throws IOException {
    List<String> cut = history("JOB_FINISHED", 9_000);
    Path history = write("job.jhist", cut.subList(0, cut.size() - 1).toArray(String[]::new));

    assertThat(read(history, TraceFormat.JHIST)).isEmpty();
    assertThat(leftOut(history, TraceFormat.JHIST))
        .containsOnly(Map.entry("the log has no end of the job", 1L));
  }

  @Test
  void aJobOfRumenMayHaveBeenKilled() throws IOException {
    Path rumen =
        write(
            "rumen.json",
            rumen("a", 2_000, "'outcome':'KILLED','finishTime':5000"),
            rumen("b", 3_000, "'outcome':'SUCCESS','finishTime':-1"));

    List<PastJob> jobs = read(rumen, TraceFormat.RUMEN);

    assertThat(jobs)
        .extracting(PastJob::end)
        .containsExactly(PastJob.End.CANCELLED, PastJob.End.COMPLETED);
    assertThat(jobs).extracting(PastJob::submitMillis).containsExactly(2_000L, 3_000L);
    assertThat(jobs).extracting(PastJob::endMillis).containsExactly(5_000L, 3_300L);
  }

  @Test
  void aSparkLogSaysWhenItsApplicationEnded() throws IOException {
    Path log =
        write(
            "app",
            json(
                "{'Event':'SparkListenerApplicationStart','App Name':'report','App ID':'app_1',"
                    + "'Timestamp':1000,'User':'ann'}"),
            json(
                "{'Event':'SparkListenerTaskEnd','Stage ID':0,"
                    + "'Task End Reason':{'Reason':'Success'},'Task Info':{'Index':0,"
                    + "'Launch Time':1100,'Finish Time':1500}}"),
            json("{'Event':'SparkListenerApplicationEnd','Timestamp':7000}"));

    PastJob job = read(log, TraceFormat.SPARK).get(0);

    assertThat(job.submitMillis()).isEqualTo(1_000);
    assertThat(job.endMillis()).isEqualTo(7_000);
    assertThat(job.request().type()).hasValue("SPARK");
    assertThat(job.spanMillis()).isEqualTo(400);
    assertThat(job.stages()).extracting(PastJob.PastStage::name).containsExactly("stage 0");
  }

  @Test
  void aBadLineEndsTheReadingOrIsLeftOut() throws IOException {
    Path swf = write("log.swf", "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1", "2 zero");
    BadLines.Skipped skipped = new BadLines.Skipped();

    assertThatExceptionOfType(TraceFormatException.class)
        .isThrownBy(() -> read(swf, TraceFormat.SWF));
    try (PastJobStream jobs = PastJobs.open(swf, TraceFormat.SWF, skipped)) {
      assertThat(jobs).toIterable().hasSize(1);
    }
    assertThat(skipped.count()).isEqualTo(1);
  }

  @Test
  void aRealLogHasAllItsJobs() throws IOException {
    Path log = SharedData.require("swf-kth-sp2-1996/kth-sp2-1996.swf.gz");

    List<PastJob> jobs = read(log, TraceFormat.SWF);

    assertThat(jobs.stream().filter(job -> job.end() == PastJob.End.COMPLETED)).hasSize(20_535);
    assertThat(jobs.stream().filter(job -> job.end() == PastJob.End.FAILED)).hasSize(7_946);
    assertThat(jobs).allSatisfy(job -> assertThat(job.request().requestedMillis()).isPresent());
  }

  @Test
  void aRealHistoryHasTheTimesOfItsName() throws IOException {
    Path history =
        SharedData.require(
            "hadoop-history-samples/job_1416424547277_0002-1416424775281-root-TeraGen"
                + "-1416424785433-2-0-SUCCEEDED-default-1416424779349.jhist.gz");

    PastJob job = read(history, TraceFormat.JHIST).get(0);

    assertThat(job.submitMillis()).isEqualTo(1_416_424_775_281L);
    assertThat(job.endMillis()).isEqualTo(1_416_424_785_433L);
    assertThat(job.end()).isEqualTo(PastJob.End.COMPLETED);
    assertThat(job.spanMillis()).isEqualTo(2_981);
  }

  /** A map of 300 ms, a reduce of 100 ms, and this end. */
  private static List<String> history(String end, long finishMillis) {
    return List.of(
        "Avro-Json",
        event(
            "JOB_SUBMITTED",
            "'jobid':'job_1_0001','jobName':'sort','userName':'ann','submitTime':1000"),
        event("MAP_ATTEMPT_STARTED", "'taskid':'m','attemptId':'m_0','startTime':1100"),
        event("MAP_ATTEMPT_FINISHED", "'taskid':'m','attemptId':'m_0','finishTime':1400"),
        event("REDUCE_ATTEMPT_STARTED", "'taskid':'r','attemptId':'r_0','startTime':1400"),
        event("REDUCE_ATTEMPT_FINISHED", "'taskid':'r','attemptId':'r_0','finishTime':1500"),
        event(end, "'jobid':'job_1_0001','finishTime':" + finishMillis));
  }

  private static String event(String type, String fields) {
    return json("{'type':'" + type + "','event':{'" + type + "':{" + fields + "}}}");
  }

  /** A job of a map of 300 ms. */
  private static String rumen(String id, long submitMillis, String fields) {
    return json(
        "{'jobID':'"
            + id
            + "','submitTime':"
            + submitMillis
            + ","
            + fields
            + ",'mapTasks':[{'taskID':'m','taskStatus':'SUCCESS','attempts':[{'result':'SUCCESS',"
            + "'startTime':2100,'finishTime':2400}]}]}");
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }

  private static Map<String, Long> leftOut(Path file, TraceFormat format) throws IOException {
    try (PastJobStream past = PastJobs.open(file, format, BadLines.STRICT)) {
      past.forEachRemaining(job -> {});
      return past.leftOut();
    }
  }

  private Path write(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private static List<PastJob> read(Path file, TraceFormat format) throws IOException {
    List<PastJob> jobs = new ArrayList<>();
    try (PastJobStream past = PastJobs.open(file, format, BadLines.STRICT)) {
      past.forEachRemaining(jobs::add);
    }
    return jobs;
  }
}
