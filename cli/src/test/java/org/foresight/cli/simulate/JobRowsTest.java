package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.foresight.traces.JobRun;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRowsTest {

  private static final ShortCutoff CUTOFF = new ShortCutoff(60);
  private static final List<String> NASTY =
      List.of(
          "a,b",
          "say \"so\"",
          "two\nlines",
          "two\r\nlines",
          "</script>",
          " blanks ",
          "",
          "#",
          "ü€𝄞",
          "=1+1",
          "\\",
          "'");

  @TempDir private Path folder;

  @Test
  void everyColumnOfAJobThatMetItsDeadline() throws IOException {
    WorkloadJob job = Runs.job("j1", "ann", "etl", "prod");
    JobRun run =
        new JobRun(
            job,
            1_500,
            OptionalLong.of(9_000),
            OptionalLong.of(2_500),
            OptionalLong.of(5_500),
            3,
            1_250);

    assertThat(written(run))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.toMap())
                    .containsEntry("job", "j1")
                    .containsEntry("user", "ann")
                    .containsEntry("name", "etl")
                    .containsEntry("queue", "prod")
                    .containsEntry("class", "slo")
                    .containsEntry("submitSeconds", "1.500")
                    .containsEntry("refused", "false")
                    .containsEntry("deadlineSeconds", "9.000")
                    .containsEntry("firstStartSeconds", "2.500")
                    .containsEntry("finishSeconds", "5.500")
                    .containsEntry("jctSeconds", "4.000")
                    .containsEntry("waitSeconds", "1.000")
                    .containsEntry("slowdown", "2.0")
                    .containsEntry("width", "2")
                    .containsEntry("workSeconds", "2.500")
                    .containsEntry("length", "short")
                    .containsEntry("tasksRerun", "3")
                    .containsEntry("lostWorkSeconds", "1.250")
                    .containsEntry("succeeded", "true")
                    .hasSize(19));
  }

  @Test
  void whatAJobHasNotIsEmpty() throws IOException {
    JobRun run =
        new JobRun(
            Runs.job("j1", "ann", "etl", "prod"),
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            0,
            0);

    assertThat(written(run))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.toMap())
                    .containsEntry("class", "be")
                    .containsEntry("deadlineSeconds", "")
                    .containsEntry("firstStartSeconds", "")
                    .containsEntry("finishSeconds", "")
                    .containsEntry("jctSeconds", "")
                    .containsEntry("waitSeconds", "")
                    .containsEntry("slowdown", "")
                    .containsEntry("succeeded", "false"));
  }

  @Test
  void nastyNamesComeBackAsTheyWere() throws IOException {
    JobRun[] runs =
        NASTY.stream()
            .map(text -> Runs.ended(Runs.job(text, text, text, text), 2_000))
            .toArray(JobRun[]::new);

    List<CSVRecord> rows = written(runs);

    for (String column : List.of("job", "user", "name", "queue")) {
      assertThat(rows).extracting(row -> row.get(column)).containsExactlyElementsOf(NASTY);
    }
  }

  @Test
  void aReportReadsWhatItNeeds() throws IOException {
    JobRun late =
        new JobRun(
            Runs.job("</script>", "a,b", "two\nlines", "\""),
            1_000,
            OptionalLong.of(4_000),
            OptionalLong.of(1_000),
            OptionalLong.of(7_000),
            0,
            0);
    Path file = write(ImmutableList.of(late));
    List<JobRow> rows = new ArrayList<>();

    JobRows.read(file, rows::add);

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).jctSeconds()).hasValue(6);
    assertThat(rows.get(0).slowdown()).hasValue(3);
    assertThat(rows.get(0).latenessSeconds()).hasValue(3);
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Path file = write(ImmutableList.of(Runs.ended(Runs.job("j", "u", "n", "q"), 10)));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));

    assertThatIOException()
        .isThrownBy(() -> JobRows.read(file, row -> {}))
        .withMessageStartingWith(file + ": the rows cannot be read");
  }

  private List<CSVRecord> written(JobRun... runs) throws IOException {
    Path file = write(ImmutableList.copyOf(runs));
    try (Reader reader =
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
      return CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .build()
          .parse(reader)
          .getRecords();
    }
  }

  private Path write(ImmutableList<JobRun> runs) throws IOException {
    Path file = folder.resolve("jobs.csv.gz");
    try (JobRows rows = JobRows.create(file, CUTOFF)) {
      for (JobRun run : runs) {
        rows.write(run);
      }
    }
    return file;
  }
}
