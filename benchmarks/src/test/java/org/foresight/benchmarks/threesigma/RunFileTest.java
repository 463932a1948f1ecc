package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.RunFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFileTest {

  private static final RunRecord WITHOUT_BEST_EFFORT =
      new RunRecord(
          "abc",
          "e2e",
          "a \"case\"",
          "prio",
          7,
          3,
          1,
          3,
          2,
          0.5,
          0.0,
          0,
          0,
          null,
          null,
          4,
          0.125,
          5,
          null,
          null,
          0,
          0,
          0.75);

  private final RunRecord first = record(1);
  private final RunRecord second = record(2);
  private final List<String> problems = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void whatIsAppendedIsThereTheNextTime() throws IOException {
    append(first);
    append(WITHOUT_BEST_EFFORT, second);

    assertThat(read()).containsExactly(first, WITHOUT_BEST_EFFORT, second);
    assertThat(problems).isEmpty();
  }

  @Test
  void aTornLastLineIsReportedAndCutOff() throws IOException {
    append(first, second);
    String text = Files.readString(file());
    Files.writeString(file(), text.substring(0, text.length() - 10));

    append(WITHOUT_BEST_EFFORT);

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).contains("runs.jsonl", "not written to its end");
    assertThat(read()).containsExactly(first, WITHOUT_BEST_EFFORT);
  }

  @Test
  void aWholeLineWithoutItsLineFeedIsTornToo() throws IOException {
    append(first);
    String text = Files.readString(file());
    Files.writeString(file(), text.substring(0, text.length() - 1));

    assertThat(read()).isEmpty();
    assertThat(problems).hasSize(1);
  }

  @Test
  void anotherLineThatIsNoRecordEndsTheReading() throws IOException {
    append(first);
    Files.writeString(file(), "{\"experiment\":\"e2e\"}\n", StandardOpenOption.APPEND);
    append(folder.resolve("other"), second);

    assertThatIOException()
        .isThrownBy(this::read)
        .withMessageContaining("runs.jsonl, line 2: this is no record of a run")
        .withMessageContaining("accepted: what this program writes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".* | null",
        "\"system\":\"prio\" | \"system\":null",
        "\"sloMissed\":\\d+ | \"sloMissed\":null",
        // Two lines that have become one.
        "(.*) | $1$1",
      })
  void aLineWithLessOrMoreThanARecordEndsTheReading(String found, String replacement)
      throws IOException {
    append(first);
    String line = Files.readString(file()).strip();
    String damaged = line.replaceFirst(found, replacement);
    assertThat(damaged).isNotEqualTo(line);
    Files.writeString(file(), damaged + "\n");

    assertThatIOException()
        .isThrownBy(this::read)
        .withMessageContaining("runs.jsonl, line 1: this is no record of a run");
  }

  @Test
  void oneProgramAtATimeWrites() throws IOException {
    try (RunFile<RunRecord> file = RunFile.open(folder, RunRecord.class, problems::add)) {
      assertThat(file.records()).isEmpty();
      assertThatIOException()
          .isThrownBy(this::read)
          .withMessageContaining("another evaluation is writing to it");
    }
    assertThat(read()).isEmpty();
  }

  private Path file() {
    return folder.resolve("runs.jsonl");
  }

  private void append(RunRecord... runs) throws IOException {
    append(folder, runs);
  }

  private void append(Path where, RunRecord... runs) throws IOException {
    try (RunFile<RunRecord> file = RunFile.open(where, RunRecord.class, problems::add)) {
      for (RunRecord run : runs) {
        file.append(run);
      }
      assertThat(file.records()).endsWith(runs);
    }
  }

  private ImmutableList<RunRecord> read() throws IOException {
    try (RunFile<RunRecord> file = RunFile.open(folder, RunRecord.class, problems::add)) {
      return file.records();
    }
  }

  private static RunRecord record(long seed) {
    Experiment e2e = PaperExperiments.full(ImmutableList.of()).experiments().get(0);
    return Records.of(
        new RunSpec(e2e.name(), e2e.cases().get(0), PaperSystem.PRIO, seed), 3, 1.5, 2.25);
  }
}
