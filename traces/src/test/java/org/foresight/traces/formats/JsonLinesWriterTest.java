package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.Jobs;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonLinesWriterTest {

  private static final WorkloadJob STAGED =
      new WorkloadJob(
          "b",
          7,
          "ann",
          "réport",
          "q",
          OptionalLong.of(99),
          true,
          ImmutableList.of(
              WorkloadStage.of(ImmutableList.of(5L, 5L)),
              new WorkloadStage(
                  ImmutableLongArray.of(6),
                  ImmutableIntArray.of(0),
                  ImmutableSortedMap.of("vcores", 2L),
                  "p")),
          new NodePreference(ImmutableSet.of("ssd"), 1.5),
          JobRequest.NONE);

  @TempDir private Path folder;

  @Test
  void writesAJobALine() throws IOException {
    Path file = folder.resolve("a.jsonl");
    write(file, Jobs.job("a", 0), STAGED);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"foresight-trace\":1}",
            "{\"id\":\"a\",\"submitMillis\":0,\"user\":\"ann\",\"name\":\"report\","
                + "\"queue\":\"adhoc\",\"taskMillis\":[1000]}",
            "{\"id\":\"b\",\"submitMillis\":7,\"user\":\"ann\",\"name\":\"r\\u00E9port\","
                + "\"queue\":\"q\",\"deadlineMillis\":99,\"gang\":true,"
                + "\"stages\":[{\"tasks\":2,\"taskMillis\":5},"
                + "{\"taskMillis\":[6],\"parents\":[0],\"demand\":{\"vcores\":2},"
                + "\"partition\":\"p\"}],"
                + "\"preference\":{\"nodeClasses\":[\"ssd\"],\"slowdownElsewhere\":1.5}}");
  }

  @Test
  void compressesWhereTheNameSaysSo() throws IOException {
    Path file = folder.resolve("a.jsonl.gz");
    write(file, STAGED);
    assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);
    assertThat(Jobs.all(JsonLinesReader.open(file, BadLines.STRICT))).containsExactly(STAGED);
  }

  @Test
  void leavesTheFileThatWasThereUntilItIsFinished() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jsonl"), "before");
    try (JsonLinesWriter writer = JsonLinesWriter.create(file)) {
      writer.write(STAGED);
      assertThat(file).hasContent("before");
    }
    assertThat(file).hasContent("before");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    write(file, STAGED);
    assertThat(Files.readString(file)).startsWith("{\"foresight-trace\":1}");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void refusesWhatCouldNotBeReadAgain() throws IOException {
    try (JsonLinesWriter writer = JsonLinesWriter.create(folder.resolve("a.jsonl"))) {
      WorkloadJob wide =
          WorkloadJob.ofOneStage(
              "w",
              0,
              "",
              "",
              "",
              OptionalLong.empty(),
              false,
              ImmutableList.copyOf(Collections.nCopies(1_000_001, 1L)));
      assertThatThrownBy(() -> writer.write(wide))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("The tasks (1000001) of the job (w) must be between 1 and 1000000.");
      assertThatThrownBy(() -> writer.write(Jobs.job("late", Long.MIN_VALUE)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("The submitMillis (-9223372036854775808) of the job (late)");
      assertThatThrownBy(() -> writer.write(Jobs.job("", 0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("The id of a job must not be empty.");
    }
  }

  private static void write(Path file, WorkloadJob... jobs) throws IOException {
    try (JsonLinesWriter writer = JsonLinesWriter.create(file)) {
      for (WorkloadJob job : jobs) {
        writer.write(job);
      }
      writer.finish();
    }
  }
}
