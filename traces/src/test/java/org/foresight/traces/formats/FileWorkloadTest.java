package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.Jobs;
import org.foresight.traces.SwfText;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileWorkloadTest {

  @TempDir private Path folder;

  @Test
  void givesTheSameJobsEveryTime() throws IOException {
    WorkloadSource source = source(SwfText.write(folder, "a.tr", "5 1 2 2", "6 1 3 3"));
    assertThat(Jobs.all(source.jobs())).hasSize(2).isEqualTo(Jobs.all(source.jobs()));
    assertThat(Jobs.all(source.history())).isEmpty();
  }

  @Test
  void asksForAHandlerOfBadLinesForEveryStream() throws IOException {
    Path file = SwfText.write(folder, "a.tr", "5 1 2 2", "bad");
    AtomicInteger asked = new AtomicInteger();
    WorkloadSource source =
        new FileWorkload(
            file,
            TraceFormat.TR,
            TraceOpeners.STANDARD,
            () -> {
              asked.incrementAndGet();
              return new BadLines.Skipped();
            });
    assertThat(Jobs.all(source.jobs())).hasSize(1);
    assertThat(Jobs.all(source.jobs())).hasSize(1);
    assertThat(asked).hasValue(2);
  }

  @Test
  void givesBackTheHistoryAndJobsOfAWrittenWorkload() throws IOException {
    WorkloadSource written = new TwoLists();
    Path file = folder.resolve("b.jsonl");
    JsonLinesWriter.write(file, written);
    WorkloadSource read = source(file);
    assertThat(Jobs.all(read.history())).isEqualTo(Jobs.all(written.history()));
    assertThat(Jobs.all(read.jobs())).isEqualTo(Jobs.all(written.jobs()));
  }

  @ParameterizedTest
  @CsvSource({"jobs.tr.gz, jobs", "jobs.tr, jobs", "jobs, jobs", "a.b.jsonl, a.b"})
  void isCalledLikeTheFileWithoutItsEndings(String file, String name) {
    assertThat(
            new FileWorkload(
                    Path.of("x", file),
                    TraceFormat.TR,
                    TraceOpeners.STANDARD,
                    () -> BadLines.STRICT)
                .name())
        .isEqualTo(name);
  }

  @Test
  void describesItself() throws IOException {
    assertThat(source(SwfText.write(folder, "a.tr", "5 1 2 2")).description())
        .isEqualTo("a.tr, task lists of the Hawk and Eagle simulators");
  }

  @Test
  void opensAFormatWithTheReaderThatItIsGiven() throws IOException {
    WorkloadJob job = Jobs.job("a", 3);
    Path file = SwfText.write(folder, "a.jhist", "Avro-Json");
    TraceOpeners openers =
        TraceOpeners.STANDARD.with(
            TraceFormat.JHIST, (path, badLines) -> JobStream.of(ImmutableList.of(job)));
    WorkloadSource source =
        new FileWorkload(file, TraceFormat.detect(file), openers, () -> BadLines.STRICT);
    assertThat(Jobs.all(source.jobs())).containsExactly(job);
  }

  private static WorkloadSource source(Path file) throws IOException {
    return new FileWorkload(
        file, TraceFormat.detect(file), TraceOpeners.STANDARD, () -> BadLines.STRICT);
  }

  private static final class TwoLists implements WorkloadSource {
    @Override
    public String name() {
      return "two";
    }

    @Override
    public String description() {
      return "two lists";
    }

    @Override
    public JobStream history() {
      return JobStream.of(ImmutableList.of(Jobs.job("h", -500), Jobs.job("i", -1)));
    }

    @Override
    public JobStream jobs() {
      return JobStream.of(ImmutableList.of(Jobs.job("a", 0), Jobs.job("b", 700)));
    }
  }
}
