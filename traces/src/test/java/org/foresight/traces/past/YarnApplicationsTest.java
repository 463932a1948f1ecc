package org.foresight.traces.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.junit.jupiter.api.Test;

class YarnApplicationsTest {

  private static final String FULL =
      """
      {"id":"application_1_0001","user":"ada","name":"etl","queue":"root.q","state":"FINISHED",
       "finalStatus":"SUCCEEDED","applicationType":"SPARK","priority":3,"startedTime":1000,
       "launchTime":3000,"finishedTime":10000,"vcoreSeconds":12,"memorySeconds":9000,
       "resourceInfo":{"a":[{"id":"other"}]},
       "timeouts":{"timeout":[
         {"type":"LIFETIME","expiryTime":"1970-01-01T01:00:31.000+0100",
          "remainingTimeInSeconds":0}]}}""";

  private static final String PLAIN =
      """
      {"id":"application_1_0002","user":"bob","name":"","queue":"q","finalStatus":"%s",
       "state":"%s","startedTime":1000,"launchTime":0,"finishedTime":4000,"vcoreSeconds":1,
       "timeouts":{"timeout":{"type":"LIFETIME","expiryTime":"UNLIMITED"}}}""";

  @Test
  void whatAnApplicationSaysIsRead() throws IOException {
    PastJob job = read(BadLines.STRICT, array(FULL)).get(0);

    assertThat(job.id()).isEqualTo("application_1_0001");
    assertThat(job.user()).isEqualTo("ada");
    assertThat(job.name()).isEqualTo("etl");
    assertThat(job.queue()).isEqualTo("root.q");
    assertThat(job.request().type()).contains("SPARK");
    assertThat(job.request().priority()).hasValue(3);
    assertThat(job.submitMillis()).isEqualTo(1_000);
    assertThat(job.endMillis()).isEqualTo(10_000);
    assertThat(job.spanMillis()).isEqualTo(7_000);
    assertThat(job.width()).isEqualTo(1);
    assertThat(job.workMillis()).isEqualTo(12_000);
    assertThat(job.request().requestedMillis()).hasValue(30_000);
    assertThat(job.end()).isEqualTo(PastJob.End.COMPLETED);
  }

  @Test
  void withoutALaunchTheSpanBeginsWithTheSubmission() throws IOException {
    PastJob job = read(BadLines.STRICT, array(plain("SUCCEEDED", "FINISHED"))).get(0);

    assertThat(job.spanMillis()).isEqualTo(3_000);
    assertThat(job.request().requestedMillis()).isEmpty();
  }

  @Test
  void theEndIsTheFinalStatus() throws IOException {
    assertThat(
            read(
                BadLines.STRICT,
                array(
                    plain("FAILED", "FINISHED"),
                    plain("KILLED", "KILLED"),
                    plain("UNDEFINED", "KILLED"),
                    plain("UNDEFINED", "FAILED"))))
        .extracting(PastJob::end)
        .containsExactly(
            PastJob.End.FAILED, PastJob.End.CANCELLED, PastJob.End.CANCELLED, PastJob.End.FAILED);
  }

  @Test
  void answersWithNoneOrOneApplicationHaveOtherForms() throws IOException {
    assertThat(read(BadLines.STRICT, "{\"apps\":null}")).isEmpty();
    assertThat(read(BadLines.STRICT, "{\"apps\":{}}")).isEmpty();
    assertThat(read(BadLines.STRICT, array())).isEmpty();
    assertThat(read(BadLines.STRICT, "{\"apps\":{\"app\":" + FULL + "}}")).hasSize(1);
  }

  @Test
  void whatHasNotFinishedIsLeftOut() throws IOException {
    String running = FULL.replace("\"finishedTime\":10000", "\"finishedTime\":0");

    try (PastJobStream jobs = open(BadLines.STRICT, array(running, FULL))) {
      assertThat(ImmutableList.copyOf(jobs)).hasSize(1);
      assertThat(jobs.leftOut()).containsExactly(entry("the application has not finished", 1L));
    }
  }

  @Test
  void malformedApplicationsAreNamedAndLeftOut() throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();

    assertThat(
            read(
                skipped,
                array(
                    FULL.replace("1000,", "-1,"),
                    "7",
                    FULL.replace("\"user\":\"ada\",", ""),
                    FULL.replace("\"finishedTime\":10000", "\"finishedTime\":2000"),
                    FULL.replace("1970-01-01T01:00:31.000+0100", "soon"),
                    FULL)))
        .hasSize(1);

    assertThat(skipped.first())
        .containsExactly(
            "rm: application application_1_0001, startedTime: found \"-1\"; accepted: a whole"
                + " number from 0 to 10000000000000.",
            "rm: application 2: found \"7\"; accepted: an object.",
            "rm: application application_1_0001, user: there is no such field; accepted: a value.",
            "rm: application application_1_0001, finishedTime: found \"2000\"; accepted: no earlier"
                + " than launchTime, 3000.",
            "rm: application application_1_0001, expiryTime: found \"soon\"; accepted: a time after"
                + " startedTime such as 2024-05-01T10:00:00.000+0000, or UNLIMITED.");
  }

  @Test
  void textThatEndsTooEarlyIsOneBadLine() throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    String whole = array(FULL, FULL);

    assertThat(read(skipped, whole.substring(0, whole.length() - 20))).hasSize(1);

    assertThat(skipped.count()).isEqualTo(1);
    assertThat(skipped.first().get(0)).startsWith("rm: line ").contains("is no JSON");
  }

  @Test
  void otherJsonIsRefused() {
    assertThatThrownBy(() -> read(BadLines.STRICT, "{\"clusterInfo\":{}}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("rm: apps: there is no such field; accepted: the answer of");
    assertThatThrownBy(() -> read(BadLines.STRICT, "{\"apps\":7}"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("rm: apps: found \"7\"");
  }

  private static String plain(String status, String state) {
    return PLAIN.formatted(status, state);
  }

  private static String array(String... applications) {
    return "{\"apps\":{\"app\":[" + String.join(",", applications) + "]}}";
  }

  private static List<PastJob> read(BadLines badLines, String answer) throws IOException {
    try (PastJobStream jobs = open(badLines, answer)) {
      return ImmutableList.copyOf(jobs);
    }
  }

  private static PastJobStream open(BadLines badLines, String answer) throws IOException {
    return YarnApplications.open(
        new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), "rm", badLines);
  }
}
