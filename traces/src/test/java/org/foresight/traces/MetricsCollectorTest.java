package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MetricsCollectorTest {

  private static final Offset<Double> EXACT = within(1e-9);

  private final MetricsCollector collector = new MetricsCollector(new ShortCutoff(60)::isShort);

  @Test
  void figuresOfShortAndLongJobsComputedByHand() {
    // Short jobs of 10 s that took 10 and 30 s, long ones of 100 s that took 100 to 400 s.
    add(10, 10);
    add(10, 30);
    add(100, 100);
    add(100, 200);
    add(100, 400);

    SimulationMetrics metrics = collector.metrics();

    assertThat(metrics.jobs()).isEqualTo(5);
    assertThat(metrics.all().meanSeconds()).hasValue(148);
    assertThat(metrics.all().p50Seconds()).hasValue(100);
    // Rank 0.9 × 4 = 3.6: 200 + 0.6 × 200.
    assertThat(metrics.all().p90Seconds().orElseThrow()).isEqualTo(320, EXACT);
    assertThat(metrics.all().p99Seconds().orElseThrow()).isEqualTo(392, EXACT);
    assertThat(metrics.shortJobs().p50Seconds()).hasValue(20);
    assertThat(metrics.shortJobs().p90Seconds().orElseThrow()).isEqualTo(28, EXACT);
    assertThat(metrics.longJobs().p50Seconds()).hasValue(200);
    assertThat(metrics.longJobs().p99Seconds().orElseThrow()).isEqualTo(396, EXACT);
    assertThat(metrics.meanSlowdown().orElseThrow())
        .isEqualTo((1.0 + 3.0 + 1.0 + 2.0 + 4.0) / 5, EXACT);
    assertThat(metrics.sloMissRate()).isEmpty();
  }

  @Test
  void aJobAtTheCutoffIsLong() {
    add(60, 60);

    assertThat(collector.metrics().shortJobs().meanSeconds()).isEmpty();
    assertThat(collector.metrics().longJobs().meanSeconds()).hasValue(60);
  }

  @Test
  void theTasksOfAJobDecideOnAverageWhetherItIsShort() {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            "job",
            0,
            "user",
            "name",
            "queue",
            OptionalLong.empty(),
            false,
            ImmutableList.of(100_000L, 10_000L));

    assertThat(new ShortCutoff(56).isShort(job)).isTrue();
    assertThat(new ShortCutoff(55).isShort(job)).isFalse();
  }

  @Test
  void whatNoJobDefinesIsEmpty() {
    SimulationMetrics metrics = collector.metrics();

    assertThat(metrics.jobs()).isZero();
    assertThat(metrics.all().meanSeconds()).isEmpty();
    assertThat(metrics.all().p99Seconds()).isEmpty();
    assertThat(metrics.meanSlowdown()).isEqualTo(OptionalDouble.empty());
  }

  @Test
  void unfinishedJobsHaveNoLatencyAndMissTheirDeadline() {
    collector.add(run(10, OptionalLong.of(20), OptionalLong.empty()));

    SimulationMetrics metrics = collector.metrics();
    assertThat(metrics.unfinished()).isEqualTo(1);
    assertThat(metrics.sloMissRate()).hasValue(1.0);
    assertThat(metrics.all().meanSeconds()).isEmpty();
    assertThat(metrics.goodputHours()).isZero();
  }

  @Test
  void manyJobsOutgrowTheFirstArray() {
    for (int i = 1; i <= 1_001; i++) {
      add(1, i);
    }

    assertThat(collector.metrics().all().p50Seconds()).hasValue(501);
    assertThat(collector.metrics().all().meanSeconds()).hasValue(501);
  }

  private void add(long spanSeconds, long latencySeconds) {
    collector.add(run(spanSeconds, OptionalLong.empty(), OptionalLong.of(latencySeconds * 1_000)));
  }

  private static JobRun run(
      long spanSeconds, OptionalLong deadlineMillis, OptionalLong finishMillis) {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            "job",
            0,
            "user",
            "name",
            "queue",
            deadlineMillis,
            false,
            ImmutableList.copyOf(Collections.nCopies(2, spanSeconds * 1_000)));
    return new JobRun(job, 0, deadlineMillis, OptionalLong.of(0), finishMillis, 0, 0);
  }
}
