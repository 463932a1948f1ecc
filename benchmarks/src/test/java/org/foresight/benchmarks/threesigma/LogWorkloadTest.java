package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.foresight.benchmarks.threesigma.LogTrace.LogJob;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWorkloadTest {

  private static final ClusterHint CLUSTER =
      new ClusterHint(16, 1, ImmutableList.of("c0", "c1", "c2", "c3"));
  private static final Duration WINDOW = Duration.ofHours(5);

  @TempDir private Path folder;

  @Test
  void readsTheNodesOfJobsThatRanToSuccess() throws IOException {
    Path file = folder.resolve("small.swf");
    Files.writeString(
        file,
        """
        ; MaxNodes: 4
        ; MaxProcs: 32
        1 100 5 60 9 -1 -1 -1 -1 -1 1 7 -1 3 -1 -1 -1 -1
        2 50 -1 20 8 -1 -1 -1 -1 -1 -1 8 -1 3 -1 -1 -1 -1
        3 200 0 60 8 -1 -1 -1 -1 -1 0 8 -1 3 -1 -1 -1 -1
        4 210 0 9 8 -1 -1 -1 -1 -1 1 8 -1 3 -1 -1 -1 -1
        5 220 0 60 25 -1 -1 -1 -1 -1 1 8 -1 3 -1 -1 -1 -1
        6 230 0 -1 8 -1 -1 -1 -1 -1 1 8 -1 3 -1 -1 -1 -1
        """);

    LogTrace trace = LogTrace.read(file, 3);

    assertThat(trace.name()).isEqualTo("small");
    assertThat(trace.leftOut()).isEqualTo(4);
    assertThat(trace.tooWide()).isEqualTo(1);
    assertThat(trace.jobs()).extracting(LogJob::id).containsExactly("swf-2", "swf-1");
    assertThat(trace.jobs()).extracting(LogJob::nodes).containsExactly(1, 2);
    assertThat(trace.jobs()).extracting(LogJob::endSeconds).containsExactly(70L, 165L);
  }

  @Test
  void segmentsOffer14TimesWhatTheClusterCanDo() throws IOException {
    LogWorkload workload = new LogWorkload(log(1.4), CLUSTER, WINDOW);
    Set<Double> works = new HashSet<>();
    for (long seed = 1; seed <= 5; seed++) {
      ImmutableList<WorkloadJob> jobs = jobs(workload.of(seed));
      double work = jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
      double slo =
          jobs.stream().filter(WorkloadJob::isSlo).mapToDouble(WorkloadJob::workMillis).sum();
      works.add(work);

      assertThat(work / (16.0 * WINDOW.toMillis())).isEqualTo(1.4, within(0.14));
      assertThat(slo / work).isEqualTo(0.5, within(0.005));
      assertThat(jobs)
          .allSatisfy(
              job -> {
                assertThat(job.submitMillis()).isBetween(0L, WINDOW.toMillis() - 1);
                assertThat(job.gang()).isTrue();
                assertThat(job.preference().nodeClasses()).hasSize(job.isSlo() ? 3 : 0);
                if (job.isSlo()) {
                  double slack =
                      (double) (job.deadlineMillis().getAsLong() - job.submitMillis())
                              / job.spanMillis()
                          - 1;
                  assertThat(Math.round(100 * slack)).isIn(20L, 40L, 60L, 80L);
                }
              });
      assertThat(jobs(workload.of(seed))).isEqualTo(jobs);
    }
    // 4.5 nodes for 20 minutes on average.
    assertThat(workload.expectedJobs()).isEqualTo(1.4 * 16 * 300 / (4.5 * 20), within(5.0));
    assertThat(works).as("seeds choose other segments").hasSizeGreaterThan(1);
    assertThat(workload.describe()).contains("submissions packed 1.00 times");
  }

  @Test
  void theHistoryHadEndedWhenTheSegmentBegins() throws IOException {
    WorkloadSource source = new LogWorkload(log(1.4), CLUSTER, WINDOW).of(3);
    ImmutableSet<String> ids =
        jobs(source).stream().map(WorkloadJob::id).collect(ImmutableSet.toImmutableSet());

    try (JobStream history = source.history()) {
      ImmutableList<WorkloadJob> past = ImmutableList.copyOf(history);
      assertThat(past).hasSizeGreaterThan(ids.size());
      assertThat(past)
          .allSatisfy(
              job -> {
                assertThat(job.submitMillis() + job.spanMillis()).isNotPositive();
                assertThat(ids).doesNotContain(job.id());
              });
      assertThat(past).extracting(WorkloadJob::queue).contains("production", "adhoc");
    }
  }

  @Test
  void aLogWithTooLittleLoadIsPackedAsLittleAsNeeded() throws IOException {
    LogSegments segments = LogSegments.find(log(0.5), CLUSTER.nodes(), WINDOW);

    // With a factor of 2.52 the mean load is within the tolerance; what varies is within it before.
    assertThat(segments.packing()).isBetween(2.0, 2.6);
    ImmutableList<WorkloadJob> jobs = jobs(new LogWorkload(log(0.5), CLUSTER, WINDOW).of(1));
    double work = jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
    assertThat(work / (16.0 * WINDOW.toMillis())).isEqualTo(1.4, within(0.14));
    assertThat(jobs.get(jobs.size() - 1).submitMillis()).isLessThan(WINDOW.toMillis());
  }

  @Test
  void saysThatALogHasNoSuchSegments() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogSegments.find(log(0.001), CLUSTER.nodes(), WINDOW))
        .withMessageContaining("The log (made) has too few segments of 300 min");
  }

  private static ImmutableList<WorkloadJob> jobs(WorkloadSource source) throws IOException {
    try (JobStream jobs = source.jobs()) {
      return ImmutableList.copyOf(jobs);
    }
  }

  /** Ten days of jobs of 1 to 8 nodes and 10 to 30 minutes, evenly spaced. */
  private static LogTrace log(double load) {
    SplittableRandom random = new SplittableRandom(7);
    ImmutableList.Builder<LogJob> jobs = ImmutableList.builder();
    double gapSeconds = 4.5 * 1_200 / (16 * load);
    int number = 0;
    for (double second = 0; second < 864_000; second += gapSeconds) {
      long runSeconds = random.nextLong(600, 1_801);
      long submitSeconds = (long) second;
      jobs.add(
          new LogJob(
              "swf-" + number++,
              "user",
              "name",
              submitSeconds,
              submitSeconds + runSeconds,
              random.nextInt(1, 9),
              runSeconds,
              new JobRequest(
                  Optional.of("group"),
                  Optional.empty(),
                  OptionalInt.empty(),
                  OptionalLong.of(8),
                  OptionalLong.of(1_800_000))));
    }
    return new LogTrace("made", jobs.build(), 0, 0);
  }
}
