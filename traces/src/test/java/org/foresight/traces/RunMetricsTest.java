package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

  private static final Offset<Double> EXACT = within(1e-9);
  private static final long HOUR_MILLIS = 3_600_000;

  @Test
  void figuresOfARunComputedByHand() {
    List<JobRun> runs =
        List.of(
            run("met", 0, OptionalLong.of(100_000), OptionalLong.of(100_000), HOUR_MILLIS),
            run("late", 0, OptionalLong.of(100_000), OptionalLong.of(100_001), HOUR_MILLIS),
            run("lost", 0, OptionalLong.of(100_000), OptionalLong.empty(), HOUR_MILLIS),
            run("be1", 10_000, OptionalLong.empty(), OptionalLong.of(20_000), HOUR_MILLIS / 2),
            run("be2", 10_000, OptionalLong.empty(), OptionalLong.of(40_000), HOUR_MILLIS / 2),
            run("be3", 10_000, OptionalLong.empty(), OptionalLong.empty(), HOUR_MILLIS));

    RunMetrics metrics = RunMetrics.of(runs);

    assertThat(metrics.jobs()).isEqualTo(6);
    assertThat(metrics.unfinished()).isEqualTo(2);
    assertThat(metrics.sloJobs()).isEqualTo(3);
    assertThat(metrics.sloMissed()).isEqualTo(2);
    assertThat(metrics.sloMissRate()).isEqualTo(2.0 / 3.0, EXACT);
    assertThat(metrics.goodputHours()).isEqualTo(1.0 + 0.5 + 0.5, EXACT);
    assertThat(metrics.beMeanLatencySeconds()).hasValueCloseTo((10.0 + 30.0) / 2, EXACT);
    assertThat(metrics.beP90LatencySeconds()).hasValueCloseTo(10.0 + 0.9 * 20.0, EXACT);
    assertThat(metrics.meanJctSeconds())
        .hasValueCloseTo((100.0 + 100.001 + 10.0 + 30.0) / 4, EXACT);
  }

  @Test
  void noJobsHaveNoLatency() {
    OptionalDouble none = OptionalDouble.empty();

    assertThat(RunMetrics.of(List.of()))
        .isEqualTo(new RunMetrics(0, 0, 0, 0, 0, 0, none, none, none));
  }

  @Property
  void figuresAreFiniteAndConsistent(@ForAll("runs") List<JobRun> runs) {
    RunMetrics metrics = RunMetrics.of(runs);

    assertThat(metrics.sloMissed()).isBetween(0, metrics.sloJobs());
    assertThat(metrics.sloJobs()).isLessThanOrEqualTo(metrics.jobs());
    assertThat(metrics.sloMissRate()).isBetween(0.0, 1.0);
    assertThat(metrics.goodputHours())
        .isBetween(
            0.0,
            runs.stream().mapToLong(run -> run.job().workMillis()).sum() / (double) HOUR_MILLIS);
    for (OptionalDouble latency :
        List.of(
            metrics.beMeanLatencySeconds(),
            metrics.beP90LatencySeconds(),
            metrics.meanJctSeconds())) {
      assertThat(latency.stream()).allMatch(seconds -> seconds >= 0 && Double.isFinite(seconds));
    }
    assertThat(metrics.meanJctSeconds().isPresent())
        .isEqualTo(metrics.unfinished() < metrics.jobs());
  }

  @Provide
  Arbitrary<List<JobRun>> runs() {
    Arbitrary<Long> submit = Arbitraries.longs().between(0, HOUR_MILLIS);
    Arbitrary<Long> span = Arbitraries.longs().between(0, HOUR_MILLIS);
    Arbitrary<Long> work = Arbitraries.longs().between(1, HOUR_MILLIS);
    return Combinators.combine(
            submit, span.injectNull(0.3).optional(), span.injectNull(0.3).optional(), work)
        .as(
            (start, deadline, latency, workMillis) ->
                run(
                    "any",
                    start,
                    deadline
                        .map(after -> OptionalLong.of(start + after))
                        .orElseGet(OptionalLong::empty),
                    latency
                        .map(after -> OptionalLong.of(start + after))
                        .orElseGet(OptionalLong::empty),
                    workMillis))
        .list()
        .ofMaxSize(20);
  }

  private static JobRun run(
      String id,
      long submitMillis,
      OptionalLong deadlineMillis,
      OptionalLong finishMillis,
      long workMillis) {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            id,
            submitMillis,
            "user",
            "name",
            "queue",
            deadlineMillis,
            false,
            ImmutableList.of(workMillis));
    return new JobRun(job, submitMillis, deadlineMillis, finishMillis, finishMillis, 0, 0);
  }
}
