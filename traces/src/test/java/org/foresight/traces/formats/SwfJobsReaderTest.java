package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.Jobs;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SwfJobsReaderTest {

  @TempDir private Path folder;

  @Test
  void readsAJobAsAGangOfItsProcessors() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            "3 10 5 60 4 -1 -1 8 120 -1 1 7 2 120 1 3 -1 -1",
            "4 25 5 30 -1 -1 -1 2 120 -1 0 -1 -1 -1 -1 -1 -1 -1");
    assertThat(read(file))
        .containsExactly(
            job("swf-3", 0, "user7", "exe-hig", "queue1", 4, 60_000)
                .requested(request(Optional.of("group2"), 8, OptionalLong.of(120_000))),
            job("swf-4", 15_000, "user-unknown", "job-ux-ti-sh", "queue-unknown", 2, 30_000)
                .requested(request(Optional.empty(), 2, OptionalLong.of(120_000))));
  }

  private static JobRequest request(
      Optional<String> group, long slots, OptionalLong requestedMillis) {
    return new JobRequest(
        group, Optional.empty(), OptionalInt.empty(), OptionalLong.of(slots), requestedMillis);
  }

  @Test
  void aRequestLongerThanAnythingRunsIsCut() throws IOException {
    Path file =
        SwfText.write(folder, "a.swf", "3 10 5 60 4 -1 -1 8 9999999999 -1 1 7 2 120 1 3 -1 -1");
    assertThat(read(file).get(0).request().requestedMillis())
        .isEqualTo(OptionalLong.of(TraceLimits.TASK_MILLIS));
  }

  @Test
  void leavesOutAndCountsWhatHasNoSizeOrRunTime() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            SwfText.job(1, 5, 0, 1),
            SwfText.job(2, 6, -1, 1),
            SwfText.job(3, 7, 60, 0),
            SwfText.job(4, 8, 60, -1),
            SwfText.job(5, 9, 60, 1));
    try (JobStream jobs = SwfJobsReader.open(file, BadLines.STRICT)) {
      assertThat(ImmutableList.copyOf(jobs))
          .extracting(WorkloadJob::id, WorkloadJob::submitMillis)
          .containsExactly(tuple("swf-5", 0L));
      assertThat(jobs.leftOut())
          .isEqualTo(
              ImmutableSortedMap.of(
                  "run time of zero", 1L, "unknown or no processors", 2L, "unknown run time", 1L));
    }
  }

  @Test
  void putsSubmissionsThatGoBackwardsInOrder() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            SwfText.job(1, 100, 60, 1),
            SwfText.job(2, 90, 60, 1),
            SwfText.job(3, 95, 60, 1));
    assertThat(read(file))
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(0L, 5_000L, 10_000L);
  }

  @Test
  void refusesAJobThatIsTooLargeAndGoesOnWhereToldSo() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            "; MaxProcs: 9",
            SwfText.job(1, 1, 60, 1_000_001),
            SwfText.job(2, 2, 1_000_000_001, 1),
            SwfText.job(3, 3, 60, 1));
    BadLines.Skipped skipped = new BadLines.Skipped();
    assertThat(Jobs.all(SwfJobsReader.open(file, skipped)))
        .extracting(WorkloadJob::id)
        .containsExactly("swf-3");
    assertThat(skipped.first())
        .containsExactly(
            file + ", line 2: processors: found \"1000001\"; accepted: at most 1000000.",
            file
                + ", line 3: field 4 (run time in seconds): found \"1000000001\"; accepted: at"
                + " most 1000000000.");
    assertThatThrownBy(() -> read(file)).isInstanceOf(TraceFormatException.class);
  }

  @Test
  void refusesATraceOfWhichAllIsLeftOut() throws IOException {
    Path file = SwfText.write(folder, "a.swf", SwfText.job(1, 5, 0, 1));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ": the file has no job that can be used (1: run time of zero); accepted: at least"
                + " one line of 18 fields with a run time and processors.");
  }

  private static WorkloadJob job(
      String id,
      long submitMillis,
      String user,
      String name,
      String queue,
      int tasks,
      long taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        user,
        name,
        queue,
        OptionalLong.empty(),
        true,
        ImmutableList.copyOf(Collections.nCopies(tasks, taskMillis)));
  }

  private static ImmutableList<WorkloadJob> read(Path file) throws IOException {
    return Jobs.all(SwfJobsReader.open(file, BadLines.STRICT));
  }
}
