package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.Jobs;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwimReaderTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    // A map of no input takes the constant alone.
    "0, 1, 2000",
    // 10 MiB at 10 MiB/s.
    "10485760, 1, 3000",
    "134217728, 1, 14800",
    // One byte more than a block makes two maps of half a block.
    "134217729, 2, 8400",
    "1342177280, 10, 14800"
  })
  void makesMapsOfTheInput(long inputBytes, int maps, long mapMillis) throws IOException {
    WorkloadJob job = onlyJob(inputBytes, 0, 0);
    assertThat(job.stages()).hasSize(1);
    assertThat(job.taskMillis()).hasSize(maps).containsOnly(mapMillis);
  }

  @Test
  void makesReducesOfShuffleAndOutputAfterTheMaps() throws IOException {
    WorkloadJob job = onlyJob(0, 1536 * MIB, 512 * MIB);
    assertThat(job.stages()).hasSize(2);
    WorkloadStage reduces = job.stages().get(1);
    assertThat(reduces.parents().asList()).containsExactly(0);
    assertThat(reduces.taskMillis().asList()).containsExactly(104_400L, 104_400L);
  }

  @Test
  void hasAReduceForOutputAlone() throws IOException {
    assertThat(onlyJob(0, 0, 1).stages()).hasSize(2);
  }

  @Test
  void obeysTheModel() throws IOException {
    Path file = SwfText.write(folder, "a.tsv", line(4 * MIB, 6 * MIB, 0));
    WorkloadJob job =
        Jobs.all(SwimReader.open(file, BadLines.STRICT, new SwimModel(2, 0.5, 3, 1.5, 100))).get(0);
    assertThat(job.taskMillis()).containsExactly(4100L, 4100L, 2100L, 2100L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ,1,1,1,1,1       | field 1 (job): found ""; accepted: a name.
          j,x,1,1,1,1      | field 2 (submit time in seconds): found "x"; accepted: a number from 0 to 10000000000.
          j,1,-1,1,1,1     | field 3 (gap in seconds): found "-1"; accepted: a number from 0 to 10000000000.
          j,1,1,1e3,1,1    | field 4 (map input bytes): found "1e3"; accepted: a whole number from 0 to 67108864000000.
          j,1,1,67108864000001,1,1  | field 4 (map input bytes): found "67108864000001"; accepted: a whole number from 0 to 67108864000000.
          j,1,1,1,-1,1     | field 5 (shuffle bytes): found "-1"; accepted: a whole number from 0 to 536870912000000.
          j,1,1,1,536870912000000,1 | field 6 (reduce output bytes): found "1"; accepted: a whole number from 0 to 0.
          j,1,1,1,1        | number of fields in "j?1?1?1?1": found 5; accepted: job, submit time, gap, map input bytes, shuffle bytes and reduce output bytes, separated by tabs.
          """)
  void namesWhatIsBad(String fields, String problem) throws IOException {
    Path file = SwfText.write(folder, "a.tsv", line(1, 1, 1), fields.replace(',', '\t'));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 2: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 1.0 | 1000 | The mapMib (0) must be between 1 and 1000000.
          1 | NaN | 1000 | The mapMibPerSecond (NaN) must be between 0.01 and 1000000.
          1 | 1.0 | 0    | The taskMillis (0) must be between 1 and 500000000000.
          """)
  void refusesAModelOutOfRange(
      long mapMib, double mapMibPerSecond, long taskMillis, String problem) {
    assertThatThrownBy(() -> new SwimModel(mapMib, mapMibPerSecond, 1, 1.0, taskMillis))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(problem);
  }

  private WorkloadJob onlyJob(long inputBytes, long shuffleBytes, long outputBytes)
      throws IOException {
    ImmutableList<WorkloadJob> jobs =
        read(SwfText.write(folder, "a.tsv", line(inputBytes, shuffleBytes, outputBytes)));
    assertThat(jobs).hasSize(1);
    assertThat(jobs.get(0).id()).isEqualTo("job0");
    return jobs.get(0);
  }

  private static String line(long inputBytes, long shuffleBytes, long outputBytes) {
    return "job0\t9\t9\t" + inputBytes + "\t" + shuffleBytes + "\t" + outputBytes;
  }

  private static ImmutableList<WorkloadJob> read(Path file) throws IOException {
    return Jobs.all(SwimReader.open(file, BadLines.STRICT, SwimModel.DEFAULT));
  }
}
