package org.foresight.traces.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.traces.BadLines;
import org.foresight.traces.SharedData;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.formats.TraceFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(job.group()).hasValue("group2");
    assertThat(job.slots()).hasValue(8);
    assertThat(job.requestedMillis()).hasValue(3_600_000);
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
    assertThat(last.requestedMillis()).isEmpty();
    assertThat(last.slots()).hasValue(1);
    assertThat(last.endMillis()).isEqualTo(65_000);
  }

  @Test
  void aJobOfOtherFormatsRanToSuccess() throws IOException {
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
    assertThat(jobs).allSatisfy(job -> assertThat(job.requestedMillis()).isPresent());
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
