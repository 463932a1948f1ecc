package org.foresight.benchmarks.slearn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceWindowsTest {

  private static final int JOBS = 60;

  @TempDir private Path folder;

  @Test
  void aWindowHasSuccessiveJobsFromTheDenseHoursAtTheLoadOfTheTrial() throws IOException {
    TraceWindows windows = TraceWindows.read(trace(), 20);

    ImmutableList<WorkloadJob> jobs = jobs(windows, 3);

    assertThat(jobs).hasSize(20);
    assertThat(jobs.get(0).submitMillis()).isZero();
    double work = jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
    assertThat(work / Trials.NODES / jobs.get(19).submitMillis()).isCloseTo(1.0, within(0.001));
    assertThat(jobs(windows, 3)).isEqualTo(jobs);
    assertThat(jobs(windows, 4)).isNotEqualTo(jobs);
    assertThat(windows.describe()).contains("windows of 20 of its " + JOBS + " jobs");
  }

  @Test
  void aTraceThatIsTooShortIsRefused() throws IOException {
    Path trace = trace();

    assertThatIOException()
        .isThrownBy(() -> TraceWindows.read(trace, JOBS + 1))
        .withMessage(trace + ": has 60 jobs of at most 150 tasks; a window needs 61.");
  }

  private static ImmutableList<WorkloadJob> jobs(TraceWindows windows, long seed)
      throws IOException {
    try (JobStream jobs = windows.of(seed).jobs()) {
      return ImmutableList.copyOf(jobs);
    }
  }

  /** A job long before the dense hours, one that is too wide, and others. */
  private Path trace() throws IOException {
    StringBuilder text = new StringBuilder("1406471 1 5 5\n");
    text.append("1467001 151 1").append(" 1".repeat(151)).append('\n');
    for (int i = 0; i < JOBS; i++) {
      text.append(1_467_002 + 7 * i * i).append(" 2 10 ").append(9).append(' ').append(11);
      text.append('\n');
    }
    return Files.writeString(folder.resolve("jobs.tr"), text);
  }
}
