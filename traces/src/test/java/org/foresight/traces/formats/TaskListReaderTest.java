package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.Jobs;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaskListReaderTest {

  @TempDir private Path folder;

  @Test
  void readsJobsOnAClockThatStartsWithTheFirst() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "100.5 2 1.5 1.0 2.0004 ", "", "102 1 7 7");
    assertThat(read(file)).containsExactly(job("tr-1", 0, 1000L, 2000L), job("tr-3", 1500, 7000L));
  }

  @Test
  void readsCompressedFiles() throws IOException {
    Path file = Files.write(folder.resolve("a.tr.gz"), SwfText.gzip("5 1 2 2", "6 1 3 3"));
    assertThat(read(file)).extracting(WorkloadJob::workMillis).containsExactly(2000L, 3000L);
  }

  @Test
  void readsTheWidestJobs() throws IOException {
    String tasks = String.join(" ", Collections.nCopies(5000, "12.345678901"));
    Path file = SwfText.write(folder, "a.tr", "5 5000 12.345678901 " + tasks);
    assertThat(read(file)).extracting(WorkloadJob::width).containsExactly(5000);
  }

  @Test
  void raisesTasksOfNoTimeToAMillisecond() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "5 2 0.0 0 0.0002");
    assertThat(read(file)).containsExactly(job("tr-1", 0, 1L, 1L));
  }

  @Test
  void putsStepsBackInOrder() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "20 1 2 2", "10 1 2 2");
    assertThat(read(file)).extracting(WorkloadJob::id).containsExactly("tr-2", "tr-1");
  }

  @Test
  void acceptsAMeanThatIsNearlyThatOfTheTasks() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "1 1 1.9 1", "1 1 1009 1000");
    assertThat(read(file)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x 1 2 2       | field 1 (submit time in seconds): found "x"; accepted: a number from 0 to 10000000000.
          -1 1 2 2      | field 1 (submit time in seconds): found "-1"; accepted: a number from 0 to 10000000000.
          1d 1 2 2      | field 1 (submit time in seconds): found "1d"; accepted: a number from 0 to 10000000000.
          1e99 1 2 2    | field 1 (submit time in seconds): found "1e99"; accepted: a number from 0 to 10000000000.
          1 0 2 2       | field 2 (number of tasks): found "0"; accepted: a whole number from 1 to 1000000.
          1 1.0 2 2     | field 2 (number of tasks): found "1.0"; accepted: a whole number from 1 to 1000000.
          1 2 2 2       | field 2 (number of tasks): found "2"; accepted: the number of task runtimes in the line, which is 1.
          1 1 NaN 2     | field 3 (mean task runtime in seconds): found "NaN"; accepted: a number from 0 to 1000000000.
          1 1 3.5 2     | field 3 (mean task runtime in seconds): found "3.5"; accepted: the mean of the task runtimes, 2.000, to 1 % or 1 s.
          1 2 2 2 2..1  | field 5 (task runtime in seconds): found "2..1"; accepted: a number from 0 to 1000000000.
          1 1 2 1e10    | field 4 (task runtime in seconds): found "1e10"; accepted: a number from 0 to 1000000000.
          1 1 2         | number of fields in "1 1 2": found 3; accepted: submit time, number of tasks, mean task runtime and each task's runtime, separated by blanks.
          """)
  void namesWhatIsBad(String line, String problem) throws IOException {
    Path file = SwfText.write(folder, "a.tr", "1 1 2 2", line);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 2: " + problem);
  }

  @Test
  void refusesAFileWithoutJobs() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "", " ");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ": the file has no job that can be used; accepted: at least one line of submit"
                + " time, number of tasks, mean task runtime and each task's runtime, separated by"
                + " blanks.");
  }

  private static WorkloadJob job(String id, long submitMillis, Long... taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        "",
        "",
        "default",
        OptionalLong.empty(),
        false,
        ImmutableList.copyOf(taskMillis));
  }

  private static ImmutableList<WorkloadJob> read(Path file) throws IOException {
    return Jobs.all(TaskListReader.open(file, BadLines.STRICT));
  }
}
