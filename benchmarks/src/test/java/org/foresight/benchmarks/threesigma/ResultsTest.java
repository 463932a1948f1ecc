package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.benchmarks.threesigma.Results.Side;
import org.foresight.traces.statistics.Interval;
import org.junit.jupiter.api.Test;

class ResultsTest {

  private static final Offset<Double> CLOSE = within(0.001);
  private static final Case CASE =
      Case.of(
          "x",
          new GeneratedWorkload("3sigma-e2e", Duration.ofHours(2)),
          ImmutableList.of(PaperSystem.THREE_SIGMA, PaperSystem.PRIO));
  private static final Experiment EXPERIMENT =
      new Experiment("test", "Test", "§0", "", 1, ImmutableList.of(CASE));

  private static final Side THREE_SIGMA = new Side("test", "x", PaperSystem.THREE_SIGMA);
  private static final Side PRIO = new Side("test", "x", PaperSystem.PRIO);

  @Test
  void onlySeedsOfWhichBothRunsAreThereArePaired() {
    Results results =
        results(
            run(PaperSystem.THREE_SIGMA, 1, 4),
            run(PaperSystem.THREE_SIGMA, 2, 5),
            run(PaperSystem.PRIO, 2, 10),
            run(PaperSystem.PRIO, 3, 20));

    Pairs misses =
        results.pairs(ImmutableList.of(PRIO), ImmutableList.of(THREE_SIGMA), Metric.SLO_MISSES);

    assertThat(misses)
        .isEqualTo(new Pairs(ImmutableDoubleArray.of(10), ImmutableDoubleArray.of(5)));
    assertThat(misses.ratio()).contains(new Interval(2, 2, 2));
    assertThat(misses.difference(1.0)).as("one seed has no interval").isEmpty();
  }

  @Test
  void casesAreSummedSeedBySeed() {
    Results results = results(run(PaperSystem.THREE_SIGMA, 1, 4), run(PaperSystem.PRIO, 1, 6));

    Pairs misses =
        results.pairs(
            ImmutableList.of(PRIO, THREE_SIGMA), ImmutableList.of(THREE_SIGMA), Metric.SLO_MISSES);

    assertThat(misses.first()).isEqualTo(ImmutableDoubleArray.of(10));
    assertThat(results.pairs(ImmutableList.of(), ImmutableList.of(), Metric.SLO_MISSES).ratio())
        .isEmpty();
  }

  @Test
  void aDifferenceHasStudentsInterval() {
    Pairs pairs = new Pairs(ImmutableDoubleArray.of(12, 14, 16), ImmutableDoubleArray.of(2, 2, 2));

    Interval difference = pairs.difference(2.0).orElseThrow();

    // 8, 10, 12: standard error 2 / √3 = 1.1547, quantile of two degrees of freedom 4.3027.
    assertThat(difference.value()).isEqualTo(10, CLOSE);
    assertThat(difference.low()).isEqualTo(10 - 4.968, CLOSE);
    assertThat(Texts.difference(difference, 1)).isEqualTo("+10.0 (+5.0 to +15.0)");
  }

  @Test
  void runsOfOtherSettingsAndSeedsDoNotCount() {
    RunRecord stale =
        Records.of(
            new RunSpec(
                "test",
                Case.of(
                    "x", new GeneratedWorkload("3sigma-e2e", Duration.ofHours(3)), CASE.systems()),
                PaperSystem.PRIO,
                1),
            3,
            1,
            1);

    Results results = results(stale, run(PaperSystem.PRIO, 2, 5), run(PaperSystem.PRIO, 4, 7));

    assertThat(results.runs("test", "x", PaperSystem.PRIO).keySet()).containsExactly(2L);
    assertThat(results.size()).isEqualTo(1);
  }

  @Test
  void meansHaveIntervalsWithinWhatIsPossible() {
    List<RunRecord> runs = List.of(run(PaperSystem.PRIO, 1, 1), run(PaperSystem.PRIO, 2, 99));

    Interval mean = Results.mean(runs, Metric.MISS_PERCENT).orElseThrow();

    assertThat(mean.value()).isEqualTo(50, CLOSE);
    assertThat(mean.low()).isPositive();
    assertThat(mean.high()).isEqualTo(100);
    assertThat(Results.mean(runs.subList(0, 1), Metric.MISS_PERCENT))
        .contains(new Interval(1, 1, 1));
    assertThat(Results.mean(List.of(), Metric.MISS_PERCENT)).isEmpty();
  }

  private static Results results(RunRecord... runs) {
    return Results.of(ImmutableList.of(EXPERIMENT), 3, List.of(runs));
  }

  private static RunRecord run(PaperSystem system, long seed, int missed) {
    return Records.of(new RunSpec("test", CASE, system, seed), missed, 1, 1);
  }
}
