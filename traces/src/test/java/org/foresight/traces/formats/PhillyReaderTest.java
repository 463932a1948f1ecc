package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
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

final class PhillyReaderTest {

  private static final String HEADER = "submit_s,duration_s,gpus,vc";

  @TempDir private Path folder;

  @Test
  void readsAGangOfGpuTasks() throws IOException {
    WorkloadJob job = read(SwfText.write(folder, "a.csv", HEADER, "7,60,8,6214e9")).get(0);
    assertThat(job.id()).isEqualTo("philly-2");
    assertThat(job.submitMillis()).isZero();
    assertThat(job.user()).isEmpty();
    assertThat(job.queue()).isEqualTo("6214e9");
    assertThat(job.deadlineMillis()).isEqualTo(OptionalLong.empty());
    assertThat(job.gang()).isTrue();
    assertThat(job.stages()).hasSize(1);
    assertThat(job.taskMillis()).hasSize(8).containsOnly(60_000L);
    assertThat(job.stages().get(0).demand())
        .isEqualTo(ImmutableSortedMap.of("memory-mb", 1024L, "vcores", 1L, "yarn.io/gpu", 1L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x,60,1,a   | field 1 (submit_s): found "x"; accepted: a number from 0 to 10000000000.
          1,-60,1,a  | field 2 (duration_s): found "-60"; accepted: a number from 0 to 1000000000.
          1,60,0,a   | field 3 (gpus): found "0"; accepted: a whole number from 1 to 1000000.
          1,60,1,    | field 4 (vc): found ""; accepted: letters, digits, underscores and hyphens.
          1,60,1,a.b | field 4 (vc): found "a.b"; accepted: letters, digits, underscores and hyphens.
          1,60,1     | number of fields in "1,60,1": found 3; accepted: submit_s,duration_s,gpus,vc.
          """)
  void namesWhatIsBad(String line, String problem) throws IOException {
    assertProblem(SwfText.write(folder, "a.csv", HEADER, "1,60,1,a", line), ", line 3: " + problem);
  }

  @Test
  void requiresTheHeader() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.csv", "1,60,1,a"),
        ", line 1: header: found \"1,60,1,a\"; accepted: submit_s,duration_s,gpus,vc.");
  }

  private static void assertProblem(Path file, String problem) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + problem);
  }

  private static ImmutableList<WorkloadJob> read(Path file) throws IOException {
    return Jobs.all(PhillyReader.open(file, BadLines.STRICT));
  }
}
