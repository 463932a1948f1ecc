package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foresight.cli.simulate.Runs.column;
import static org.foresight.cli.simulate.Runs.run;

import org.assertj.core.data.Offset;
import org.foresight.traces.statistics.Interval;
import org.junit.jupiter.api.Test;

class EstimatesTest {

  private static final Offset<Double> CLOSE = within(0.001);

  @Test
  void meansOverTheSeedsHaveStudentsInterval() {
    Estimate mean =
        Estimates.of(
                column(
                    "fifo",
                    run("fifo", 1, 8.0, 0, 0),
                    run("fifo", 2, 10.0, 0, 0),
                    run("fifo", 3, 12.0, 0, 0)),
                Figure.MEAN_JCT)
            .orElseThrow();

    assertThat(mean.value()).isEqualTo(10, CLOSE);
    // Half of Student's interval is 4.968, on the logarithm a factor of exp(0.4968).
    assertInterval(mean, 10 / 1.6435, 10 * 1.6435);
  }

  @Test
  void missedDeadlinesArePooledNotAveraged() {
    Estimate rate =
        Estimates.of(
                column("fifo", run("fifo", 1, 1.0, 40, 30), run("fifo", 2, 1.0, 10, 0)),
                Figure.SLO_MISS_RATE)
            .orElseThrow();

    assertThat(rate.value()).isEqualTo(0.6, CLOSE);
    assertInterval(rate, 0.462, 0.724);
  }

  @Test
  void oneSeedHasNoInterval() {
    Column one = column("fifo", run("fifo", 1, 8.0, 10, 5));
    Column other = column("las", run("las", 1, 4.0, 10, 1));

    for (Figure figure : new Figure[] {Figure.MEAN_JCT, Figure.SLO_MISS_RATE}) {
      assertThat(Estimates.of(one, figure).orElseThrow().interval()).isEmpty();
      assertThat(Estimates.ratio(one, other, figure).orElseThrow().interval()).isEmpty();
    }
  }

  @Test
  void whatNoRunDefinesIsEmpty() {
    Column none = column("fifo", run("fifo", 1, null, 0, 0));

    assertThat(Estimates.of(none, Figure.MEAN_JCT)).isEmpty();
    assertThat(Estimates.of(none, Figure.SLO_MISS_RATE)).isEmpty();
    assertThat(Estimates.ratio(none, none, Figure.SLO_MISS_RATE)).isEmpty();
    assertThat(Estimates.ratio(none, none, Figure.MEAN_JCT)).isEmpty();
  }

  @Test
  void ratiosAreOfTheSameSeeds() {
    Column base =
        column(
            "fifo",
            run("fifo", 1, 10.0, 0, 0),
            run("fifo", 2, 10.0, 0, 0),
            run("fifo", 9, 1.0, 0, 0));
    Column other =
        column(
            "las", run("las", 2, 14.0, 0, 0), run("las", 1, 12.0, 0, 0), run("las", 7, 1.0, 0, 0));

    // Logarithms of 1.2 and 1.4, standard error 0.0771, quantile of one degree of freedom 12.706.
    Estimate ratio = Estimates.ratio(base, other, Figure.MEAN_JCT).orElseThrow();
    assertThat(ratio.value()).isEqualTo(1.2961, CLOSE);
    assertInterval(ratio, 1.2961 / 2.6628, 1.2961 * 2.6628);

    assertThat(Estimates.commonSeeds(base, other)).isEqualTo(2);
  }

  @Test
  void aRatioToZeroIsNone() {
    Column base = column("fifo", run("fifo", 1, 0.0, 10, 0), run("fifo", 2, 10.0, 10, 0));
    Column other = column("las", run("las", 1, 5.0, 10, 4), run("las", 2, 5.0, 10, 4));

    assertThat(Estimates.ratio(base, other, Figure.MEAN_JCT)).isEmpty();
    assertThat(Estimates.ratio(base, other, Figure.SLO_MISS_RATE)).isEmpty();
  }

  private static void assertInterval(Estimate estimate, double low, double high) {
    Interval interval = estimate.interval().orElseThrow();
    assertThat(interval.low()).isEqualTo(low, CLOSE);
    assertThat(interval.high()).isEqualTo(high, CLOSE);
  }
}
